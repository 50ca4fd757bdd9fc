import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Request, RequestHandler } from 'express';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { AppError } from '../domain/app-error.ts';
import { diskSpace } from '../domain/disk-reserve.ts';
import type { CheckResult } from '../domain/upkeep/readiness.ts';

/** Path of the metrics. */
export const METRICS_PATH = '/metrics';

const LAG_RESOLUTION_MS = 20;
const LAG_QUANTILES = [0.5, 0.99, 1];
const READY = { ok: 1, warned: 0.5, failed: 0, unknown: 0 } satisfies Record<CheckResult, number>;

/** The metrics of one server, in the text format of Prometheus. The owner closes them. */
export interface Metrics {
  /** Counts and times requests; the first handler of the app. */
  readonly watch: RequestHandler;
  readonly contentType: string;
  /** Updates and renders all metrics. Values that can't be read are left out; this never makes it reject. */
  render(): Promise<string>;
  close(): void;
}

/** The parts that are measured. */
type MetricsParts = Pick<Context, 'readiness' | 'totals' | 'upkeepNotes' | 'log'> & MachineParts;

/** Creates a server's metrics: of requests, event loop, memory and stored data. */
export function createMetrics(context: MetricsParts): Metrics {
  const { readiness, totals, upkeepNotes, log } = context;
  // Without prom-client's default series, which keep an observer of the garbage collector that nothing ends.
  const registry = new Registry();
  const gauge = gaugesOf(registry);

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
    render: async () => {
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

/** Returns a function that creates gauges with our prefix. */
function gaugesOf(registry: Registry) {
  return (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `dropici_${name}`, help, labelNames, registers: [registry] });
}

/** From a list of places to an hour of audio over a slow connection, in seconds. */
const BUCKETS_S = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** Other methods share one label: a client can send any method that Node knows. */
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The exceeded limit, by HTTP status. */
const LIMITS: Readonly<Record<number, string>> = { 413: 'size', 429: 'rate', 507: 'space' };

/** Content types of bodies that carry files. */
const UPLOAD_TYPE = /^(multipart\/form-data|application\/offset\+octet-stream)\b/i;

/** Counts and times every request, by route pattern: a path contains ids and tokens, and each would create a series. */
function createRequestMetrics(registry: Registry): RequestHandler {
  const durations = new Histogram({
    name: 'dropici_http_request_duration_seconds',
    help: 'Requests by method, pattern of the route, and class of the status, with the time until their response was sent',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: BUCKETS_S,
    registers: [registry],
  });
  const refused = new Counter({
    name: 'dropici_requests_refused_by_limit_total',
    help: 'Requests refused by a limit: rate (429), size (413) or space (507)',
    labelNames: ['limit'] as const,
    registers: [registry],
  });
  for (const limit of Object.values(LIMITS)) refused.inc({ limit }, 0);
  const uploads = gaugesOf(registry)('uploads_running', 'Requests that carry a file and have not ended');

  return (request, response, next) => {
    const startedMs = performance.now();
    const isUpload = UPLOAD_TYPE.test(request.headers['content-type'] ?? '');
    if (isUpload) uploads.inc();
    response.once('close', () => {
      if (isUpload) uploads.dec();
      const { statusCode, writableFinished } = response;
      const status = writableFinished ? `${Math.floor(statusCode / 100)}xx` : 'aborted';
      const method = METHODS.has(request.method) ? request.method : 'other';
      durations.observe(
        { method, route: routeOf(request, statusCode), status },
        (performance.now() - startedMs) / 1000,
      );
      const limit = LIMITS[statusCode];
      if (limit !== undefined) refused.inc({ limit });
    });
    next();
  };
}

/** The pattern that matched; `app` for files and pages of the app, `none` for requests refused before a route. */
function routeOf({ route }: Request, statusCode: number): string {
  if (route !== undefined) return String(route.path);
  return statusCode < 400 ? 'app' : 'none';
}

/** The parts whose resources are measured: disk, database connections, store and mail server. */
type MachineParts = Pick<Context, 'config' | 'database' | 'storeCounts' | 'mailCounts'>;

/** Creates the metrics of the server's resources. Returns a function that updates them. */
function createMachineMetrics(
  registry: Registry,
  { config, database, storeCounts, mailCounts }: MachineParts,
): () => Promise<void> {
  const gauge = gaugesOf(registry);
  /** A counter whose value is counted elsewhere. */
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name: `dropici_${name}`, help, labelNames, registers: [registry] });

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

/** Serves the metrics to clients with the token; to others the address doesn't seem to exist. */
export function serveMetrics(metrics: Metrics | null, token: string | null): RequestHandler {
  return async (request, response) => {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (metrics === null || token === null || given === undefined || !isSame(given, token))
      throw new AppError('not_found', `There is no ${request.method} ${request.path}`);
    response.set({ 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).send(await metrics.render());
  };
}

/** Creates a server for the metrics alone, which requires no token: it must listen on the local machine only. */
export function createMetricsServer(metrics: Metrics): Server {
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== METRICS_PATH) {
      response.writeHead(404).end();
      return;
    }
    metrics.render().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}

/** Compares in constant time; hashes have equal lengths. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
