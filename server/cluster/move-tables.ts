import { type Clock, stamp } from '../domain/clock.ts';
import { countRows } from '../store/aggregates.ts';
import type { Database, ReadDatabase, Reader } from '../store/database.ts';
import { counted, createTicker, MoveError, type Say } from './move-progress.ts';
import { beginMove, findMove, madeAt } from './move-records.ts';
import { openAnyVersion, openDatabase } from './open-stores.ts';
import {
  type ComparedTable,
  type CopyProgress,
  compareTables,
  copyCounters,
  isSame,
  syncTables,
} from './sync-tables.ts';
import type { Table } from './table-rows.ts';

/** The source and the target of the rows. */
export interface TableMove {
  /** The data folder, as messages to the operator name it. */
  readonly dataDir: string;
  readonly source: ReadDatabase;
  readonly target: Database;
  readonly tables: readonly Table[];
}

/** Notes in the target that a move begins. @throws MoveError if rows would be lost that no such move has brought */
export async function beginTables({ dataDir, source, target, tables }: TableMove, clock: Clock): Promise<void> {
  const source_made_at = await madeAt(source.reader);
  // In one transaction, because an operator's command may be changing something there.
  await target.transact(async (tx) => {
    const before = await findMove(tx);
    const begin = 'To begin anew, name an empty database.';
    if (before === undefined && !(await areEmpty(tx, tables))) {
      throw new MoveError(`There are rows in the database that no move has brought: it serves somebody else. ${begin}`);
    }
    if (before !== undefined && before.used_at !== null) {
      throw new MoveError(
        `The database is in use since ${before.used_at}: a move would replace what has been stored there. ${begin}`,
      );
    }
    if (before !== undefined && before.source_made_at !== source_made_at) {
      throw new MoveError(`The database has the rows of ${before.source}, and not of ${dataDir}. ${begin}`);
    }
    await beginMove(tx, { source: dataDir, source_made_at, begun_at: stamp(clock) });
  });
}

/** Makes the target's tables equal to a snapshot's, and compares all of them. @throws MoveError if they differ */
export async function moveTables(
  { source, target, tables }: Omit<TableMove, 'dataDir'>,
  clock: Clock,
  say: Say,
): Promise<void> {
  const tick = createTicker(say, clock);
  const onProgress = (progress: CopyProgress): void => tick(describe(progress));
  const changed = await syncTables(source.reader, target, tables, onProgress);
  await copyCounters(source, target, tables);
  say(`${counted(changed, 'row')} written or deleted`);
  const compared = await compareTables(source.reader, target.reader, tables, onProgress);
  const width = Math.max(...compared.map(({ name }) => name.length));
  for (const table of compared) say(`  ${table.name.padEnd(width)}  ${describeCompared(table)}`);
  const different = compared.filter((table) => !isSame(table));
  if (different.length > 0) {
    const names = different.map(({ name }) => name).join(', ');
    throw new MoveError(`These tables differ on both sides: ${names}. Did something else write to the new database?`);
  }
  const rows = compared.reduce((sum, { targetRows }) => sum + targetRows, 0);
  say(`${counted(rows, 'row')} in ${counted(compared.length, 'table')}: the same on both sides`);
}

function describe({ table, step, rows, changed }: CopyProgress): string {
  if (step === 'verify') return `comparing ${table}: ${counted(rows, 'row')}`;
  const done = step === 'write' ? 'written' : 'deleted';
  return `copying ${table}: ${counted(rows, 'row')} looked at, ${changed.toLocaleString('en')} ${done}`;
}

function describeCompared(table: ComparedTable): string {
  const { sourceRows, targetRows, sourceDigest, targetDigest, changedTexts } = table;
  const one = `${counted(sourceRows, 'row')}, SHA-256 ${sourceDigest.slice(0, 16)}`;
  const without = changedTexts === 0 ? '' : `, ${counted(changedTexts, 'row')} without their NUL characters`;
  if (isSame(table)) return `${one}${without}`;
  return `${one}; there: ${counted(targetRows, 'row')}, SHA-256 ${targetDigest.slice(0, 16)}`;
}

/**
 * Opens a PostgreSQL database to fill it; null if it has tables of another version, unless a killed process had only
 * begun to create them. @throws DatabaseAddressError
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
async function areEmpty(reader: Reader, tables: readonly Table[]): Promise<boolean> {
  for (const { name } of tables) {
    if (name !== OF_SERVERS && (await reader.schema.hasTable(name)) && (await countRows(reader(name))) > 0)
      return false;
  }
  return true;
}
