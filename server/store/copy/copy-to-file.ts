import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DATABASE_FILE, openDatabase, openToRead, type ReadDatabase } from '../database.ts';
import { readCatalogue } from './catalogue.ts';
import { copyCounters } from './counters.ts';
import { compareTables, isSame, syncTables } from './sync-tables.ts';

/**
 * Copies a consistent snapshot of a database into a new file in a folder while servers keep using it. A server can be
 * started on this file of a back-up.
 */
export async function copyToFile(source: ReadDatabase, folder: string): Promise<void> {
  const file = join(folder, DATABASE_FILE);
  if (source.dialect === 'sqlite') {
    await source.copyTo(file);
    return;
  }
  const building = join(folder, 'building');
  await rm(building, { recursive: true, force: true });
  await fillFile(source, building);
  const filled = await openToRead({ dataDir: building, url: null });
  // In one file, as the back-up of an SQLite file is.
  await filled?.copyTo(file);
  await filled?.close();
  await rm(building, { recursive: true });
}

async function fillFile(source: ReadDatabase, dataDir: string): Promise<void> {
  const target = await openDatabase({ dataDir, url: null });
  const silent = (): void => undefined;
  try {
    const tables = await readCatalogue(target.reader);
    await source.reader.transaction(
      async (reader) => {
        await syncTables(reader, target, tables, silent);
        await copyCounters({ dialect: source.dialect, reader }, target, tables);
        const different = (await compareTables(reader, target.reader, tables, silent)).filter(
          (table) => !isSame(table),
        );
        if (different.length > 0) {
          throw new Error(
            `Expected a copy with the same rows, got others in ${different.map(({ name }) => name).join(', ')}`,
          );
        }
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );
  } finally {
    await target.close();
  }
}
