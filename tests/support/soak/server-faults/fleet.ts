import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '../../../../server/project-root.ts';
import { type SilentLine, startSilentLine } from '../../network/silent-line.ts';
import { Refusal } from '../../server/api.ts';
import { type ServerProcess, startServerProcess } from '../../server/server-process.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../../server/small-disk.ts';

/** How long is waited before an attempt at another server. */
const AGAIN_MS = 200;
/** Attempts before something is taken for broken: a server is back within some seconds, whatever befell it within a minute. */
const ATTEMPTS_MAX = 600;
/** More than a server must find free to be ready. */
const DISK_MIB = 320;

/** One of the servers, with its own ways to the database and the store, its own clock and its own disk. */
export interface FleetServer {
  readonly name: string;
  /** Null while it is ended. */
  readonly origin: string | null;
  readonly database: SilentLine;
  readonly store: SilentLine;
  /** Null where this system lets nobody mount one. */
  readonly disk: SmallDisk | null;
  start(): Promise<void>;
  /** Ends it, and returns its exit code: null for SIGKILL. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Puts its clock five minutes ahead, and sets it right the next time. */
  shiftClock(): void;
}

/** Servers on one database and one bucket, which are tried and ended one at a time. */
export interface Fleet {
  readonly servers: readonly FleetServer[];
  /** A server that is listening, another one each time. */
  origin(): string;
  /** Does something at a server, and again at another one, until a server answers. @throws the refusal of the last one */
  persist<Result>(work: (origin: string) => Promise<Result>): Promise<Result>;
  /** Ends all servers, and deletes their folders. */
  stop(): Promise<void>;
}

/** What all servers have alike, and where the database and the store are: each reaches them by lines of its own. */
export interface FleetSettings {
  readonly env: Readonly<Record<string, string>>;
  readonly databaseUrl: string;
  readonly storeOrigin: string;
}

/** Starts `count` servers. */
export async function startFleet(count: number, settings: FleetSettings): Promise<Fleet> {
  const servers: FleetServer[] = [];
  const ends: (() => Promise<void>)[] = [];
  let turn = 0;
  let isStopped = false;
  const stop = async (): Promise<void> => {
    isStopped = true;
    for (const end of ends.reverse()) await end();
  };
  try {
    while (servers.length < count) servers.push(await openServer(`server ${servers.length + 1}`, settings, ends));
  } catch (error) {
    await stop();
    throw error;
  }

  function origin(): string {
    for (let tried = 0; tried < count; tried++) {
      const { origin = null } = servers[turn++ % count] ?? {};
      if (origin !== null) return origin;
    }
    throw new TypeError('Expected a server that listens');
  }

  return {
    servers,
    origin,
    persist: async (work) => {
      for (let attempt = 1; ; attempt++) {
        try {
          return await work(origin());
        } catch (error) {
          if (isStopped || attempt === ATTEMPTS_MAX || !isPassing(error)) throw error;
          await wait(AGAIN_MS);
        }
      }
    },
    stop,
  };
}

async function openServer(
  name: string,
  { env, databaseUrl, storeOrigin }: FleetSettings,
  ends: (() => Promise<void>)[],
): Promise<FleetServer> {
  const database = await startSilentLine(databaseUrl);
  ends.push(database.stop);
  const store = await startSilentLine(storeOrigin);
  ends.push(store.stop);
  const disk = canMount() ? await mountSmallDisk(DISK_MIB) : null;
  const dataDir = disk?.path ?? (await mkdtemp(join(tmpdir(), 'drop-ici-fleet-')));
  ends.push(disk?.remove ?? (() => rm(dataDir, { recursive: true, force: true })));
  let running: ServerProcess | null = null;
  /** A server that is just starting would outlive the end. */
  let starting: Promise<unknown> = Promise.resolve();
  let isOver = false;
  ends.push(async () => {
    isOver = true;
    await starting.catch(() => undefined);
    running?.child.kill('SIGKILL');
    await running?.ended;
  });

  const server: FleetServer = {
    name,
    get origin() {
      return running?.origin ?? null;
    },
    database,
    store,
    disk,
    start: async () => {
      if (isOver) return;
      const clock = pathToFileURL(join(projectRoot(), 'tests/support/server/clock-ahead.mjs'));
      const started = startServerProcess(
        {
          ...env,
          DATA_DIR: dataDir,
          DATABASE_URL: database.url,
          S3_ENDPOINT: new URL(store.url).origin,
          NODE_OPTIONS: `--import ${clock}`,
        },
        disk === null ? {} : { prefix: disk.prefix },
      );
      starting = started;
      running = await started;
    },
    end: async (signal) => {
      const ending = running;
      if (ending === null) throw new Error(`Expected ${name} to run`);
      running = null;
      ending.child.kill(signal);
      return ending.ended;
    },
    shiftClock: () => {
      running?.child.kill('SIGUSR2');
    },
  };
  await server.start();
  return server;
}

/** Whether a failure is of the server or the line, and not an answer: the app tries again then. */
function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500 && error.code !== 'quota_exceeded';
  return error instanceof Error && (error.name === 'TypeError' || error instanceof SyntaxError || isServerFault(error));
}

/** `tests/support/server/tus.ts` says what the answer was. */
function isServerFault({ message }: Error): boolean {
  return /got 50[0-6]|got 507.*disk_full/s.test(message);
}
