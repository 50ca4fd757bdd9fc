import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '../../project-root.ts';
import { createLock } from '../lock.ts';

/** Longest time that one recording may take: 635 MB, an hour of stereo, take about a second. */
const TIME_MAX_MS = 60_000;
/** How long a worker without work is kept. */
const IDLE_MS = 10_000;

/** Takes the waveforms of recordings in a thread of its own, one after the other. */
export interface Waveforms {
  /**
   * The waveform of a WAV file, in the form in which it is stored (see `takeWaveform`).
   *
   * @throws Error that says why there is none: no such WAV, a crash of the worker, too long a time, or that this was closed.
   */
  take(wavPath: string): Promise<Uint8Array>;
  /** Ends the worker; what is being taken is rejected. */
  close(): Promise<void>;
}

/** A worker that is started by the first recording, ended when there is nothing to do, and replaced after a crash. */
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
          return await ask(worker, wavPath);
        } catch (error) {
          // It may hang, or be gone; the next recording gets a fresh one.
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
    // It makes little garbage, and would keep much of it.
    resourceLimits: { maxYoungGenerationSizeMb: 4 },
  };
  const worker = import.meta.url.endsWith('.ts')
    ? new Worker(fromSource(new URL('./waveforms.worker.ts', import.meta.url)), { ...options, eval: true })
    : new Worker(new URL('./waveforms.worker.js', import.meta.url), options);
  worker.unref();
  // Without a listener a crash between two recordings would be the server's.
  worker.on('error', () => undefined);
  return worker;
}

/** A worker does not read TypeScript only because its parent does: it is told to by code of its own. */
function fromSource(entry: URL): string {
  const tsx = JSON.stringify(import.meta.resolve('tsx/esm/api'));
  return `import(${tsx}).then(({ register }) => { register(); return import(${JSON.stringify(entry.href)}); });`;
}

async function ask(worker: Worker, wavPath: string): Promise<Uint8Array> {
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
    const answered = once(worker, 'message', { signal });
    worker.postMessage(wavPath);
    const [answer]: { dat?: ArrayBuffer; error?: string }[] = await Promise.race([answered, exited, late]);
    if (answer?.dat === undefined) throw new Error(answer?.error ?? 'The waveforms worker answered nothing');
    return new Uint8Array(answer.dat);
  } finally {
    exited.catch(() => undefined);
    abort.abort();
  }
}
