import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, runTool } from '../run.mjs';

const OUTPUT = 'audio-wasm/build/core.wasm';

/** No runtime, no bindings, no abort: the module has no imports. */
const OPTIONS = ['--runtime', 'stub', '-O3', '--enable', 'simd', '--noAssert', '--use', 'abort='];

/**
 * Compiles audio-wasm/assembly to audio-wasm/build/core.wasm, in a separate process because the compiler's types would
 * replace those of `console` and `WebAssembly` in every script.
 *
 * @returns {Promise<void>}
 * @throws {Error} when the compiler fails; its own output says why
 */
export async function buildWasm() {
  mkdirSync(dirname(`${ROOT}${OUTPUT}`), { recursive: true });
  // Atomic, because several test files may build it at the same time.
  const draft = `${OUTPUT}.${process.pid}`;
  try {
    const args = ['audio-wasm/assembly/index.ts', '--outFile', draft, ...OPTIONS];
    const code = await runTool('assemblyscript/bin/asc.js', args);
    if (code !== 0) throw new Error(`AssemblyScript failed (exit code ${code})`);
    renameSync(`${ROOT}${draft}`, `${ROOT}${OUTPUT}`);
  } finally {
    rmSync(`${ROOT}${draft}`, { force: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildWasm();
