import { type Database, openAnyVersion, openDatabase, type Reader } from '../database.ts';
import type { Table } from './catalogue.ts';
import { countRows } from './sync-tables.ts';

/**
 * Opens a PostgreSQL database to fill it, and creates its tables. Returns null if it has tables of another version,
 * unless a killed process had only begun to create them.
 *
 * @throws DatabaseAddressError
 */
export async function openTarget(url: string, dataDir: string, tables: readonly Table[]): Promise<Database | null> {
  const found = await openAnyVersion({ dataDir, url });
  try {
    if (found?.version === 'other') return null;
    if (found?.version === 'older' && !(await areEmpty(found.reader, tables))) return null;
  } finally {
    await found?.close();
  }
  return openDatabase({ dataDir, url });
}

/** The table that a server's first start writes before anyone has stored anything. */
const OF_SERVERS = 'fingerprints';

/** Whether nobody has stored anything in these tables; missing tables count as empty. */
export async function areEmpty(reader: Reader, tables: readonly Table[]): Promise<boolean> {
  for (const { name } of tables) {
    if (name !== OF_SERVERS && (await reader.schema.hasTable(name)) && (await countRows(reader, name)) > 0)
      return false;
  }
  return true;
}
