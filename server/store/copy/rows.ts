import { createHash, type Hash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Reader } from '../database.ts';
import type { ColumnKind, Table } from './catalogue.ts';

/** A value in the form that both databases share. */
export type Value = string | number | boolean | null;

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
