import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The address `npm run dev` gives the API server; the dev server forwards `/v1` there. */
const apiAddress = `http://localhost:${process.env.API_PORT ?? '3001'}`;

export default defineConfig({
  root: fromRoot('app'),
  cacheDir: fromRoot('.cache/vite'),
  plugins: [react()],
  worker: { format: 'es' },
  optimizeDeps: {
    // The engine locates its own WASM beside itself; pre-bundling would break that URL.
    exclude: ['@ffmpeg/core'],
    // A package that is found only while a page runs makes the dev server bundle anew, and the page gets a second React.
    include: [
      'comlink',
      'flatbush',
      'lucide-react',
      'maplibre-gl',
      'radix-ui',
      'react',
      'react-dom/client',
      'react-router-dom',
      'react/jsx-dev-runtime',
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
  },
});
