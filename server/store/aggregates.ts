import type { Knex } from 'knex';

type Totals = readonly { readonly total: number | null }[];

/** The number of rows of a query. */
export async function countRows(rows: Knex.QueryBuilder): Promise<number> {
  const [found]: Totals = await rows.count({ total: '*' });
  return found?.total ?? 0;
}

/** The sum of a column over the rows of a query; 0 without rows. */
export async function sumColumn(rows: Knex.QueryBuilder, column: string): Promise<number> {
  const [found]: Totals = await rows.sum({ total: column });
  return found?.total ?? 0;
}
