import { COUNTS_TABLE } from '../../../server/cluster/postgres.ts';
import type { Reader } from '../../../server/store/database.ts';
import { isOnPostgres } from './test-database.ts';

/** A reference from a column to the rows of another table. */
export interface ForeignKey {
  readonly column: string;
  /** The table that it refers to. */
  readonly table: string;
  /** What the database does with a row whose target goes. */
  readonly onDelete: string;
}

/** PostgreSQL's letters for what happens to a row whose target goes. */
const ON_DELETE = `case c.confdeltype when 'c' then 'CASCADE' when 'n' then 'SET NULL' else 'NO ACTION' end`;

/** The tables of the migrations, sorted. */
export async function listTables(reader: Reader): Promise<string[]> {
  const names: string[] = isOnPostgres()
    ? await reader('pg_tables').where({ schemaname: 'public' }).pluck('tablename')
    : await reader('sqlite_master').where({ type: 'table' }).pluck('name');
  // What is counted for limits is no part of the data.
  return names.filter((name) => !/^(sqlite_|knex_)/.test(name) && name !== COUNTS_TABLE).sort();
}

/** The names of a table's columns. */
export async function listColumns(reader: Reader, table: string): Promise<string[]> {
  return Object.keys(await reader(table).columnInfo());
}

/** The references of a table to others. */
export async function listForeignKeys(reader: Reader, table: string): Promise<ForeignKey[]> {
  if (!isOnPostgres()) {
    const keys: { from: string; table: string; on_delete: string }[] = await reader.raw('PRAGMA foreign_key_list(??)', [
      table,
    ]);
    return keys.map(({ from, table, on_delete }) => ({ column: from, table, onDelete: on_delete }));
  }
  const { rows } = await reader.raw<{ rows: ForeignKey[] }>(
    `select a.attname as "column", c.confrelid::regclass::text as "table", ${ON_DELETE} as "onDelete"
     from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.conrelid = ?::regclass`,
    [table],
  );
  return rows;
}
