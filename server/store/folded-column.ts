import type { Knex } from 'knex';
import { FOLDED_LETTERS, foldText } from '../../contracts/folded-text.ts';

/**
 * Returns the SQL of a column's text as `foldText` returns it. SQLite's `lower` knows no accents, and PostgreSQL's
 * `unaccent` may not be installed.
 * @param column a column's name, never a text of a request
 */
export function folded(column: string): string {
  return FOLDED_LETTERS.reduce((sql, [letter, to]) => `replace(${sql}, '${letter}', '${to}')`, `lower(${column})`);
}

/** Limits a query to rows that contain a text in one of the columns, whatever the case and the accents of both. */
export function whereContains(rows: Knex.QueryBuilder, columns: readonly string[], search: string): void {
  const pattern = `%${foldText(search).replace(/[\\%_]/g, '\\$&')}%`;
  rows.where((found) => {
    for (const column of columns) found.orWhereRaw(`${folded(column)} like ? escape '\\'`, [pattern]);
  });
}
