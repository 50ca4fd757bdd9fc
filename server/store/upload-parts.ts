import { constants } from 'node:fs';
import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserId } from '../../contracts/vocabulary.ts';
import type { Reader } from './database.ts';
import { linkToIncoming, type MediaFiles, sizeOf, unlessMissing, writeAll } from './files.ts';
import { listKnown, type UnfinishedRow } from './uploads.ts';

/** An upload's bytes, open for appending. */
export interface PartFile {
  /** Appends a piece; it stays even if a later piece fails or the sender disconnects. */
  append(piece: Uint8Array): Promise<void>;
  /** Must be called at the end, even after a failure; appended pieces remain. */
  close(): Promise<void>;
}

/** Stores the bytes of uploads in parts, by upload id. */
export interface PartStore {
  /** Whether the bytes are on this server's disk. */
  readonly isOnDisk: boolean;
  /** Prepares the storage of an upload; existing bytes remain: the sender may have missed an earlier response. */
  begin(id: string): Promise<void>;
  bytesOf(id: string): Promise<number>;
  /** Opens an upload to append at `offset`, where its bytes end. The caller closes it. */
  openAt(id: string, offset: number): Promise<PartFile>;
  /** Writes an upload's first `bytes` to a file of the incoming folder, flushed. The caller moves or deletes it. */
  toIncoming(id: string, bytes: number): Promise<string>;
  /** Deletes an upload's bytes; does nothing if there are none. */
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
}

function partFolderOf(dataDir: string): string {
  return join(dataDir, 'drop-ici.resumable');
}

/** Opens the uploads in parts below `dataDir`, one file each; creates the folder if needed. */
export async function openPartFiles(dataDir: string, mediaFiles: MediaFiles): Promise<PartStore> {
  const folder = partFolderOf(dataDir);
  await mkdir(folder, { recursive: true });
  const pathOf = (id: string): string => join(folder, id);
  return {
    isOnDisk: true,
    begin: (id) => writeFile(pathOf(id), '', { flag: 'a' }),
    bytesOf: async (id) => (await sizeOf(pathOf(id))) ?? 0,
    openAt: async (id, offset) => {
      // Created if missing: after a crash, or after restoring a back-up, which has no such file.
      const file = await open(pathOf(id), constants.O_RDWR | constants.O_CREAT);
      let at = offset;
      return {
        append: async (piece) => {
          await writeAll(file, piece, at);
          at += piece.length;
        },
        close: () => file.close(),
      };
    },
    toIncoming: (id) => linkToIncoming(mediaFiles, pathOf(id)),
    remove: (id) => rm(pathOf(id), { recursive: true, force: true }),
    list: () => readdir(folder),
  };
}

/** The ids for which bytes are stored without an upload. */
export async function listStrayParts(reader: Reader, parts: PartStore): Promise<string[]> {
  // First, because a row is added before its bytes.
  const ids = await parts.list();
  const known = await listKnown(reader, ids);
  return ids.filter((id) => !known.has(id));
}

const NOTE_EXTENSION = '.json';

/** An upload in parts that an older version recorded in a file beside its bytes instead of the database. */
export interface OldNote {
  /** Null if the file is damaged, or its bytes are missing. */
  readonly row: UnfinishedRow | null;
  remove(): Promise<void>;
}

/** Reads an older version's notes from a data folder. */
export async function readOldNotes(dataDir: string): Promise<OldNote[]> {
  const folder = partFolderOf(dataDir);
  const names = (await unlessMissing(readdir(folder))) ?? [];
  const notes: OldNote[] = [];
  for (const name of names) {
    if (!name.endsWith(NOTE_EXTENSION)) continue;
    const id = name.slice(0, -NOTE_EXTENSION.length);
    const path = join(folder, name);
    notes.push({
      row: names.includes(id) ? parse(id, await readFile(path, 'utf8')) : null,
      remove: () => rm(path, { force: true }),
    });
  }
  return notes;
}

/** Parses the format of the package `@tus/file-store`. */
function parse(id: string, text: string): UnfinishedRow | null {
  try {
    const { size, metadata } = JSON.parse(text) as { size?: unknown; metadata?: Record<string, unknown> };
    const { owner, key, created } = metadata ?? {};
    const account = UserId.safeParse(Number(owner));
    if (typeof size !== 'number' || typeof created !== 'string' || !account.success) return null;
    return {
      id,
      account_id: account.data,
      key: typeof key === 'string' ? key : null,
      size_bytes: size,
      created_at: created,
    };
  } catch {
    return null;
  }
}
