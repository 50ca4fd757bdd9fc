import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { findPostgres } from '../../scripts/test/postgres.mjs';
import { type AlternatingProxy, startAlternatingProxy } from './alternating-proxy.ts';
import { startPostgres } from './postgres/cluster.ts';
import { createTestDatabase, makeTemplate } from './postgres/template.ts';
import { startServer, type TestServer } from './server.ts';

/** Two servers on one database and one store of media, behind a proxy that sends each request to the other one in turn. */
export interface TwoServers {
  readonly proxy: AlternatingProxy;
  readonly servers: readonly TestServer[];
  /** Stops all of them, and PostgreSQL. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL of their own, two servers on it, and the proxy. `env` adds to the environment of both servers. */
export async function startTwoServers(env: Readonly<Record<string, string>> = {}): Promise<TwoServers> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const cluster = await startPostgres(findPostgres() ?? '');
    stops.push(cluster.stop);
    await makeTemplate(cluster.url);
    const shared = { DATABASE_URL: await createTestDatabase(cluster.url, 'two_servers'), ...env };
    const first = await startServer(shared);
    stops.push(first.stop);
    const second = await startServer(shared, (dataDir) =>
      symlink(join(first.dataDir, 'media'), join(dataDir, 'media')),
    );
    stops.push(second.stop);
    const servers = [first, second];
    const proxy = await startAlternatingProxy(servers.map(({ origin }) => origin));
    stops.push(proxy.stop);
    return { proxy, servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
