import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUTPUT = 'audio-wasm/build/core.wasm';

/** No runtime, no bindings, no abort: a module without imports, which loads anywhere in one line. */
const OPTIONS = ['--runtime', 'stub', '--bindings', 'raw', '-O3', '--enable', 'simd', '--noAssert', '--use', 'abort='];

/**
 * Compiles audio-wasm/assembly to audio-wasm/build/core.wasm.
 *
 * @returns {Promise<void>}
 * @throws {Error} with the compiler's messages
 */
export async function buildWasm() {
  const { error, stderr, files } = await compile();
  const bytes = files.get(OUTPUT);
  if (error || !(bytes instanceof Uint8Array)) throw new Error(`AssemblyScript failed:\n${stderr}`);
  const path = join(ROOT, OUTPUT);
  mkdirSync(dirname(path), { recursive: true });
  // Renamed into place, so that two test files which both find it stale never read half of it.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, bytes);
  renameSync(draft, path);
}

/** @returns {Promise<{ error: Error | null, stderr: string, files: Map<string, string | Uint8Array> }>} */
async function compile() {
  /** @type {Map<string, string | Uint8Array>} */
  const files = new Map();
  const args = ['audio-wasm/assembly/index.ts', '--outFile', OUTPUT, '--baseDir', ROOT, ...OPTIONS];
  const { error, stderr } = await asc.main(args, { writeFile: (name, content) => void files.set(name, content) });
  return { error, stderr: stderr.toString(), files };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await buildWasm();
