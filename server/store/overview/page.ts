import type { Knex } from 'knex';

/** Which rows of an overview are meant. */
export interface OverviewQuery {
  /** A part of one of the searched columns; empty for all rows. */
  readonly search: string;
  /** Rows with smaller ids only; undefined for the newest. */
  readonly before: number | undefined;
}

/** The rows of a table that are meant, newest first; `columns` are those that are searched, without regard to case. */
export function pageOf(
  rows: Knex.QueryBuilder,
  table: string,
  columns: readonly string[],
  { search, before }: OverviewQuery,
  most: number,
): Knex.QueryBuilder {
  const page = rows.orderBy(`${table}.id`, 'desc').limit(most);
  if (before !== undefined) page.where(`${table}.id`, '<', before);
  if (search === '') return page;
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return page.where((found) => {
    for (const column of columns)
      found.orWhereRaw("lower(??) like lower(?) escape '\\'", [`${table}.${column}`, pattern]);
  });
}
