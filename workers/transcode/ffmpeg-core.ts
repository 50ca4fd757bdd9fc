import { ENGINE, ENGINE_SCRIPT_URL, fetchCached, type SentBytes } from './converter-download.ts';
import type { SliceSource } from './progress.ts';
import { EngineUnavailableError, isOutOfMemory, OutOfMemoryError } from './transcode-errors.ts';

/**
 * The used part of @ffmpeg/core (0.12, an Emscripten module without types). @ffmpeg/ffmpeg would run it in another,
 * nested worker: this way, terminating our worker cancels everything, and the input is passed only once.
 */
export interface FfmpegCore {
  /** Runs a command line synchronously. Returns the exit code; a WASM trap throws. */
  exec(...args: string[]): number;
  setLogger(logger: (log: { readonly type: string; readonly message: string }) => void): void;
  /** `time` is the position reached in the output, in microseconds. */
  setProgress(handler: (progress: { readonly progress: number; readonly time: number }) => void): void;
  readonly FS: FfmpegFileSystem;
}

/** An open file of the Emscripten file system. */
export interface FfmpegStream {
  position: number;
}

/** The operations of a device; our output file is one. Offsets and lengths are in bytes. */
export interface FfmpegDevice {
  llseek(stream: FfmpegStream, offset: number, whence: number): number;
  /** `heap` is the engine's memory: copy the bytes, keep no view. */
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
 * Creates a fresh ffmpeg. Script and WASM (32 MB) come from our own origin and are compiled once per worker; each job
 * gets its own instance, because ffmpeg leaves global state and memory behind.
 *
 * @throws EngineUnavailableError, OutOfMemoryError; the next call tries again.
 */
export async function createFfmpegCore(onDownload?: (progress: SentBytes) => void): Promise<FfmpegCore> {
  compiled ??= WebAssembly.compileStreaming(fetchCached(ENGINE, onDownload));
  try {
    const loading = import(/* @vite-ignore */ ENGINE_SCRIPT_URL) as Promise<FfmpegModule>;
    const [wasm, script] = await Promise.all([compiled, loading]);
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
    if (isOutOfMemory(cause)) throw new OutOfMemoryError(`Not enough memory to start ffmpeg: ${String(cause)}`);
    throw new EngineUnavailableError(`ffmpeg could not be loaded from our own server: ${String(cause)}`);
  }
}
