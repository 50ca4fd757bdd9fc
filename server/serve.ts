import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openContext } from './context.ts';
import { refuseDemoAccounts, type SeededDemo, seedDemo } from './demo/seed.ts';
import type { Clock } from './domain/clock.ts';
import { watchConnections } from './http/connections.ts';
import { createMetrics, createMetricsServer } from './http/metrics.ts';

/** Time limit for a request's headers: they are small, and even a slow phone sends them in a second. */
const HEADERS_TIME_MAX_MS = 15_000;

/** The slowest connection, in bits per second, for the largest upload; Node's default limit is 5 min. */
const SLOWEST_LINE_BPS = 500_000;

/** For the local machine; others need the token. */
const METRICS_HOST = '127.0.0.1';

/** The server can't listen on the configured address; the message names it and the reason. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** A listening server. */
export interface RunningServer {
  /** Its address without a trailing slash, `http://localhost:3000`. */
  readonly origin: string;
  /** Address of the metrics server; null if it has no port. */
  readonly metricsOrigin: string | null;
  /** The demo just created; null if the database had accounts or the demo is off. */
  readonly demo: SeededDemo | null;
  /** Stops accepting connections, lets running requests finish within the grace period, and closes the context. */
  close(): Promise<void>;
}

/**
 * Opens the data and listens. The caller closes the server; on failure nothing stays open.
 * @throws AddressError, DataDirError, DemoAccountsError, MapArchiveError
 */
export async function serve(config: Config, log: Logger, clock: Clock = Date.now): Promise<RunningServer> {
  const context = await openContext(config, log, clock);
  const isMeasured = config.metricsToken !== null || config.metricsPort !== null;
  const metrics = isMeasured ? createMetrics(context) : null;
  let metricsServer: Server | null = null;
  const close = async (): Promise<void> => {
    metricsServer?.close();
    metricsServer?.closeAllConnections();
    metrics?.close();
    await context.close();
  };
  try {
    if (config.production) await refuseDemoAccounts(context);
    const demo = config.demo ? await seedDemo(context) : null;
    if (demo !== null) context.renditions.wake();
    const app = createApp(context, metrics);
    const server = createServer({
      headersTimeout: HEADERS_TIME_MAX_MS,
      requestTimeout: Math.ceil((config.uploadMaxBytes * 8 * 1000) / SLOWEST_LINE_BPS) + HEADERS_TIME_MAX_MS,
      connectionsCheckingInterval: HEADERS_TIME_MAX_MS / 3,
    });
    const handle: RequestListener = (request, response) => {
      if (isRequestTarget(request.url ?? '')) app(request, response);
      // Express would respond in its own format, without our headers and a log line.
      else server.emit('clientError', new Error('Malformed request target'), request.socket);
    };
    const connections = watchConnections(server, handle, {
      log,
      stallMs: config.stallTimeoutS * 1000,
      graceMs: config.shutdownGraceS * 1000,
      mostOfAddress: config.connectionsPerAddress,
      isProxy: (address) => (app.get('trust proxy fn') as (address: string, hops: number) => boolean)(address, 0),
    });
    let metricsOrigin: string | null = null;
    if (metrics !== null && config.metricsPort !== null) {
      metricsServer = createMetricsServer(metrics);
      const metricsPort = await listen(metricsServer, config.metricsPort, METRICS_HOST, 'METRICS_PORT');
      metricsOrigin = `http://${METRICS_HOST}:${metricsPort}`;
    }
    const port = await listen(server, config.port, config.host, 'HOST, PORT');
    return {
      origin: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      metricsOrigin,
      demo,
      close: async () => {
        await connections.stop();
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Whether this is a path, `*`, or an absolute URL as sent to proxies. */
function isRequestTarget(url: string): boolean {
  return url.startsWith('/') || url === '*' || URL.canParse(url);
}

/** Advice by the system's error code. */
const LISTEN_ADVICE: Readonly<Record<string, string>> = {
  EADDRINUSE: 'Another program listens there, or this server is running already: end it, or set another port',
  EACCES: 'Ports below 1024 are for the system: set a higher one, behind a proxy',
  EADDRNOTAVAIL: 'This machine has no such address: set one that it has, or localhost behind a proxy',
  ENOTFOUND: 'No address is known by that name: set one, or localhost behind a proxy',
};

/** Returns the port. @param settings the variables that an error names. */
async function listen(server: Server, port: number, host: string, settings: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: NodeJS.ErrnoException): void => {
      const advice = LISTEN_ADVICE[cause.code ?? ''];
      const message = `Cannot listen on ${host}, port ${port} (${settings}): ${cause.message}`;
      reject(new AddressError(advice === undefined ? message : `${message}. ${advice}`, { cause }));
    };
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}
