import type { FileHandle, PrivateFile, PrivateFolder } from './private-folder.ts';

const PIECE_BYTES = 1024 * 1024;

/** The memory that all files share. */
export interface MemoryQuota {
  readonly maxBytes: number;
  usedBytes: number;
}

/** A file in pieces, so that growth copies nothing. */
interface MemoryFile {
  pieces: Uint8Array<ArrayBuffer>[];
  sizeBytes: number;
  changedAtMs: number;
  /** Created at the first read; null again after a write. */
  file: File | null;
}

/**
 * Creates a folder in memory that works like one of the private file system, for browsers without one. It ends with the
 * worker. Writing throws a QuotaExceededError if `quota` is used up.
 */
export function createMemoryFolder(quota: MemoryQuota): PrivateFolder {
  const files = new Map<string, MemoryFile>();
  return {
    async getFileHandle(name, { create = false } = {}) {
      const found = files.get(name);
      if (found === undefined && !create) throw new DOMException(`There is no file ${name}`, 'NotFoundError');
      const file = found ?? { pieces: [], sizeBytes: 0, changedAtMs: Date.now(), file: null };
      files.set(name, file);
      return privateFile(file, name, quota);
    },
    async removeEntry(name) {
      const file = files.get(name);
      if (file === undefined) throw new DOMException(`There is no file ${name}`, 'NotFoundError');
      resize(file, 0, quota);
      files.delete(name);
    },
    async *keys() {
      yield* [...files.keys()];
    },
  };
}

function privateFile(file: MemoryFile, name: string, quota: MemoryQuota): PrivateFile {
  return {
    async getFile() {
      file.file ??= new File([...wholePieces(file)], name, { lastModified: file.changedAtMs });
      return file.file;
    },
    createSyncAccessHandle: async () => openHandle(file, quota),
  };
}

function openHandle(file: MemoryFile, quota: MemoryQuota): FileHandle {
  const touch = (): void => {
    file.changedAtMs = Date.now();
    file.file = null;
  };
  return {
    read(bytes, { at }) {
      const length = Math.max(0, Math.min(bytes.length, file.sizeBytes - at));
      eachPart(file, at, length, (piece, from) => bytes.set(piece, from));
      return length;
    },
    write(bytes, { at }) {
      if (at + bytes.length > file.sizeBytes) resize(file, at + bytes.length, quota);
      eachPart(file, at, bytes.length, (piece, from) => piece.set(bytes.subarray(from, from + piece.length)));
      touch();
      return bytes.length;
    },
    truncate(sizeBytes) {
      resize(file, sizeBytes, quota);
      touch();
    },
    getSize: () => file.sizeBytes,
    flush: () => {},
    close: () => {},
  };
}

/** @throws DOMException `QuotaExceededError` if it would take more than the quota. */
function resize(file: MemoryFile, sizeBytes: number, quota: MemoryQuota): void {
  const count = Math.ceil(sizeBytes / PIECE_BYTES);
  const addedBytes = (count - file.pieces.length) * PIECE_BYTES;
  if (addedBytes > 0 && quota.usedBytes + addedBytes > quota.maxBytes) {
    throw new DOMException(`Expected at most ${quota.maxBytes} bytes in memory`, 'QuotaExceededError');
  }
  quota.usedBytes += addedBytes;
  while (file.pieces.length < count) file.pieces.push(new Uint8Array(PIECE_BYTES));
  file.pieces.length = count;
  file.sizeBytes = sizeBytes;
}

/** Calls `use` with each piece of a file's range, and with its offset in the range. */
function eachPart(
  { pieces }: MemoryFile,
  at: number,
  length: number,
  use: (part: Uint8Array<ArrayBuffer>, from: number) => void,
): void {
  for (let from = 0; from < length; ) {
    const begin = (at + from) % PIECE_BYTES;
    const piece = pieces[Math.floor((at + from) / PIECE_BYTES)];
    const end = Math.min(PIECE_BYTES, begin + length - from);
    if (piece !== undefined) use(piece.subarray(begin, end), from);
    from += end - begin;
  }
}

function wholePieces({ pieces, sizeBytes }: MemoryFile): Uint8Array<ArrayBuffer>[] {
  return pieces.map((piece, index) => piece.subarray(0, sizeBytes - index * PIECE_BYTES));
}
