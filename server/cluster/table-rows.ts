import { createHash, type Hash } from 'node:crypto';
import type { Knex } from 'knex';
import { NOT_COPIED, type Reader } from '../store/database.ts';

/** How a column's values are read and written: the drivers return the same value in different types. */
type ColumnKind = 'text' | 'number' | 'boolean';

/** A table whose rows are copied. */
export interface Table {
  readonly name: string;
  /** In the table's own order. */
  readonly columns: ReadonlyMap<string, ColumnKind>;
  readonly key: readonly string[];
  /** Columns of each other unique index; some of these indexes cover only part of the rows. */
  readonly uniques: readonly (readonly string[])[];
  /** Whether the database assigns the ids from a counter, and never reuses one. */
  readonly isCounted: boolean;
}

/** Tables that are not copied: each database fills some by itself, and copies leave the others empty. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'knex_migrations',
  'knex_migrations_lock',
  'moves',
  // Filled by triggers.
  'list_versions',
  ...NOT_COPIED,
]);

const KINDS: ReadonlyMap<string, ColumnKind> = new Map([
  ['text', 'text'],
  ['integer', 'number'],
  ['bigint', 'number'],
  ['float', 'number'],
  ['boolean', 'boolean'],
]);

/**
 * Reads the tables to copy from the SQLite database that is one end of each copy, each after those that it refers to.
 * @throws Error for a table without a primary key, or with a column type that copies don't support
 */
export async function readCatalogue(sqlite: Reader): Promise<Table[]> {
  const rows: { name: string; sql: string }[] = await sqlite('sqlite_master')
    .where({ type: 'table' })
    .orderBy('name')
    .select('name', 'sql');
  const tables: { table: Table; parents: ReadonlySet<string> }[] = [];
  for (const { name, sql } of rows) {
    if (LEFT_OUT.has(name) || name.startsWith('sqlite_')) continue;
    const table = await readTable(sqlite, name, /\bautoincrement\b/i.test(sql));
    tables.push({ table, parents: await readParents(sqlite, name) });
  }
  const sorted: Table[] = [];
  while (sorted.length < tables.length) {
    const free = tables.filter(
      ({ table, parents }) =>
        !sorted.includes(table) && sorted.filter(({ name }) => parents.has(name)).length === parents.size,
    );
    if (free.length === 0) throw new Error('Expected tables that refer to one another in one direction, got a circle');
    sorted.push(...free.map(({ table }) => table));
  }
  return sorted;
}

async function readTable(sqlite: Reader, name: string, isCounted: boolean): Promise<Table> {
  const columns: { name: string; type: string; pk: number }[] = await sqlite.raw(
    'SELECT name, type, pk FROM pragma_table_info(?) ORDER BY cid',
    [name],
  );
  const key = columns.filter(({ pk }) => pk > 0).sort((one, other) => one.pk - other.pk);
  if (key.length === 0) throw new Error(`Expected a primary key of ${name}, got none`);
  return {
    name,
    columns: new Map(columns.map((column) => [column.name, kindOf(name, column)])),
    key: key.map((column) => column.name),
    uniques: await readUniques(sqlite, name),
    isCounted,
  };
}

function kindOf(table: string, { name, type }: { readonly name: string; readonly type: string }): ColumnKind {
  const kind = KINDS.get(type.toLowerCase());
  if (kind === undefined) throw new Error(`Expected ${[...KINDS.keys()].join(', ')} in ${table}.${name}, got ${type}`);
  return kind;
}

/** Origin `pk` is the primary key itself. */
async function readUniques(sqlite: Reader, table: string): Promise<string[][]> {
  const columns: { index: string; column: string }[] = await sqlite.raw(
    `SELECT list.name AS "index", info.name AS "column"
      FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
      WHERE list."unique" AND list.origin <> 'pk' ORDER BY list.name, info.seqno`,
    [table],
  );
  const uniques = new Map<string, string[]>();
  for (const { index, column } of columns) uniques.set(index, [...(uniques.get(index) ?? []), column]);
  return [...uniques.values()];
}

async function readParents(sqlite: Reader, table: string): Promise<ReadonlySet<string>> {
  const rows: { parent: string }[] = await sqlite.raw('SELECT "table" AS parent FROM pragma_foreign_key_list(?)', [
    table,
  ]);
  return new Set(rows.map(({ parent }) => parent));
}

/** A value in the form that both databases share. */
type Value = string | number | boolean | null;

/** A row's values, in the order of the table's columns, whichever database it was read from. */
export interface Row {
  readonly values: readonly Value[];
  /** JSON of the values: equal rows have equal texts. */
  readonly text: string;
  /** Whether a text in it had NUL characters, which PostgreSQL rejects; they are removed. */
  readonly hadNul: boolean;
}

