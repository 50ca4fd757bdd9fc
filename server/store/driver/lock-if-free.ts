import type { Knex } from 'knex';

/**
 * Locks the rows of a query until the transaction's end, and leaves out those that another has locked. SQLite has one writer
 * at a time, and no locks of rows.
 */
export function lockIfFree<Query extends Knex.QueryBuilder>(query: Query): Query {
  if (query.client.config.client === 'pg') query.forUpdate().skipLocked();
  return query;
}
