import { createServer } from 'vite';
import { projectRoot } from '../../server/project-root.ts';

/** The app's sources, served one by one: a page can import any of them. */
export interface AppSources {
  readonly origin: string;
  stop(): Promise<void>;
}

/** Serves the sources with hot reload off, and what begins with /v1 from a server at this origin. */
export async function serveAppSources(server: string): Promise<AppSources> {
  const vite = await createServer({
    configFile: `${projectRoot()}/vite.config.ts`,
    logLevel: 'silent',
    server: { port: 0, hmr: false, watch: null, proxy: { '/v1': server } },
  });
  await vite.listen();
  const [origin = ''] = vite.resolvedUrls?.local ?? [];
  return { origin: origin.replace(/\/$/, ''), stop: () => vite.close() };
}
