import type { Knex } from 'knex';

/** How a server's connections of one kind are used just now. */
export interface PoolUse {
  readonly name: 'read' | 'write' | 'lock' | 'count';
  /** Most connections. */
  readonly max: number;
  /** Those that work, or hold a lock. */
  readonly used: number;
  readonly idle: number;
  /** Queries that wait for one. */
  readonly waiting: number;
}

/** What knex has of its pool, of the package tarn. */
interface Pool {
  readonly max: number;
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** Looks at the pools of these clients, of which those that are closed are left out. */
export function lookAtPools(clients: Readonly<Partial<Record<PoolUse['name'], Knex>>>): PoolUse[] {
  return Object.entries(clients).flatMap(([name, { client }]) => {
    const pool: Pool | undefined = client.pool;
    if (pool === undefined) return [];
    const [used, idle, waiting] = [pool.numUsed(), pool.numFree(), pool.numPendingAcquires()];
    return [{ name: name as PoolUse['name'], max: pool.max, used, idle, waiting }];
  });
}
