import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import { openContext } from './context.ts';
import { type SeededDemo, seedDemo } from './demo/seed.ts';
import type { Clock } from './domain/clock.ts';

/** How long running requests may take to finish once the server was asked to stop. */
const SHUTDOWN_GRACE_MS = 10_000;

/** How long one request may take to arrive: 600 MB at 1 Mbit/s take 80 minutes, where Node would give up after five. */
const REQUEST_TIME_MAX_MS = 2 * 3600 * 1000;

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
  /** Takes no new requests, lets running ones finish for a while, then lets go of everything. */
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
    const server = createServer({ requestTimeout: REQUEST_TIME_MAX_MS }, createApp(context));
    const port = await listen(server, config);
    return {
      origin: `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`,
      demo,
      close: async () => {
        await stop(server);
        await context.close();
      },
    };
  } catch (error) {
    await context.close();
    throw error;
  }
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

async function stop(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const grace = setTimeout(() => server.closeAllConnections(), SHUTDOWN_GRACE_MS);
  await closed;
  clearTimeout(grace);
}
