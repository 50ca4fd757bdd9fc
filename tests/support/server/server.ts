import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StyleSpecification } from 'maplibre-gl';
import type { Logger } from 'pino';
import { readConfig } from '../../../server/config.ts';
import type { SeededDemo } from '../../../server/demo/seed.ts';
import { createLog } from '../../../server/log.ts';
import { type RunningServer, serve } from '../../../server/serve.ts';
import { putTidyDatabase, removeTestDatabase, testEnvironment } from '../database/test-database.ts';
import { listen } from '../network/listen.ts';

/** Signs what test servers sign, so that a test can forge or age a token. */
export const TEST_SECRET = 'a secret for tests, longer than 32 bytes';

/** All of a test's people come from one address, and sign up by the hundred. */
export const UNHINDERED = {
  PASSWORD_COST: 'fast',
  // Each takes a tenth of a second and more: only tests about them make them.
  RENDITIONS: '0',
  SIGN_UPS_PER_HOUR: '100000',
  GUESTS_PER_HOUR: '100000',
  CALLS_PER_MINUTE: '1000000',
  CONNECTIONS_PER_ADDRESS: '1000000',
  JSON_BYTES_PER_HOUR: '1000000000000',
  PLACES_PER_MAP_MAX: '1000000',
  SHAPE_BYTES_PER_MAP_MAX: '1000000000',
  EVENTS_PER_HOUR: '1000000',
  EVENTS_PER_DAY: '1000000',
  MEDIA_PER_MINUTE: '1000000',
  DISK_RESERVE_BYTES: '0',
  FRESH_QUOTA_BYTES: '1000000000000',
};

/** Nobody listens there, so the app shows the detailed map of its own: for files that look at it. */
export const DETAILED_MAP = { MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' };

/** The real server in this process, on a folder of its own and a port that was free. */
export interface TestServer {
  /** Where it listens; another one after a restart. */
  readonly origin: string;
  readonly dataDir: string;
  /** Where its metrics alone are; null without METRICS_PORT. */
  readonly metricsOrigin: string | null;
  /** What the demo made at the last start; null where it made nothing. */
  readonly demo: SeededDemo | null;
  /** Lets the server's clock jump forward. */
  advance(byMs: number): void;
  /**
   * Stops it and starts it again on the same folder, from now on with `env` beside its environment. `meanwhile` has the folder
   * for itself in between.
   */
  restart(env?: Readonly<Record<string, string>>, meanwhile?: () => Promise<void>): Promise<void>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts a server on an empty folder. `env` adds to its environment, `fill` puts data there first; unless `env` says
 * otherwise there is no demo, and the map is an empty one. It logs to `log`, by default nowhere.
 */
export async function startServer(
  env: Readonly<Record<string, string>> = {},
  fill: (dataDir: string) => Promise<void> = async () => undefined,
  log: Logger = createLog('silent'),
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-test-'));
  const remove = async (): Promise<void> => {
    await removeTestDatabase(dataDir);
    await rm(dataDir, { recursive: true, force: true });
  };
  let environment = env;
  let aheadMs = 0;
  const start = (): Promise<RunningServer> => serve(readConfig(environment), log, () => Date.now() + aheadMs);
  let running: RunningServer;
  try {
    await fill(dataDir);
    await putTidyDatabase(dataDir, runOnce);
    environment = { ...(await usualEnvironment(dataDir)), ...env };
    running = await start();
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    get origin() {
      return running.origin;
    },
    get metricsOrigin() {
      return running.metricsOrigin;
    },
    dataDir,
    get demo() {
      return running.demo;
    },
    advance: (byMs) => {
      aheadMs += byMs;
    },
    restart: async (env = {}, meanwhile = async () => undefined) => {
      environment = { ...environment, ...env };
      await running.close();
      try {
        await meanwhile();
      } finally {
        running = await start();
      }
    },
    stop: async () => {
      await running.close();
      await remove();
    },
  };
}

async function usualEnvironment(dataDir: string): Promise<Record<string, string>> {
  return {
    PORT: '0',
    ...(await testEnvironment(dataDir)),
    SECRET: TEST_SECRET,
    DEMO: '0',
    MAP_STYLE_URL: await emptyStyleUrl(),
    ...UNHINDERED,
  };
}

async function runOnce(dataDir: string): Promise<void> {
  const { close } = await serve(readConfig(await usualEnvironment(dataDir)), createLog('silent'), Date.now);
  await close();
}

/** A map on which only our own layers are drawn. */
const EMPTY_STYLE: StyleSpecification = {
  version: 8,
  sources: {},
  layers: [{ id: 'ground', type: 'background', paint: { 'background-color': '#e8e4da' } }],
};

let address: Promise<string> | undefined;

/** Address of a style without a map in it, on another origin than the app's; it is served as long as this process runs. */
function emptyStyleUrl(): Promise<string> {
  address ??= serveStyle();
  return address;
}

async function serveStyle(): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json', 'Access-Control-Allow-Origin': '*' });
    response.end(JSON.stringify(EMPTY_STYLE));
  });
  const { origin } = await listen(server.unref());
  return `${origin}/style.json`;
}
