import { pathToFileURL } from 'node:url';
import { ROOT, runTool } from '../run.mjs';
import { installAddons } from './addons.mjs';
import { precompress } from './precompress.mjs';
import { buildIfStale } from './stale.mjs';

/** Inputs of every step, in addition to its own folders. */
const COMMON = ['package-lock.json', 'tsconfig.base.json', 'scripts/build/build.mjs', 'scripts/build/precompress.mjs'];

/**
 * Builds what is stale: the server with its addons, and the app (`dist/app`).
 *
 * @returns {Promise<void>}
 * @throws {Error} naming the step that failed; its own output says why
 */
export async function buildStale() {
  await installAddons();
  await compileStale();
}

/**
 * Builds what is stale of our own code: the WASM core, then the server (`dist/server`) and the app.
 *
 * @returns {Promise<void>}
 * @throws {Error} naming the step that failed
 */
async function compileStale() {
  await buildWasmIfStale();
  await compileServer();
  await step(
    'app',
    [
      ...['app', 'workers', 'contracts', 'audio-wasm', 'vite.config.ts', 'NOTICE', 'LICENSE'],
      ...[
        'scripts/build/chunks.mjs',
        'scripts/build/first-paint.mjs',
        'scripts/build/licences.mjs',
        'scripts/build/licence-texts',
      ],
    ],
    'dist/app/index.html',
    'vite/bin/vite.js',
    ['build', '--logLevel', 'warn'],
    () => precompress(`${ROOT}dist/app`),
  );
}

/**
 * Builds the server if it is stale, and installs the addons that it needs.
 *
 * @returns {Promise<void>}
 * @throws {Error} naming the step that failed
 */
export async function buildServer() {
  await installAddons();
  await compileServer();
}

async function compileServer() {
  await step('server', ['server', 'contracts', 'audio-wasm'], 'dist/server/server/main.js', 'typescript/bin/tsc', [
    '-b',
    'server',
  ]);
}

/**
 * Builds the WASM core if it is stale.
 *
 * @returns {Promise<void>}
 */
export async function buildWasmIfStale() {
  const inputs = [...COMMON, 'audio-wasm/assembly', 'scripts/build/build-wasm.mjs'];
  const build = async () => {
    console.log('Building wasm ...');
    // Imported lazily, so that a built project starts without its build tools.
    const { buildWasm } = await import('./build-wasm.mjs');
    await buildWasm();
  };
  await buildIfStale({ name: 'wasm', root: ROOT, inputs, output: 'audio-wasm/build/core.wasm', build });
}

/**
 * @param {string} name
 * @param {readonly string[]} folders
 * @param {string} output
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {() => Promise<void>} [finish] runs after the tool
 */
async function step(name, folders, output, tool, args, finish) {
  const build = async () => {
    console.log(`Building ${name} ...`);
    // Under Vitest NODE_ENV is 'test', and the app would get React's slow development build.
    const code = await runTool(tool, args, { NODE_ENV: 'production' });
    if (code !== 0) throw new Error(`Building ${name} failed (exit code ${code})`);
    await finish?.();
  };
  await buildIfStale({ name, root: ROOT, inputs: [...COMMON, ...folders], output, build });
}

/** `npm run build`; with `--without-addons` for who needs no running server, or installs them meanwhile. */
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await (process.argv.includes('--without-addons') ? compileStale() : buildStale());
}
