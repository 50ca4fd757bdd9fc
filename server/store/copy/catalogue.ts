import { NOT_COPIED, type Reader } from '../database.ts';

/** How a column's values are read and written: the drivers return the same value in different types. */
export type ColumnKind = 'text' | 'number' | 'boolean';

/** A table whose rows are copied. */
export interface Table {
  readonly name: string;
  /** In the table's own order. */
  readonly columns: ReadonlyMap<string, ColumnKind>;
  /** Columns of the primary key. */
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
 * Reads the tables to copy from the SQLite database that is one end of each copy, so that no table can be forgotten.
 * Tables come after those that they refer to.
 *
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
