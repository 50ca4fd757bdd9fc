import type { Knex } from 'knex';

/** Current use of a server's connections of one kind. */
export interface PoolUse {
  readonly name: 'read' | 'write' | 'lock' | 'count';
  readonly max: number;
  /** Connections that run a query or hold a lock. */
  readonly used: number;
  readonly idle: number;
  /** Queries that wait for a connection. */
  readonly waiting: number;
}

/** The part of knex's pool (package tarn) that is read here. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Reads the use of these clients' pools; closed ones are left out. */
export function lookAtPools(clients: Readonly<Partial<Record<PoolUse['name'], Knex>>>): PoolUse[] {
  return Object.entries(clients).flatMap(([name, { client }]) => {
    const pool: Pool | undefined = client.pool;
    if (pool === undefined) return [];
    const [used, idle, waiting] = [pool.numUsed(), pool.numFree(), pool.numPendingAcquires()];
    return [{ name: name as PoolUse['name'], max: pool.max, used, idle, waiting }];
  });
}
