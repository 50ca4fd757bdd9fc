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

/** The connections to this database that wait for an advisory lock. Other tests use the same cluster. */
export async function waitingIn(reader: Knex): Promise<number[]> {
  const { rows } = await reader.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and not granted and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}
