import type { Knex } from 'knex';

/** The connections to this database that wait for an advisory lock. Other tests use the same cluster. */
export async function waitingIn(reader: Knex): Promise<number[]> {
  const { rows } = await reader.raw<{ rows: { pid: number }[] }>(
    `select pid from pg_locks join pg_stat_activity using (pid)
      where locktype = 'advisory' and not granted and datname = current_database()`,
  );
  return rows.map(({ pid }) => pid);
}
