import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { unlessMissing } from '../../../server/store/files.ts';
import { listTables } from './catalogue.ts';
import { isOnPostgres, withDatabase } from './test-database.ts';

/** How often a search begins anew. */
const SEARCHES_MAX = 10;

/**
 * Searches every file below a folder, as bytes; anew if one was moved or deleted meanwhile, as by a server's sweep.
 *
 * @returns for each of these that was found its name and the file, `name in media/ab/abc.wav`, sorted.
 */
export async function findBytes(folder: string, wanted: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  for (let searches = 1; searches < SEARCHES_MAX; searches++) {
    const found = await unlessMissing(searchFiles(folder, wanted));
    if (found !== undefined) return found;
  }
  return searchFiles(folder, wanted);
}

async function searchFiles(folder: string, wanted: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    for (const [name, part] of Object.entries(wanted)) {
      if (bytes.includes(part)) found.push(`${name} in ${relative(folder, path)}`);
    }
  }
  return found.sort();
}

/**
 * Searches all that a server keeps in its data folder, and on PostgreSQL every row.
 *
 * @returns as {@link findBytes}; `name in accounts` for a table.
 */
export async function findStored(
  dataDir: string,
  wanted: Readonly<Record<string, string | Buffer>>,
): Promise<string[]> {
  const inFiles = await findBytes(dataDir, wanted);
  return isOnPostgres() ? [...inFiles, ...(await findInRows(dataDir, wanted))].sort() : inFiles;
}

async function findInRows(dataDir: string, wanted: Readonly<Record<string, string | Buffer>>): Promise<string[]> {
  return withDatabase(dataDir, async (database) => {
    const found: string[] = [];
    for (const table of await listTables(database.reader)) {
      const text = Buffer.from(JSON.stringify(await database.reader(table)));
      for (const [name, part] of Object.entries(wanted)) if (text.includes(part)) found.push(`${name} in ${table}`);
    }
    return found;
  });
}
