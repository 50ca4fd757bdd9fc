import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { RequestHandler } from 'express';
import { Gauge, Registry } from 'prom-client';
import type { Context } from '../../context/context.ts';
import type { CheckResult } from '../../domain/upkeep/readiness.ts';
import { createMachineMetrics, type MachineParts } from './machine-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';

/** Path of the metrics. */
export const METRICS_PATH = '/metrics';

const LAG_RESOLUTION_MS = 20;
const LAG_QUANTILES = [0.5, 0.99, 1];
/** The results of checks as numbers. */
const READY = { ok: 1, warned: 0.5, failed: 0, unknown: 0 } satisfies Record<CheckResult, number>;

/** The metrics of one server, in the text format of Prometheus. The owner closes them. */
export interface Metrics {
  /** Counts and times requests; the first handler of the app. */
  readonly watch: RequestHandler;
  readonly contentType: string;
  /** Updates and renders all metrics. Values that can't be read are left out; this never makes it reject. */
  print(): Promise<string>;
  close(): void;
}

/** The parts that are measured. */
type MetricsParts = Pick<Context, 'readiness' | 'totals' | 'upkeepNotes' | 'log'> & MachineParts;

/** Creates a server's metrics: of requests, event loop, memory and stored data. */
export function createMetrics(context: MetricsParts): Metrics {
  const { readiness, totals, upkeepNotes, log } = context;
  // Without prom-client's default series, which keep an observer of the garbage collector that nothing ends.
  const registry = new Registry();
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `dropici_${name}`, help, labelNames, registers });

  const watch = createRequestMetrics(registry);
  const measureMachine = createMachineMetrics(registry, context);
  const delay = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS });
  delay.enable();
  const lag = gauge(
    'event_loop_lag_seconds',
    'How much too late the event loop came to its timers since the last look; quantile 1 is the longest',
    'quantile',
  );
  const memory = gauge('resident_memory_bytes', 'Memory of the process');
  const ready = gauge('ready', 'Checks of /readyz: 1 if ok, 0.5 if warned, 0 if not', 'check');
  const stored = [
    gauge('accounts', 'Accounts, guests included'),
    gauge('maps', 'Maps'),
    gauge('places', 'Places, drafts included'),
    gauge('stored_bytes', 'Bytes of stored files by kind: audio, renditions, images', 'kind'),
    gauge('jobs_waiting', 'Recordings that wait for their rendition or their waveform', 'kind'),
    gauge(
      'upkeep_timestamp_seconds',
      'When a command of the operator was last done, since 1970; 0 for never',
      'command',
    ),
    gauge('upkeep_files', 'Files by what it then found: sound, missing, orphaned, changed', 'command', 'state'),
  ] as const;
  const [accounts, maps, places, bytes, jobs, upkeepAt, upkeepFiles] = stored;

  function measureProcess(): void {
    for (const quantile of LAG_QUANTILES) {
      // The recorded delay includes the interval itself, and there is none right after a start.
      const ms = delay.count === 0 ? 0 : delay.percentile(quantile * 100) / 1e6 - LAG_RESOLUTION_MS;
      lag.set({ quantile }, Math.max(0, ms) / 1000);
    }
    delay.reset();
    memory.set(process.memoryUsage.rss());
  }

  async function measureStored(): Promise<void> {
    const { checks } = await readiness();
    for (const [check, result] of Object.entries(checks)) ready.set({ check }, READY[result]);
    // Old numbers would hide that there are no current ones.
    for (const each of stored) each.reset();
    if (checks.database !== 'ok') return;
    const now = await totals();
    accounts.set(now.accounts);
    maps.set(now.maps);
    places.set(now.places);
    for (const [kind, value] of Object.entries(now.bytes)) bytes.set({ kind }, value);
    jobs.set({ kind: 'rendition' }, now.renditionsWaiting);
    jobs.set({ kind: 'waveform' }, now.waveformsWaiting);
    for (const [command, note] of Object.entries(await upkeepNotes())) {
      upkeepAt.set({ command }, note === null ? 0 : Date.parse(note.done_at) / 1000);
      if (note === null) continue;
      const { sound, missing, orphaned, changed } = note;
      for (const [state, files] of Object.entries({ sound, missing, orphaned, changed })) {
        upkeepFiles.set({ command, state }, files);
      }
    }
  }

  return {
    watch,
    contentType: registry.contentType,
    print: async () => {
      measureProcess();
      await measureMachine();
      await measureStored().catch((error: unknown) => log.error({ err: error }, 'cannot measure what is stored'));
      return registry.metrics();
    },
    close: () => {
      delay.disable();
      registry.clear();
    },
  };
}
