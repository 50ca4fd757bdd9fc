import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openContext } from './context.ts';
import { type SeededDemo, seedDemo } from './demo/seed.ts';
import type { Clock } from './domain/clock.ts';
import { watchConnections } from './http/connections.ts';

/** How long a request's headers may take to arrive: they are small, and a slow phone sends them in a second. */
const HEADERS_TIME_MAX_MS = 15_000;

/** The slowest line that the largest upload still comes through on, in bits a second: Node would give up after 5 min. */
const SLOWEST_LINE_BPS = 500_000;

/** The server can't listen where the configuration says; the message names the address and the reason. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
}

/** A server that listens. */
export interface RunningServer {
  /** Its address without a slash at the end, `http://localhost:3000`. */
  readonly origin: string;
  /** What the demo just made; null where the database had accounts already, or the demo is off. */
  readonly demo: SeededDemo | null;
  /** Takes no new connections, lets running requests finish for a while, then lets go of everything. */
  close(): Promise<void>;
}

/**
 * Opens the data, and listens. Whoever calls closes; on failure nothing stays open.
 *
 * @throws AddressError, or DataDirError.
 */
export async function serve(config: Config, log: Logger, clock: Clock = Date.now): Promise<RunningServer> {
  const context = await openContext(config, log, clock);
  try {
    const demo = config.demo ? await seedDemo(context) : null;
    const app = createApp(context);
    const server = createServer(
      {
        headersTimeout: HEADERS_TIME_MAX_MS,
        requestTimeout: Math.ceil((config.uploadMaxBytes * 8 * 1000) / SLOWEST_LINE_BPS) + HEADERS_TIME_MAX_MS,
        connectionsCheckingInterval: HEADERS_TIME_MAX_MS / 3,
      },
      (request, response) => {
        if (isAddress(request.url ?? '')) app(request, response);
        // Express would answer it in a shape of its own, without our headers or a line in the log.
        else server.emit('clientError', new Error('An address that nothing can be read from'), request.socket);
      },
    );
    const connections = watchConnections(server, {
      log,
      stallMs: config.stallTimeoutS * 1000,
      graceMs: config.shutdownGraceS * 1000,
    });
    const port = await listen(server, config);
    return {
      origin: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      demo,
      close: async () => {
        await connections.stop();
        await context.close();
      },
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}

/** True for a path, for `*`, and for a whole address as it is sent to proxies. */
function isAddress(url: string): boolean {
  return url.startsWith('/') || url === '*' || URL.canParse(url);
}

async function listen(server: Server, { port, host }: Config): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: Error): void =>
      reject(new AddressError(`Cannot listen on ${host}, port ${port} (HOST, PORT): ${cause.message}`, { cause }));
    server.once('error', fail);
    server.listen(port, host, () => {
      server.off('error', fail);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}
