import type { Database, Reader } from '../database.ts';
import * as postgres from '../driver/postgres.ts';
import * as sqlite from '../driver/sqlite.ts';
import type { Table } from './catalogue.ts';

/** A database to read counters from. */
export interface CounterSource {
  readonly dialect: Database['dialect'];
  readonly reader: Reader;
}

/**
 * Sets the target's id counters to the source's, so that it never reuses an id of the source, deleted rows included.
 */
export async function copyCounters(
  source: CounterSource,
  target: Pick<Database, 'dialect' | 'transact'>,
  tables: readonly Table[],
): Promise<void> {
  const names = tables.filter(({ isCounted }) => isCounted).map(({ name }) => name);
  const counters = await driverOf(source).readCounters(source.reader, names);
  const { writeCounter } = driverOf(target);
  await target.transact(async (tx) => {
    for (const name of names) await writeCounter(tx, name, counters.get(name));
  });
}

function driverOf({ dialect }: Pick<Database, 'dialect'>): typeof postgres | typeof sqlite {
  return dialect === 'postgres' ? postgres : sqlite;
}
