import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './scripts/build/chunks.mjs';
import { firstPaint } from './scripts/build/first-paint.mjs';
import { licences } from './scripts/build/licences.mjs';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The address `npm run dev` gives the API server; the dev server forwards `/v1` there. */
const apiAddress = `http://localhost:${process.env.API_PORT ?? '3001'}`;

/**
 * The dev server shares its address with `npm start`, whose service worker would go on showing the built app: this one,
 * found in its place, goes away and takes the other with it.
 */
const farewellWorker: Plugin = {
  name: 'farewell-worker',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use('/sw.js', (_request, response) => {
      response.setHeader('Content-Type', 'text/javascript');
      response.end(`
        self.addEventListener('install', () => self.skipWaiting());
        self.addEventListener('activate', async () => {
          await self.registration.unregister();
          for (const client of await self.clients.matchAll({ type: 'window' })) client.navigate(client.url);
        });
      `);
    });
  },
};

/** The router's package names its development build for every bundler; its production build leaves out the warnings. */
const productionRouter: Plugin = {
  name: 'production-router',
  apply: 'build',
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: fromRoot('node_modules/react-router/dist/production/index.mjs') },
        {
          find: /^react-router\/dom$/,
          replacement: fromRoot('node_modules/react-router/dist/production/dom-export.mjs'),
        },
      ],
    },
  }),
};

export default defineConfig({
  root: fromRoot('app'),
  cacheDir: fromRoot('.cache/vite'),
  plugins: [
    react(),
    farewellWorker,
    productionRouter,
    firstPaint(fromRoot('.')),
    licences(fromRoot('.')),
    VitePWA({
      strategies: 'generateSW',
      // A new build waits until the person takes it: page/app-update.ts registers the worker and asks.
      registerType: 'prompt',
      injectRegister: false,
      // A file of app/public like any other.
      manifest: false,
      workbox: {
        // The app's own files, and nothing that the server computes: its answers are never kept.
        globPatterns: [
          // In this order: the map's screen comes first, so that it opens at once after a welcome.
          'assets/{walk,drawn-map,maplibre,nearest.worker,tiles-style}*.{js,css}',
          'index.html',
          'licences.json',
          '*.{js,svg}',
          'map/*.json',
          'icons/icon-{192,512}.png',
          'assets/*.{js,css,wasm,woff2}',
        ],
        // The converter is 32 MB, and keeps itself once it was needed.
        // The headers of the speech worker follow a setting, and its model needs the network.
        globIgnores: ['assets/ffmpeg-core-*', 'assets/speech.worker-*'],
        maximumFileSizeToCacheInBytes: 4_000_000,
        navigateFallback: 'index.html',
        // The server renders the catalogue, the form that reports without an account, and what other sites show in a frame.
        navigateFallbackDenylist: [
          /^\/(v1|embed)\//,
          /^\/catalogue\b/,
          /^\/p\/[^/]+\/signaler\b/,
          /\/[^/?]+\.\w+(\?|$)/,
        ],
        cleanupOutdatedCaches: true,
        inlineWorkboxRuntime: true,
        sourcemap: false,
      },
    }),
  ],
  worker: { format: 'es', rolldownOptions: { checks: { bundlerTimings: false } } },
  optimizeDeps: {
    // The engine locates its own WASM beside itself; pre-bundling would break that URL.
    exclude: ['@ffmpeg/core'],
    // A package that is found only while a page runs makes the dev server bundle anew, and the page gets a second React.
    include: [
      '@mapbox/mapbox-gl-draw',
      '@protomaps/basemaps',
      'comlink',
      'flatbush',
      'lucide-react',
      'maplibre-gl',
      'mdast-util-from-markdown',
      'pmtiles',
      'radix-ui',
      'react',
      'react-dom/client',
      'react-dropzone',
      'react-router-dom',
      'react/jsx-dev-runtime',
      'saxes',
      'tus-js-client',
      'valtio',
      'valtio/utils',
      'wavesurfer.js',
      'zod/mini',
    ],
  },
  server: {
    port: 3000,
    proxy: { '/v1': apiAddress },
    fs: { allow: [fromRoot('.')] },
  },
  build: {
    outDir: fromRoot('dist/app'),
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: true,
    manifest: true,
    // The map's library is one large piece, loaded behind the screens that come before it.
    chunkSizeWarningLimit: 1500,
    // A browser that does not know modulepreload only fetches chunks a little later; the polyfill costs 1 kB everywhere.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // They are about how busy the machine is.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: chunkGroups(fromRoot('app')),
        },
      },
    },
  },
});
