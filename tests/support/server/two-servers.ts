import { findPostgres } from '../../../scripts/test/postgres.mjs';
import { startProxy, type TestProxy } from '../network/proxy.ts';
import { startPostgres } from '../postgres/cluster.ts';
import { createTestDatabase, makeTemplate } from '../postgres/template.ts';
import { startS3 } from '../s3/s3-servers.ts';
import { startServer, type TestServer } from './server.ts';

/** Two servers on one database and one bucket, behind a proxy that sends each request to the other one in turn. */
export interface TwoServers {
  readonly proxy: TestProxy;
  readonly servers: readonly TestServer[];
  /** Stops all of them. */
  stop(): Promise<void>;
}

/** Starts a PostgreSQL and an S3 store of their own, two servers on them, and the proxy. `env` adds to the environment of both servers. */
export async function startTwoServers(env: Readonly<Record<string, string>> = {}): Promise<TwoServers> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of stops.reverse()) await end();
  };
  try {
    const cluster = await startPostgres(findPostgres() ?? '');
    stops.push(cluster.stop);
    await makeTemplate(cluster.url);
    const bucket = await startS3();
    stops.push(bucket.stop);
    const shared = {
      DATABASE_URL: await createTestDatabase(cluster.url, 'two_servers'),
      ...bucket.environment('media/'),
      ...env,
    };
    const first = await startServer(shared);
    stops.push(first.stop);
    const second = await startServer(shared);
    stops.push(second.stop);
    const servers = [first, second];
    const proxy = await startProxy(...servers.map(({ origin }) => origin));
    stops.push(proxy.stop);
    return { proxy, servers, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
