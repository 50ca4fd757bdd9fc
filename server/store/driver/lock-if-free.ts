import type { Knex } from 'knex';

/**
 * Locks the rows of a query until the transaction's end, and skips rows that another transaction has locked. SQLite has
 * a single writer and no row locks.
 */
export function lockIfFree<Query extends Knex.QueryBuilder>(query: Query): Query {
  if (query.client.config.client === 'pg') query.forUpdate().skipLocked();
  return query;
}
