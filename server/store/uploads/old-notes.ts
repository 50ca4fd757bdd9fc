import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UserId } from '../../../contracts/vocabulary.ts';
import { unlessMissing } from '../files.ts';
import { partFolderOf } from './part-files.ts';
import type { UnfinishedRow } from './unfinished.ts';

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
