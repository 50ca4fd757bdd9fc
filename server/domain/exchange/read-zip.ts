import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Entry, open, type ZipFile } from 'yauzl';
import { PARCOURS_FILES_MAX } from '../../../contracts/parcours-file.ts';
import { AppError } from '../app-error.ts';

/** Maximum length of a path, and of what an entry has beside it, in bytes; each stays in memory. */
const NAME_BYTES_MAX = 200;
const EXTRA_BYTES_MAX = 200;
/** Maximum bytes that a ZIP may grow to, for each of its own; a small one may always be as large as `SMALL_BYTES`. */
const RATIO_MAX = 100;
const SMALL_BYTES = 2 ** 25;
/** Compression methods: stored and deflated. */
const METHODS: readonly number[] = [0, 8];

/** The content of an entry, as it was read. */
interface ReadContent {
  readonly sha256: string;
  readonly bytes: number;
}

/** A ZIP whose list of entries was read and is within bounds. Whoever opened it closes it. */
export interface OpenedZip {
  /** Declared bytes of each entry, by its path: relative, without `..`, and once only. */
  readonly sizes: ReadonlyMap<string, number>;
  /** Reads a small entry. @throws AppError `invalid_request` */
  read(path: string, bytesMax: number): Promise<Buffer>;
  /** Reads an entry through, and writes it to a new, flushed file if one is given. @throws AppError `invalid_request` */
  pour(path: string, file?: string): Promise<ReadContent>;
  close(): void;
}

/**
 * Opens a ZIP of strangers. Nothing is unpacked to paths that it names, and nothing grows beyond what it declares.
 * @param signal ends what is being read, and whatever would be read later, with its reason
 * @throws AppError `invalid_request` for anything but a sound ZIP of files within bounds
 */
export async function openZip(path: string, signal?: AbortSignal): Promise<OpenedZip> {
  const { size: zipBytes } = await stat(path);
  const zip = await opened(path);
  try {
    const entries = await readEntries(zip, zipBytes);
    const entryAt = (wanted: string): Entry => {
      const entry = entries.get(wanted);
      if (entry === undefined) throw refused(`Expected ${wanted} in the ZIP, found none`);
      return entry;
    };
    return {
      sizes: new Map([...entries].map(([name, { uncompressedSize }]) => [name, uncompressedSize])),
      read: async (wanted, bytesMax) => {
        const entry = entryAt(wanted);
        if (entry.uncompressedSize > bytesMax) {
          throw refused(`Expected at most ${bytesMax} bytes of ${wanted}, got ${entry.uncompressedSize}`);
        }
        const pieces: Buffer[] = [];
        await drain(zip, entry, (piece) => pieces.push(piece), { signal });
        return Buffer.concat(pieces);
      },
      pour: async (wanted, file) => {
        const entry = entryAt(wanted);
        const hash = createHash('sha256');
        await drain(zip, entry, (piece) => hash.update(piece), { file, signal });
        return { sha256: hash.digest('hex'), bytes: entry.uncompressedSize };
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError('invalid_request', message, { cause });
}

function opened(path: string): Promise<ZipFile> {
  return new Promise((resolve, reject) => {
    open(path, { lazyEntries: true, autoClose: false, strictFileNames: true }, (error, zip) => {
      if (error !== null) reject(refused('Expected a whole ZIP, got a file that is none or is cut short', error));
      else resolve(zip);
    });
  });
}

/** Reads the list of entries, which is checked one by one, so that a hostile one doesn't fill the memory. */
function readEntries(zip: ZipFile, zipBytes: number): Promise<ReadonlyMap<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let packed = 0;
    let unpacked = 0;
    const check = (entry: Entry): string | null => {
      const { fileName, compressionMethod, compressedSize, uncompressedSize } = entry;
      packed += compressedSize;
      unpacked += uncompressedSize;
      if (entry.fileNameLength > NAME_BYTES_MAX) return `Expected paths of at most ${NAME_BYTES_MAX} bytes`;
      if (entry.extraFieldLength + entry.fileCommentLength > EXTRA_BYTES_MAX)
        return 'Expected entries without comments';
      if (entries.has(fileName)) return `Expected each path once, found ${fileName} again`;
      if (entry.isEncrypted()) return 'Expected a ZIP without a password';
      if (!METHODS.includes(compressionMethod)) return `Expected stored or deflated files, got ${compressionMethod}`;
      // Entries that share their bytes would be larger together than the file.
      if (packed > zipBytes) return 'Expected entries that lie one after the other, found some that overlap';
      if (unpacked > Math.max(RATIO_MAX * zipBytes, SMALL_BYTES)) {
        return `Expected files of at most ${RATIO_MAX} times the bytes of the ZIP, got more`;
      }
      return null;
    };
    zip.on('error', (error: unknown) => reject(refused('Expected a ZIP with relative paths and a sound list', error)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      const fault = check(entry);
      if (fault !== null) {
        reject(refused(fault));
        return;
      }
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry);
      zip.readEntry();
    });
    if (zip.entryCount > PARCOURS_FILES_MAX) {
      reject(refused(`Expected at most ${PARCOURS_FILES_MAX} files in the ZIP, got ${zip.entryCount}`));
      return;
    }
    zip.readEntry();
  });
}

/** Reads an entry to its end, in pieces, and writes it to a file if one is given. */
async function drain(
  zip: ZipFile,
  entry: Entry,
  take: (piece: Buffer) => void,
  { file, signal }: { readonly file?: string | undefined; readonly signal: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const options = signal === undefined ? {} : { signal };
  try {
    const content = await new Promise<Readable>((resolve, reject) => {
      zip.openReadStream(entry, (error, stream) => (error === null ? resolve(stream) : reject(error)));
    });
    const watch = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        take(piece);
        done(null, file === undefined ? undefined : piece);
      },
    });
    if (file === undefined) await pipeline(content, watch.resume(), options);
    else await pipeline(content, watch, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }), options);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof Error && 'syscall' in error) throw error;
    throw refused(`Expected ${entry.fileName} to be as the ZIP declares it`, error);
  }
}
