import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../../project-root.ts';
import { sha256Of } from '../keys.ts';
import { createLock } from '../locks.ts';

/** An idle worker is terminated after this time. */
const IDLE_MS = 10_000;

/** A worker thread that runs one job after the other. */
export interface AudioThread<Job, Result> {
  /**
   * Returns the result of a job, which waits for earlier jobs.
   * @throws Error if the job failed, the worker crashed, it took longer than `timeMaxMs`, or this was closed.
   */
  run(job: Job, timeMaxMs: number): Promise<Result>;
  /** Terminates the worker and rejects the running job. */
  close(): Promise<void>;
}

/** The message that a worker posts for each job, see `serveJobs`. */
export type JobOutcome<Result> = { readonly result: Result } | { readonly error: string };

/**
 * Creates a thread that runs `./NAME.worker.ts` (compiled: `.js`) beside the module at `importer`; that worker calls
 * `serveJobs`. It is started by the first job, terminated when idle, and replaced after a crash.
 */
export function createAudioThread<Job, Result>(name: string, importer: string): AudioThread<Job, Result> {
  const lock = createLock();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function start(): Promise<Worker> {
    const program = importer.endsWith('.ts')
      ? await bundleWorker(new URL(`./${name}.worker.ts`, importer))
      : new URL(`./${name}.worker.js`, importer);
    if (isClosed) throw new Error(`The ${name} worker was closed`);
    const started = startWorker(program);
    worker = started;
    started.once('exit', () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    run: (job, timeMaxMs) =>
      lock(async () => {
        if (isClosed) throw new Error(`The ${name} worker was closed`);
        clearTimeout(idle);
        const running = worker ?? (await start());
        try {
          return await runJob<Job, Result>(running, name, job, timeMaxMs);
        } catch (error) {
          // The worker may hang or be gone; the next job gets a fresh one.
          await end();
          throw error;
        } finally {
          idle = setTimeout(end, IDLE_MS).unref();
        }
      }),
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      await end();
    },
  };
}

function startWorker(program: URL): Worker {
  const worker = new Worker(program, {
    // Far more than needed. With the default limits the worker would retain much of its garbage.
    resourceLimits: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  // Without a listener, a crash between two jobs would crash the server.
  worker.on('error', () => undefined);
  return worker;
}

async function runJob<Job, Result>(worker: Worker, name: string, job: Job, timeMaxMs: number): Promise<Result> {
  const abort = new AbortController();
  const { signal } = abort;
  const exited = once(worker, 'exit', { signal }).then(([code]: number[]) => {
    throw new Error(`The ${name} worker ended with ${code}`);
  });
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`No result of ${name} after ${timeMaxMs} ms`)), timeMaxMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    const message = once(worker, 'message', { signal });
    worker.postMessage(job);
    const [outcome]: JobOutcome<Result>[] = await Promise.race([message, exited, late]);
    if (outcome === undefined || 'error' in outcome) throw new Error(outcome?.error ?? `${name} returned nothing`);
    return outcome.result;
  } finally {
    exited.catch(() => undefined);
    abort.abort();
  }
}

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
  const program = join(folder, `${sha256Of(content).slice(0, 32)}.mjs`);
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    // Renamed when complete, because other processes may write it at the same time.
    const made = `${program}.${process.pid}`;
    await writeFile(made, content);
    await rename(made, program);
  }
  return pathToFileURL(program);
}