/** SQLite accepts no more rows in one statement. */
const ROWS_MAX = 500;
/** Maximum size of a part of a table in bytes of JSON, approximately: one shape may take a megabyte. */
const PART_BYTES = 2 ** 22;

const NUL = '\u0000';

/** Reads a table's rows part by part, in the order of their keys in that database. */
export async function* readParts(reader: Reader, table: Table): AsyncGenerator<readonly Row[]> {
  let after: readonly Value[] | null = null;
  for (let limit = ROWS_MAX; ; ) {
    const query: Knex.QueryBuilder = reader(table.name).select([...table.columns.keys()]);
    if (after !== null) query.where(isAfter(reader, table, after));
    const rows = (await query.orderBy([...table.key]).limit(limit)).map((row: Fields) => toRow(table, row));
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    after = keyOf(table, last);
    const bytes = rows.reduce((sum: number, { text }: Row) => sum + text.length, 0);
    limit = Math.min(ROWS_MAX, Math.max(1, Math.floor((rows.length * PART_BYTES) / bytes)));
  }
}

/** Finds the rows with the keys of these rows in another database; the order is arbitrary. */
export async function readSame(reader: Reader, table: Table, rows: readonly Row[]): Promise<Row[]> {
  // By key, not by position: PostgreSQL sorts texts by its locale, and SQLite by bytes.
  return rows.length === 0 ? [] : readWhere(reader, table, hasKeyOf(table, rows));
}

/** The rows for which a condition holds. */
export async function readWhere(reader: Reader, table: Table, condition: Knex.QueryCallback): Promise<Row[]> {
  const found: Fields[] = await reader(table.name)
    .where(condition)
    .select([...table.columns.keys()]);
  return found.map((row) => toRow(table, row));
}

/** The table without the columns that are not in its key. */
export function keysOf(table: Table): Table {
  return { ...table, columns: new Map([...table.columns].filter(([name]) => table.key.includes(name))) };
}

/** A condition for rows with the same keys as these. */
export function hasKeyOf(table: Table, rows: readonly Row[]): Knex.QueryCallback {
  return hasValuesOf(table, table.key, rows);
}

/** A condition for rows with the same values in the columns `names` as these. */
export function hasValuesOf(table: Table, names: readonly string[], rows: readonly Row[]): Knex.QueryCallback {
  const [only, ...others] = names;
  const sought = rows.map((row) => valuesOf(table, names, row));
  return (query) => {
    if (only !== undefined && others.length === 0) query.whereIn(only, sought.flat());
    else query.whereIn([...names], sought);
  };
}

/** A row's key as a string, for lookups. */
export function keyTextOf(table: Table, row: Row): string {
  return JSON.stringify(keyOf(table, row));
}

/** The row as an object for knex to write. */
export function fieldsOf(table: Table, row: Row): Fields {
  return Object.fromEntries([...table.columns.keys()].map((name, index) => [name, row.values[index]]));
}

/** SHA-256 over rows, added one after another. */
export function createDigest(): { add(row: Row): void; end(): string } {
  const hash: Hash = createHash('sha256');
  return { add: ({ text }) => hash.update(text).update('\n'), end: () => hash.digest('hex') };
}

interface Fields {
  readonly [name: string]: unknown;
}

function keyOf(table: Table, row: Row): readonly Value[] {
  return valuesOf(table, table.key, row);
}

/** A row's values in the columns `names`. */
export function valuesOf(table: Table, names: readonly string[], row: Row): Value[] {
  const columns = [...table.columns.keys()];
  return names.map((name) => row.values[columns.indexOf(name)] ?? null);
}

function isAfter(reader: Reader, { key }: Table, after: readonly Value[]): Knex.Raw {
  const [names, values] = [key.map(() => '??').join(', '), after.map(() => '?').join(', ')];
  return reader.raw(`(${names}) > (${values})`, [...key, ...after]);
}

function toRow(table: Table, fields: Fields): Row {
  const values = [...table.columns].map(([name, kind]) => toValue(fields[name], kind, `${table.name}.${name}`));
  const hadNul = Object.values(fields).some((value) => typeof value === 'string' && value.includes(NUL));
  return { values, text: JSON.stringify(values), hadNul };
}

/** Some drivers return numbers as texts, and SQLite has no booleans. */
function toValue(value: unknown, kind: ColumnKind, where: string): Value {
  if (value === null) return null;
  if (kind === 'text' && typeof value === 'string') return value.replaceAll(NUL, '');
  if (kind === 'boolean' && (typeof value === 'boolean' || value === 0 || value === 1)) return Boolean(value);
  const number =
    kind === 'number' && (typeof value === 'number' || typeof value === 'string') ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) throw new Error(`Expected a ${kind} in ${where}, got ${typeof value}`);
  return number;
}
