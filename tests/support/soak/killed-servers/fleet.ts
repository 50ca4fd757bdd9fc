import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Refusal } from '../../api.ts';
import { type ServerProcess, startServerProcess } from '../../server-process.ts';

/** How long is waited before an attempt at another server. */
const AGAIN_MS = 100;
/** Attempts before something is taken for broken: a server is back within some seconds. */
const ATTEMPTS_MAX = 300;

/** Servers on one database and one bucket, which are killed one at a time and started again. */
export interface Fleet {
  /** A server that is listening, another one each time. */
  origin(): string;
  /** Does something at a server, and again at another one, until a server answers. @throws the refusal of the last one */
  persist<Result>(work: (origin: string) => Promise<Result>): Promise<Result>;
  /** Ends the next server by SIGKILL and starts it again, unless all have been stopped. */
  killNext(): Promise<void>;
  /** How many were killed. */
  readonly kills: number;
  /** The data folders of the servers. */
  readonly dataDirs: readonly string[];
  /** Ends all servers, and deletes their folders. */
  stop(): Promise<void>;
}

/** Starts so many servers with this environment beside their data folders. */
export async function startFleet(count: number, env: Readonly<Record<string, string>>): Promise<Fleet> {
  const dataDirs: string[] = [];
  const servers: (ServerProcess | null)[] = [];
  const start = (dataDir: string): Promise<ServerProcess> => startServerProcess({ ...env, DATA_DIR: dataDir });
  let [turn, kills] = [0, 0];
  let isStopped = false;
  let restarting: Promise<void> = Promise.resolve();
  const stop = async (): Promise<void> => {
    isStopped = true;
    // A server that is just starting would outlive this.
    await restarting.catch(() => undefined);
    for (const server of servers) {
      server?.child.kill('SIGKILL');
      await server?.ended;
    }
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
  };
  try {
    for (let index = 0; index < count; index++) {
      const dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-fleet-'));
      dataDirs.push(dataDir);
      servers.push(await start(dataDir));
    }
  } catch (error) {
    await stop();
    throw error;
  }

  function origin(): string {
    for (let tried = 0; tried < count; tried++) {
      const server = servers[turn++ % count];
      if (server !== null && server !== undefined) return server.origin;
    }
    throw new Error('Expected a server that listens');
  }

  async function killAndStart(index: number): Promise<void> {
    const [server, dataDir] = [servers[index], dataDirs[index]];
    if (server === undefined || server === null || dataDir === undefined) throw new Error('Expected a server');
    server.child.kill('SIGKILL');
    servers[index] = null;
    await server.ended;
    if (!isStopped) servers[index] = await start(dataDir);
  }

  return {
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
    killNext: async () => {
      if (isStopped) return;
      restarting = killAndStart(kills++ % count);
      await restarting;
    },
    get kills() {
      return kills;
    },
    dataDirs,
    stop,
  };
}

/** Whether a failure is of the server or the line, and not an answer. */
function isPassing(error: unknown): boolean {
  if (error instanceof Refusal) return error.status >= 500 && error.status !== 507;
  return error instanceof Error && (error.name === 'TypeError' || error instanceof SyntaxError || isServerFault(error));
}

/** `tests/support/tus.ts` says what the answer was. */
function isServerFault({ message }: Error): boolean {
  return /got 50[0-6]/.test(message);
}
