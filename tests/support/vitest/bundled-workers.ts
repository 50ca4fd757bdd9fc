import { relative } from 'node:path';
import { build, type Plugin } from 'vite';

/**
 * Serves each worker of the project as one file, as the built app does. From the dev server, each start of one asks for its
 * fifteen modules, and tests start hundreds.
 */
export const bundledWorkers: Plugin = {
  name: 'bundled-workers',
  configureServer({ config: { root }, middlewares }) {
    if (!process.argv.includes('run')) return;
    const bundles = new Map<string, Promise<string>>();
    middlewares.use((request, response, next) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      // Those of packages are one file each already.
      if (!searchParams.has('worker_file') || !pathname.endsWith('.worker.ts')) return next();
      const bundle = bundles.get(pathname) ?? bundleOf(root, pathname);
      bundles.set(pathname, bundle);
      bundle.then((code) => response.setHeader('Content-Type', 'text/javascript').end(code), next);
    });
  },
};

async function bundleOf(root: string, pathname: string): Promise<string> {
  const made = await build({
    ...{ root, configFile: false, logLevel: 'error', plugins: [servedFiles(root)] },
    build: { write: false, minify: false, target: 'es2022', rolldownOptions: { input: root + pathname } },
  });
  const [chunk] = 'output' in made ? made.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`Got no bundle of ${pathname}`);
  return chunk.code;
}

/** Files that are imported for their addresses have those of the dev server. */
function servedFiles(root: string): Plugin {
  return {
    name: 'served-files',
    enforce: 'pre',
    load: {
      filter: { id: /\?url\b/ },
      handler(id) {
        const path = id.replace(/\?.*/, '');
        const inRoot = relative(root, path);
        return `export default ${JSON.stringify(inRoot.startsWith('..') ? `/@fs${path}` : `/${inRoot}`)};`;
      },
    },
  };
}
