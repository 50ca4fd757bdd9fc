import { countRows } from '../store/aggregates.ts';
import type { Database, Reader, Transactor } from '../store/database.ts';
import * as sqlite from '../store/sqlite.ts';
import * as postgres from './postgres.ts';
import {
  createDigest,
  fieldsOf,
  hasKeyOf,
  hasValuesOf,
  keysOf,
  keyTextOf,
  type Row,
  readParts,
  readSame,
  readWhere,
  type Table,
  valuesOf,
} from './table-rows.ts';

/** The database that receives the rows. Nothing else may write to it meanwhile. */
type CopyTarget = Pick<Database, 'reader' | 'transact'>;

/** Progress of a copy, reported after each part of a table. */
export interface CopyProgress {
  readonly table: string;
  readonly step: 'delete' | 'write' | 'verify';
  /** Rows of the table that were examined in this step. */
  readonly rows: number;
  /** How many of them were deleted or written. */
  readonly changed: number;
}

type OnProgress = (progress: CopyProgress) => void;

/** A table on both sides. */
export interface ComparedTable {
  readonly name: string;
  readonly sourceRows: number;
  readonly targetRows: number;
  readonly sourceDigest: string;
  /** SHA-256 over the target's rows with the same keys. */
  readonly targetDigest: string;
  /** Rows of the source whose texts have characters that the target can't store. */
  readonly changedTexts: number;
}

/**
 * Makes the target's tables equal to those of a source that doesn't change; returns how many rows were deleted or
 * written. Equal rows are not written, and each part is one transaction, so an interrupted copy continues where it
 * stopped.
 */
export async function syncTables(
  source: Reader,
  target: CopyTarget,
  tables: readonly Table[],
  onProgress: OnProgress,
): Promise<number> {
  let changed = 0;
  // Referenced rows are written before, and deleted after, the rows that refer to them.
  for (const table of tables) changed += await writeDifferent(source, target, table, onProgress);
  for (const table of tables.toReversed()) changed += await deleteGone(source, target, table, onProgress);
  return changed;
}

/** Reads all rows of both sides again and compares them. */
export async function compareTables(
  source: Reader,
  target: Reader,
  tables: readonly Table[],
  onProgress: OnProgress,
): Promise<ComparedTable[]> {
  const compared: ComparedTable[] = [];
  for (const table of tables) {
    const [inSource, inTarget] = [createDigest(), createDigest()];
    let [sourceRows, changedTexts] = [0, 0];
    for await (const rows of readParts(source, table)) {
      const copies = byKey(table, await readSame(target, table, rows));
      for (const row of rows) {
        inSource.add(row);
        const copy = copies.get(keyTextOf(table, row));
        if (copy !== undefined) inTarget.add(copy);
      }
      sourceRows += rows.length;
      changedTexts += rows.filter(({ hadNul }) => hadNul).length;
      onProgress({ table: table.name, step: 'verify', rows: sourceRows, changed: 0 });
    }
    const targetRows = await countRows(target(table.name));
    compared.push({
      name: table.name,
      sourceRows,
      targetRows,
      sourceDigest: inSource.end(),
      targetDigest: inTarget.end(),
      changedTexts,
    });
  }
  return compared;
}

/** Whether a table is the same on both sides. */
export function isSame({ sourceRows, targetRows, sourceDigest, targetDigest }: ComparedTable): boolean {
  return sourceRows === targetRows && sourceDigest === targetDigest;
}

async function deleteGone(source: Reader, target: CopyTarget, table: Table, onProgress: OnProgress): Promise<number> {
  let [rows, changed] = [0, 0];
  const keys = keysOf(table);
  for await (const part of readParts(target.reader, keys)) {
    const existing = byKey(keys, await readSame(source, keys, part));
    const gone = part.filter((key) => !existing.has(keyTextOf(keys, key)));
    if (gone.length > 0) await target.transact((tx) => tx(table.name).where(hasKeyOf(keys, gone)).delete());
    rows += part.length;
    changed += gone.length;
    onProgress({ table: table.name, step: 'delete', rows, changed });
  }
  return changed;
}

async function writeDifferent(
  source: Reader,
  target: CopyTarget,
  table: Table,
  onProgress: OnProgress,
): Promise<number> {
  let [rows, changed] = [0, 0];
  for await (const part of readParts(source, table)) {
    const copies = byKey(table, await readSame(target.reader, table, part));
    const different = part.filter((row) => copies.get(keyTextOf(table, row))?.text !== row.text);
    if (different.length > 0) {
      await target.transact(async (tx) => {
        await clearWay(source, tx, table, different);
        await tx(table.name)
          .insert(different.map((row) => fieldsOf(table, row)))
          .onConflict([...table.key])
          .merge();
      });
    }
    rows += part.length;
    changed += different.length;
    onProgress({ table: table.name, step: 'write', rows, changed });
  }
  return changed;
}

/**
 * Deletes target rows that hold a unique value of a row about to be written. They differ from the source, so they, and
 * rows that went with them, are rewritten later.
 */
async function clearWay(source: Reader, tx: Transactor, table: Table, different: readonly Row[]): Promise<void> {
  for (const unique of table.uniques) {
    const owners = new Map<string, Set<string>>();
    const sought = different.filter((row) => !valuesOf(table, unique, row).includes(null));
    for (const row of sought) {
      const text = JSON.stringify(valuesOf(table, unique, row));
      owners.set(text, (owners.get(text) ?? new Set()).add(keyTextOf(table, row)));
    }
    if (sought.length === 0) continue;
    const found = await readWhere(tx, table, hasValuesOf(table, unique, sought));
    const others = found.filter((row) => {
      const keys = owners.get(JSON.stringify(valuesOf(table, unique, row))) ?? new Set();
      return keys.size > (keys.has(keyTextOf(table, row)) ? 1 : 0);
    });
    const origins = byKey(table, await readSame(source, table, others));
    const inTheWay = others.filter((row) => origins.get(keyTextOf(table, row))?.text !== row.text);
    if (inTheWay.length > 0) await tx(table.name).where(hasKeyOf(table, inTheWay)).delete();
  }
}

function byKey(table: Table, rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [keyTextOf(table, row), row]));
}

interface CounterSource {
  readonly dialect: Database['dialect'];
  readonly reader: Reader;
}

/** Sets the target's id counters to the source's, so that it never reuses an id, not even of a deleted row. */
export async function copyCounters(
  source: CounterSource,
  target: Pick<Database, 'dialect' | 'transact'>,
  tables: readonly Table[],
): Promise<void> {
  const names = tables.filter(({ isCounted }) => isCounted).map(({ name }) => name);
  const counters = await driverOf(source).readCounters(source.reader, names);
  const { writeCounter } = driverOf(target);
  await target.transact(async (tx) => {
    for (const name of names) await writeCounter(tx, name, counters.get(name));
  });
}

function driverOf({ dialect }: Pick<Database, 'dialect'>): typeof postgres | typeof sqlite {
  return dialect === 'postgres' ? postgres : sqlite;
}
