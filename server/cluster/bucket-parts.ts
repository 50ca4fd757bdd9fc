import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type MediaFiles, writeAll } from '../store/files.ts';
import type { PartFile, PartStore } from '../store/upload-parts.ts';
import type { ObjectStore } from './object-store.ts';

const PREFIX = 'uploads/';

/** Size at which a piece is stored in the bucket; a killed server loses at most that much. */
export const PIECE_BYTES = 4 * 2 ** 20;

/** An object with a range of an upload's bytes. */
interface Piece {
  readonly key: string;
  readonly offset: number;
  readonly bytes: number;
}

/**
 * Opens a store of uploads in parts in a bucket, as objects `uploads/ID/OFFSET-LENGTH-NUMBER`. If a sender resumes over
 * another connection, pieces may overlap, with equal content; the random number keeps two servers from writing one
 * object.
 */
export function createPartObjects(objects: ObjectStore, { incomingDir }: Pick<MediaFiles, 'incomingDir'>): PartStore {
  async function piecesOf(id: string): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for await (const { key, bytes } of objects.list(`${PREFIX}${id}/`)) {
      const [, offset] = /\/(\d+)-\d+-\w+$/.exec(key) ?? [];
      if (offset !== undefined) pieces.push({ key, offset: Number(offset), bytes });
    }
    return pieces;
  }

  const chainOf = async (id: string): Promise<Piece[]> => coveringChain(await piecesOf(id));

  return {
    isOnDisk: false,
    begin: async () => undefined,
    bytesOf: async (id) => endOf(await chainOf(id)),
    openAt: (id, offset) => openPiece(objects, `${PREFIX}${id}/`, join(incomingDir, randomUUID()), offset),
    toIncoming: async (id, bytes) => {
      const path = join(incomingDir, randomUUID());
      const file = await open(path, 'wx');
      try {
        let at = 0;
        for (const piece of await chainOf(id)) at = await copyPiece(objects, piece, file, at);
        if (at !== bytes) throw new Error(`Expected ${bytes} bytes of upload ${id}, got ${at}`);
        await file.sync();
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await file.close();
      }
      return path;
    },
    remove: async (id) => {
      for (const { key } of await piecesOf(id)) await objects.remove(key);
    },
    list: async () => {
      const ids = new Set<string>();
      for await (const { key } of objects.list(PREFIX)) {
        const [id = ''] = key.slice(PREFIX.length).split('/');
        ids.add(id);
      }
      return [...ids];
    },
  };
}

/** Selects pieces that cover the bytes from the first one without a gap: at each step the one that reaches furthest. */
function coveringChain(pieces: readonly Piece[]): Piece[] {
  const sorted = [...pieces].sort((one, other) => one.offset - other.offset);
  const chain: Piece[] = [];
  let best: Piece | undefined;
  for (const piece of sorted) {
    if (best !== undefined && piece.offset > endOf(chain)) {
      chain.push(best);
      best = undefined;
    }
    if (piece.offset > endOf(chain)) break;
    if (piece.offset + piece.bytes > (best === undefined ? endOf(chain) : best.offset + best.bytes)) best = piece;
  }
  return best === undefined ? chain : [...chain, best];
}

function endOf(chain: readonly Piece[]): number {
  const last = chain.at(-1);
  return last === undefined ? 0 : last.offset + last.bytes;
}

/** Copies a piece's bytes from `at` on, and returns the piece's end. */
async function copyPiece(objects: ObjectStore, { key, offset, bytes }: Piece, file: FileHandle, at: number) {
  const found = await objects.get(key, { start: at - offset, end: bytes - 1 });
  if (found === undefined) throw new Error(`Expected the piece ${key}, found none`);
  let end = at;
  for await (const chunk of found.stream as AsyncIterable<Uint8Array>) {
    await writeAll(file, chunk, end);
    end += chunk.length;
  }
  return end;
}

/** Collects bytes in a file, and stores it as an object whenever it is long enough, and at the end. */
async function openPiece(objects: ObjectStore, prefix: string, path: string, offset: number): Promise<PartFile> {
  const file = await open(path, 'wx');
  let start = offset;
  let collected = 0;
  const put = async (): Promise<void> => {
    const [from, bytes] = [start, collected];
    // If the store fails, the sender learns how many bytes have arrived and resends the rest.
    start += bytes;
    collected = 0;
    await objects.put(`${prefix}${from}-${bytes}-${randomUUID().slice(0, 8)}`, path);
    await file.truncate(0);
  };
  return {
    append: async (piece) => {
      await writeAll(file, piece, collected);
      collected += piece.length;
      if (collected >= PIECE_BYTES) await put();
    },
    close: async () => {
      try {
        if (collected > 0) await put();
      } finally {
        await file.close();
        await rm(path, { force: true });
      }
    },
  };
}
