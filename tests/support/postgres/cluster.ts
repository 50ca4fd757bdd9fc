import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from './client.ts';

const run = promisify(execFile);

/** A PostgreSQL of the tests' own, on a folder that goes with it. */
export interface PostgresCluster {
  /** Address of its first database, whose owner may create others. */
  readonly url: string;
  /** Ends it and deletes its folder. */
  stop(): Promise<void>;
}

/** Starts a cluster that may lose what it holds: nothing is flushed to the disk. The caller stops it. */
export async function startPostgres(bin: string): Promise<PostgresCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'drop-ici-postgres-'));
  try {
    return await startIn(folder, bin);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function startIn(folder: string, bin: string): Promise<PostgresCluster> {
  const user = otherUser();
  if (user !== undefined) await chown(folder, user.uid, user.gid);
  const options = { cwd: folder, ...user };
  const data = join(folder, 'data');
  await run(join(bin, 'initdb'), ['-D', data, '-U', 'tests', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], options);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    'max_connections=600',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'autovacuum_naptime=10min',
    'shared_buffers=64MB',
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  server.stderr.on('data', (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000);
  });
  const ended = once(server, 'exit');
  const url = `postgres://tests@127.0.0.1:${port}/postgres`;
  const stop = async (): Promise<void> => {
    // Ends its connections at once.
    server.kill('SIGQUIT');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await untilReady(url, () => {
    const hasEnded = server.exitCode !== null || server.signalCode !== null;
    if (hasEnded) throw new Error(`Expected PostgreSQL to start: ${errors}`);
  });
  return { url, stop };
}

async function untilReady(url: string, expectAlive: () => void): Promise<void> {
  for (;;) {
    expectAlive();
    const client = createClient(url);
    try {
      await client.raw('select 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.destroy();
    }
  }
}

/** PostgreSQL refuses to run as root: the user that Debian's package made, else nobody. Undefined unless this process is root's. */
function otherUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('Expected a user that is not root in /etc/passwd');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('Expected a port');
  return address.port;
}
