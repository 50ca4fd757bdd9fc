import type { Knex } from 'knex';

/** Selects the rows of an overview. */
export interface OverviewQuery {
  /** Text to find in one of the searched columns; empty for all rows. */
  readonly search: string;
  /** Returns only rows with smaller ids; undefined for the newest. */
  readonly before: number | undefined;
}

/** Limits a query to a page of matching rows, newest first; `columns` are searched case-insensitively. */
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
