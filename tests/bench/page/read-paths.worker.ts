import { expose } from 'comlink';
import { readPieces } from '../../../workers/files/read-pieces.ts';
import { getAudioCore } from '../../../workers/load-kernels.ts';

const FILE = 'speech.wav';
const WAV_HEADER_BYTES = 44;
const PIECE_BYTES = 1 << 20;

/** How the kernel's samples are laid out. */
export interface Layout {
  readonly channels: number;
  readonly samplesPerPixel: number;
}

/** What a worker takes in milliseconds for parts of the way from a recording to its peaks. */
export interface ReadPathsApi {
  /** Keeps the samples of a WAV in this worker's memory, and the WAV in the origin's private file system. */
  keep(wav: Blob): Promise<void>;
  /** The kernel alone, on the samples in memory. */
  kernelMs(layout: Layout): Promise<number>;
  /** Reading a Blob as the peaks worker does, and computing nothing. */
  readMs(blob: Blob): Promise<number>;
  /** From the kept file, through the handle that only workers have, to the peaks. */
  privateFileMs(layout: Layout): Promise<number>;
}

/** A FileSystemSyncAccessHandle, which the types of a page don't know. */
interface SyncHandle {
  read(into: Uint8Array, options: { readonly at: number }): number;
  write(bytes: Uint8Array, options: { readonly at: number }): number;
  truncate(bytes: number): void;
  flush(): void;
  close(): void;
}

let samples = new Uint8Array();

async function openPrivateFile(): Promise<SyncHandle> {
  const folder = await navigator.storage.getDirectory();
  const file = await folder.getFileHandle(FILE, { create: true });
  return (file as unknown as { createSyncAccessHandle(): Promise<SyncHandle> }).createSyncAccessHandle();
}

const api: ReadPathsApi = {
  async keep(wav) {
    const bytes = new Uint8Array(await wav.arrayBuffer());
    samples = bytes.subarray(WAV_HEADER_BYTES);
    const handle = await openPrivateFile();
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.flush();
    handle.close();
  },

  async kernelMs({ channels, samplesPerPixel }) {
    const core = await getAudioCore();
    const startMs = performance.now();
    const stream = core.startPeaks({ channels, mixed: false, samplesPerPixel });
    stream.push(samples);
    stream.finish();
    return performance.now() - startMs;
  },

  async readMs(blob) {
    const startMs = performance.now();
    let bytes = 0;
    await readPieces(blob, (piece) => {
      bytes += piece.length;
    });
    if (bytes !== blob.size) throw new Error(`Read ${bytes} bytes of ${blob.size}`);
    return performance.now() - startMs;
  },

  async privateFileMs({ channels, samplesPerPixel }) {
    const core = await getAudioCore();
    const startMs = performance.now();
    const handle = await openPrivateFile();
    const stream = core.startPeaks({ channels, mixed: false, samplesPerPixel });
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = WAV_HEADER_BYTES, read = 1; read > 0; at += read) {
      read = handle.read(piece, { at });
      stream.push(piece.subarray(0, read));
    }
    stream.finish();
    handle.close();
    return performance.now() - startMs;
  },
};

expose(api);
