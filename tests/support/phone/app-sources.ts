import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'vite';
import { projectRoot } from '../../../server/project-root.ts';

/** The app's sources, served one by one: a page can import any of them. */
export interface AppSources {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves the sources with hot reload off, and what begins with /v1 from a server at this origin. */
export async function serveAppSources(server: string): Promise<AppSources> {
  // Of its own, because two servers that fill one at a time make each other's pages load packages in vain.
  const cacheDir = await mkdtemp(join(tmpdir(), 'drop-ici-vite-'));
  const vite = await createServer({
    configFile: false,
    root: join(projectRoot(), 'app'),
    cacheDir,
    // All that is not a module already: a page without hot reload would not hear of one that is found later.
    optimizeDeps: {
      noDiscovery: true,
      include: ['react', 'react/jsx-dev-runtime', 'tus-js-client', 'valtio', 'valtio/utils'],
    },
    logLevel: 'silent',
    server: { port: 0, hmr: false, watch: null, proxy: { '/v1': server }, fs: { strict: false } },
  });
  await vite.listen();
  const stop = async (): Promise<void> => {
    await vite.close();
    await rm(cacheDir, { recursive: true, force: true });
  };
  const [origin = ''] = vite.resolvedUrls?.local ?? [];
  return { origin: origin.replace(/\/$/, ''), stop };
}
