import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { projectRoot } from '../../project-root.ts';

/** What is used of esbuild, which comes with tsx. */
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
 * A worker's program as one JavaScript file, made once in a process from its sources. Only a server that runs from its sources
 * needs it: a thread doesn't inherit the loader of TypeScript, and one of its own costs each thread half a second.
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
  // Inside the project, where its packages are found.
  const folder = join(projectRoot(), '.cache/workers');
  const program = join(folder, `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.mjs`);
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    // Other processes may be making it, too.
    const made = `${program}.${process.pid}`;
    await writeFile(made, content);
    await rename(made, program);
  }
  return pathToFileURL(program);
}
