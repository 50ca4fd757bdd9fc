import { Counter, Gauge, type Registry } from 'prom-client';
import type { Context } from '../../context/context.ts';
import { diskSpace } from '../../domain/disk-reserve.ts';

/** The parts whose resources are measured: disk, database connections, store and mail server. */
export type MachineParts = Pick<Context, 'config' | 'database' | 'storeCounts' | 'mailCounts'>;

/** Creates the metrics of the server's resources. Returns a function that updates them. */
export function createMachineMetrics(
  registry: Registry,
  { config, database, storeCounts, mailCounts }: MachineParts,
): () => Promise<void> {
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `dropici_${name}`, help, labelNames, registers });
  /** A counter whose value is counted elsewhere. */
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `dropici_${name}`, help, labelNames, registers });

  const free = gauge('disk_free_bytes', 'Free bytes of the disk of DATA_DIR');
  gauge('disk_reserve_bytes', 'Free bytes of it below which what is new is refused (507)').set(config.diskReserveBytes);
  if (config.totalQuotaBytes !== null) {
    gauge('quota_bytes', 'Stored bytes of all uploads above which more are refused (507)').set(config.totalQuotaBytes);
  }
  const connections = gauge(
    'database_connections',
    'Connections to the database by pool and state, where waiting are queries without one',
    'pool',
    'state',
  );
  const connectionsMax = gauge('database_connections_max', 'Most connections to the database by pool', 'pool');
  const mails = counter('mails_total', 'Mails by what became of them: sent or failed', 'result');
  const storeTries =
    storeCounts && counter('store_requests_total', 'Requests to the bucket by result, repeated ones too', 'result');
  const storeSeconds = storeCounts && counter('store_seconds_total', 'Time until the bucket answered them');

  return async () => {
    // Values that can't be read are left out, as everywhere.
    await diskSpace(config.dataDir).then(
      ({ freeBytes }) => free.set(freeBytes),
      () => free.remove(),
    );
    for (const { name: pool, max, used, idle, waiting } of database.pools()) {
      for (const [state, value] of Object.entries({ used, idle, waiting })) connections.set({ pool, state }, value);
      connectionsMax.set({ pool }, max);
    }
    mails.reset();
    for (const [result, count] of Object.entries(mailCounts)) mails.inc({ result }, count);
    if (storeCounts === null) return;
    storeTries?.reset();
    storeTries?.inc({ result: 'ok' }, storeCounts.ok);
    storeTries?.inc({ result: 'failed' }, storeCounts.failed);
    storeSeconds?.reset();
    storeSeconds?.inc(storeCounts.seconds);
  };
}
