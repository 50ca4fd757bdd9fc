import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { createServer } from 'vite';
import { installAddons } from './build/addons.mjs';
import { buildWasmIfStale } from './build/build.mjs';
import { ROOT } from './run.mjs';

/**
 * `npm run dev`: the app with hot reload on http://localhost:3000, and the API server behind it, which restarts when
 * its sources change. A change of the WASM sources rebuilds the core, and the app reloads.
 */
const API_PORT = process.env.API_PORT ?? '3001';
process.env.API_PORT = API_PORT;

await installAddons();
await buildWasmIfStale();

/** Port of the app, which developers open. */
const APP_PORT = 3000;

const api = spawn(process.execPath, [`${ROOT}node_modules/tsx/dist/cli.mjs`, 'watch', 'server/main.ts'], {
  cwd: ROOT,
  stdio: ['inherit', 'pipe', 'inherit'],
  env: { ...process.env, PORT: API_PORT },
});
api.stdout.setEncoding('utf8').on('data', (text) => {
  // The server prints links, which must lead to the app rather than to the API behind it.
  process.stdout.write(text.replaceAll(`localhost:${API_PORT}`, `localhost:${APP_PORT}`));
});
await waitFor(`http://localhost:${API_PORT}/healthz`);

const app = await createServer({ configFile: `${ROOT}vite.config.ts`, server: { port: APP_PORT, strictPort: true } });
await app.listen();

/** @type {NodeJS.Timeout | undefined} */
let rebuild;
const wasmSources = watch(`${ROOT}audio-wasm/assembly`, () => {
  clearTimeout(rebuild);
  // Debounced: editors write a file in several steps.
  rebuild = setTimeout(() => {
    buildWasmIfStale().catch((error) => console.error(error.message));
  }, 100);
});

const stop = async () => {
  wasmSources.close();
  api.kill('SIGTERM');
  await app.close();
  process.exit(0);
};
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
api.on('exit', (code) => {
  console.error(`The API server ended (exit code ${code}).`);
  stop();
});

/**
 * Waits until an address responds, because until then the app would open with an error. Exits if the API server has
 * ended.
 *
 * @param {string} url
 */
async function waitFor(url) {
  while (api.exitCode === null) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  process.exit(api.exitCode);
}
