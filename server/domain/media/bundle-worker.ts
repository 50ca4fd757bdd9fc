import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectRoot } from '../../project-root.ts';

/** The part of esbuild, which comes with tsx, that is used here. */
interface Bundler {
  build(options: {
    entryPoints: string[];
    bundle: true;
    platform: 'node';
    format: 'esm';
    packages: 'external';
    write: false;
  }): Promise<{ outputFiles: { contents: Uint8Array }[] }>;
}

const bundled = new Map<string, Promise<URL>>();

/**
 * Bundles a worker's program into one JavaScript file, once in a process. Only a server that runs from its sources
 * needs it: a thread doesn't inherit the loader of TypeScript, and its own loader costs each thread half a second.
 */
export function bundleWorker(entry: URL): Promise<URL> {
  const program = bundled.get(entry.href) ?? bundle(fileURLToPath(entry));
  bundled.set(entry.href, program);
  return program;
}

async function bundle(entry: string): Promise<URL> {
  const { build }: Bundler = createRequire(import.meta.resolve('tsx/esm/api'))('esbuild');
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    write: false,
  });
  const content = outputFiles[0]?.contents ?? new Uint8Array();
  // Inside the project, so that its packages are found.
  const folder = join(projectRoot(), '.cache/workers');
  const program = join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.mjs`);
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    // Renamed when complete, because other processes may write it at the same time.
    const made = `${program}.${process.pid}`;
    await writeFile(made, content);
    await rename(made, program);
  }
  return pathToFileURL(program);
}
