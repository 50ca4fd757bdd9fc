import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Compression, type Header, PMTiles, SharedPromiseCache, type Source, TileType } from 'pmtiles';
import { codeOf, flush, unlessMissing } from './files.ts';

/** An archive's header and root directory are within this many bytes. */
const HEAD_BYTES = 16_384;

/** The map archive can't be used; the message names it and the reason. */
export class MapArchiveError extends Error {
  override readonly name = 'MapArchiveError';

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super(`Cannot use the map archive ${path} (MAP_PMTILES): ${reason}`, options);
  }
}

/** A PMTiles archive of vector tiles on the server's disk, which must not change while it is open. */
export interface MapArchive {
  /** Identifies the archive and its copies, in hexadecimal, by size, head and metadata: the whole may have 100 GB. */
  readonly tag: string;
  readonly header: Header;
  /** The archive's own description: attribution, layers. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** A tile's bytes as stored, compressed; null if the archive has no such tile. */
  readTile(zoom: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** Opens a map archive, which the caller closes. @throws MapArchiveError if it can't be read, here or by browsers */
export async function openMapArchive(path: string): Promise<MapArchive> {
  const file = await open(path).catch((cause: unknown) => {
    throw new MapArchiveError(path, reasonOf(cause), { cause });
  });
  try {
    return await readArchive(path, file);
  } catch (cause) {
    await file.close();
    throw cause instanceof MapArchiveError ? cause : new MapArchiveError(path, reasonOf(cause), { cause });
  }
}

async function readArchive(path: string, file: FileHandle): Promise<MapArchive> {
  const source: Source = {
    getKey: () => path,
    getBytes: async (offset, length) => ({ data: await readBytes(file, offset, length) }),
  };
  const cache = new SharedPromiseCache();
  const read = new PMTiles(source, cache);
  const header = await read.getHeader();
  if (header.tileType !== TileType.Mvt) throw new MapArchiveError(path, 'it has no vector tiles (MVT)');
  if (header.tileCompression !== Compression.Gzip && header.tileCompression !== Compression.None) {
    throw new MapArchiveError(path, 'its tiles are compressed by something else than gzip');
  }
  const { size } = await file.stat();
  const end = endOf(header);
  // After an interrupted download, or a copy to a full disk, tiles would be missing without any error.
  if (size < end) throw new MapArchiveError(path, `it has ${size} of ${end} bytes. Copy or cut it again, or unset it`);
  const metadata = await read.getMetadata();
  const head = new Uint8Array(await readBytes(file, 0, HEAD_BYTES));
  // Doesn't decompress tiles, because they are copied as stored.
  const readStored = (directories: SharedPromiseCache): PMTiles =>
    new PMTiles(source, directories, async (bytes) => bytes);
  let stored = readStored(cache);
  return {
    tag: createHash('sha256').update(`${size} `).update(head).update(JSON.stringify(metadata)).digest('hex'),
    header,
    metadata: isRecord(metadata) ? metadata : {},
    readTile: async (zoom, x, y) => {
      try {
        const tile = await stored.getZxy(zoom, x, y);
        return tile === undefined ? null : new Uint8Array(tile.data);
      } catch (error) {
        // The cache retains failed reads of directories forever.
        stored = readStored(new SharedPromiseCache());
        throw error;
      }
    },
    close: () => file.close(),
  };
}

/** Minimum size of an archive in bytes, from its header. */
function endOf(header: Header): number {
  const { tileDataOffset, tileDataLength = 0, leafDirectoryOffset, leafDirectoryLength = 0 } = header;
  return Math.max(tileDataOffset + tileDataLength, leafDirectoryOffset + leafDirectoryLength);
}

/** Reads bytes of a file; fewer than requested at its end. */
async function readBytes(file: FileHandle, offset: number, length: number): Promise<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let done = 0;
  while (done < length) {
    const { bytesRead } = await file.read(bytes, done, length - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return bytes.buffer.slice(0, done);
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such file. Correct the path, or unset it';
  if (code === 'EACCES') return `the user that runs this (id ${process.getuid?.() ?? 'unknown'}) may not read it`;
  if (code === 'EISDIR') return 'it is a folder. Name the file in it';
  const reason = error instanceof Error ? error.message : String(error);
  return code === undefined ? `it is no whole PMTiles archive (${reason}). Copy or cut it again, or unset it` : reason;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Identifies a stored extract and its content. */
export interface ExtractName {
  /** Identifies the archive and the bounding box: letters, digits and `-`. */
  readonly key: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly sha256: string;
}

/** A stored extract of the map. */
export interface StoredExtract extends ExtractName {
  readonly bytes: number;
  /** When it was last used, in milliseconds since 1970. */
  readonly usedAtMs: number;
}

/** The folder of map extracts. Losing one does no harm: it can be made again. */
export interface ExtractFiles {
  readonly folder: string;
  /** The extracts that existed when the folder was opened. */
  readonly stored: readonly StoredExtract[];
  /** Path of an extract, relative to `folder`. */
  pathOf(name: ExtractName): string;
  /** Stores an extract. Once resolved, it survives a power cut. */
  store(name: ExtractName, bytes: Uint8Array): Promise<void>;
  /** Records when an extract was last used; false if it was deleted. */
  touch(name: ExtractName, atMs: number): Promise<boolean>;
  /** Deletes an extract; does nothing if it does not exist. */
  remove(name: ExtractName): Promise<void>;
}

/** Opens the extracts below `dataDir`: creates the folder, and deletes incomplete extracts. */
export async function openExtractFiles(dataDir: string): Promise<ExtractFiles> {
  const folder = join(dataDir, 'map-extracts');
  await mkdir(folder, { recursive: true });
  const stored: StoredExtract[] = [];
  for (const entry of await readdir(folder)) {
    const [, key, sha256] = /^([\w-]+)\.([0-9a-f]{64})\.pmtiles$/.exec(entry) ?? [];
    if (key === undefined || sha256 === undefined) await rm(join(folder, entry), { recursive: true, force: true });
    else {
      const { size, mtimeMs } = await stat(join(folder, entry));
      stored.push({ key, sha256, bytes: size, usedAtMs: mtimeMs });
    }
  }
  return {
    folder,
    stored,
    pathOf,
    store: async (name, bytes) => {
      const unfinished = join(folder, `${randomUUID()}.unfinished`);
      try {
        await writeFile(unfinished, bytes, { flush: true });
        await rename(unfinished, join(folder, pathOf(name)));
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      await flush(folder);
    },
    touch: async (name, atMs) => {
      const touched = utimes(join(folder, pathOf(name)), atMs / 1000, atMs / 1000).then(() => true);
      return (await unlessMissing(touched)) ?? false;
    },
    remove: (name) => rm(join(folder, pathOf(name)), { force: true }),
  };
}

function pathOf({ key, sha256 }: ExtractName): string {
  return `${key}.${sha256}.pmtiles`;
}
