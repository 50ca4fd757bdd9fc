import createKnex, { type Knex } from 'knex';

/** A connection to a database of the tests' PostgreSQL. The caller destroys it. */
export function createClient(url: string): Knex {
  return createKnex({
    client: 'pg',
    connection: url,
    pool: { min: 0, max: 1 },
    log: { error: () => undefined, warn: () => undefined },
  });
}
