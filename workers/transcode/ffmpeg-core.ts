import wasmUrl from '@ffmpeg/core/wasm?url';
import coreUrl from '@ffmpeg/core?url';
import { fetchKept } from './kept-file.ts';
import { isOutOfMemory } from './out-of-memory.ts';
import { EngineUnavailableError, OutOfMemoryError } from './transcode-errors.ts';

/**
 * The part of @ffmpeg/core (0.12, single-threaded, an Emscripten module without types of its own) that we use.
 *
 * It is used directly and not through @ffmpeg/ffmpeg, which would run it in a worker of its own, inside ours: then
 * terminating our worker is the whole of cancelling, and an input needs no second hand-over.
 */
export interface FfmpegCore {
  /** Runs the command line and blocks until it ends. Returns the exit code; a trap in the WASM throws. */
  exec(...args: string[]): number;
  setLogger(logger: (log: { readonly type: string; readonly message: string }) => void): void;
  /** `time` is the position reached in the output, in microseconds. */
  setProgress(handler: (progress: { readonly progress: number; readonly time: number }) => void): void;
  readonly FS: FfmpegFileSystem;
}

/** What WORKERFS needs of a Blob: it reads slices when ffmpeg asks for them. */
export type SliceSource = Pick<Blob, 'size' | 'slice'>;

/** An open file of the Emscripten file system. */
export interface FfmpegStream {
  position: number;
}

/** The operations of a device: what our output file is made of. Offsets and lengths in bytes. */
export interface FfmpegDevice {
  llseek(stream: FfmpegStream, offset: number, whence: number): number;
  /** `heap` is the engine's own memory: copy out of it, keep no view. */
  write(stream: FfmpegStream, heap: Int8Array, offset: number, length: number, position: number): number;
}

/** The part of Emscripten's file system that we use. */
export interface FfmpegFileSystem {
  mkdir(path: string): void;
  mount(
    type: unknown,
    options: { readonly blobs: readonly { readonly name: string; readonly data: SliceSource }[] },
    path: string,
  ): void;
  readonly filesystems: { readonly WORKERFS: unknown };
  makedev(major: number, minor: number): number;
  registerDevice(device: number, operations: FfmpegDevice): void;
  mkdev(path: string, device: number): void;
}

interface FfmpegOverrides {
  instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object;
}

interface FfmpegModule {
  readonly default: (overrides: FfmpegOverrides) => Promise<FfmpegCore>;
}

let compiled: Promise<WebAssembly.Module> | undefined;

/**
 * Gives a fresh ffmpeg. Script and WASM (32 MB) are fetched from our own origin and compiled once in a worker's life; each
 * job gets an instance of its own, since ffmpeg's command line leaves global state and memory behind.
 *
 * @throws EngineUnavailableError when it can't be fetched or started, OutOfMemoryError when there is no room for it; the
 * next call tries again.
 */
export async function createFfmpegCore(): Promise<FfmpegCore> {
  compiled ??= WebAssembly.compileStreaming(fetchKept(wasmUrl));
  try {
    const [wasm, script] = await Promise.all([compiled, import(/* @vite-ignore */ coreUrl) as Promise<FfmpegModule>]);
    return await new Promise<FfmpegCore>((resolve, reject) => {
      const core = script.default({
        instantiateWasm(imports, receive) {
          WebAssembly.instantiate(wasm, imports).then(receive, reject);
          return {};
        },
      });
      core.then(resolve, reject);
    });
  } catch (cause) {
    compiled = undefined;
    if (isOutOfMemory(cause)) throw new OutOfMemoryError(`There is no memory to start ffmpeg in: ${String(cause)}`);
    throw new EngineUnavailableError(`ffmpeg could not be loaded from our own server: ${String(cause)}`);
  }
}
