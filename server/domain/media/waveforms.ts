import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../../project-root.ts';
import { createLock } from '../lock.ts';

/** Longest time that one recording may take: 635 MB, an hour of stereo, take about a second. */
const TIME_MAX_MS = 60_000;
/** An idle worker is terminated after this time. */
const IDLE_MS = 10_000;

/** Computes the waveforms of recordings in a worker thread, one after the other. */
export interface Waveforms {
  /**
   * The waveform of a WAV file, as it is stored (see `takeWaveform`).
   *
   * @throws Error if the file is not such a WAV, the worker crashed, it took too long, or this was closed.
   */
  take(wavPath: string): Promise<Uint8Array>;
  /** Terminates the worker and rejects the running call. */
  close(): Promise<void>;
}

/** The worker is started by the first recording, terminated when idle, and replaced after a crash. */
export function createWaveforms(): Waveforms {
  const lock = createLock();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function end(): Promise<void> {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  }

  return {
    take: (wavPath) =>
      lock(async () => {
        if (isClosed) throw new Error('The waveforms worker was closed');
        clearTimeout(idle);
        worker ??= startWorker();
        try {
          return await compute(worker, wavPath);
        } catch (error) {
          // The worker may hang or be gone; the next recording gets a fresh one.
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

function startWorker(): Worker {
  const options = {
    workerData: join(projectRoot(), 'audio-wasm/build/core.wasm'),
    // Otherwise the worker would hold on to much of its garbage.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  };
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(fromSource(new URL('./waveforms.worker.ts', import.meta.url)), { ...options, eval: true })
    : new Worker(new URL('./waveforms.worker.js', import.meta.url), options);
  worker.unref();
  // Without a listener, a crash between two recordings would crash the server.
  worker.on('error', () => undefined);
  return worker;
}

/** A worker does not inherit its parent's TypeScript loader, so its code registers one. */
function fromSource(entry: URL): string {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); });`;
}

async function compute(worker: Worker, wavPath: string): Promise<Uint8Array> {
  const abort = new AbortController();
  const { signal } = abort;
  const exited = once(worker, 'exit', { signal }).then(([code]: number[]) => {
    throw new Error(`The waveforms worker ended with ${code}`);
  });
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error(`No waveform after ${TIME_MAX_MS} ms`)), TIME_MAX_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
  try {
    const message = once(worker, 'message', { signal });
    worker.postMessage(wavPath);
    const [result]: { dat?: ArrayBuffer; error?: string }[] = await Promise.race([message, exited, late]);
    if (result?.dat === undefined) throw new Error(result?.error ?? 'The waveforms worker returned nothing');
    return new Uint8Array(result.dat);
  } finally {
    exited.catch(() => undefined);
    abort.abort();
  }
}
