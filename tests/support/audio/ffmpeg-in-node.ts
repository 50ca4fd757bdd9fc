import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { FfmpegCore } from '../../../workers/transcode/ffmpeg-core.ts';
import type { CoreMaker } from '../../../workers/transcode/transcode.ts';

type Core = FfmpegCore & {
  readonly FS: {
    readFile(path: string): Uint8Array<ArrayBuffer>;
    writeFile(path: string, bytes: Uint8Array): void;
  };
};
type Script = { readonly default: (overrides: object) => Promise<Core> };

/** A file whose bytes can be read at once, as a worker's FileReaderSync does. */
export class BytesFile extends Blob {
  readonly held: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array) {
    const own = Uint8Array.from(bytes);
    super([own]);
    this.held = own;
  }

  override slice(start?: number, end?: number): Blob {
    return new BytesFile(this.held.slice(start, end));
  }
}

/** What the script, built for workers, asks of its global scope. */
const WORKER_SCOPE = {
  self: globalThis,
  location: { href: 'file:///' },
  importScripts: () => {},
  FileReaderSync: class {
    readAsArrayBuffer = ({ held }: BytesFile): ArrayBuffer => held.slice().buffer;
  },
};

let loaded: Promise<readonly [WebAssembly.Module, Script]> | undefined;

/** Starts the app's own ffmpeg in Node. */
export const startFfmpeg = (async () => {
  loaded ??= load();
  const [wasm, script] = await loaded;
  return new Promise<Core>((resolve, reject) => {
    const instantiateWasm = (imports: WebAssembly.Imports, receive: (one: WebAssembly.Instance) => void): object => {
      WebAssembly.instantiate(wasm, imports).then(receive, reject);
      return {};
    };
    script.default({ instantiateWasm }).then(resolve, reject);
  });
}) satisfies CoreMaker;

async function load(): Promise<readonly [WebAssembly.Module, Script]> {
  for (const [name, value] of Object.entries(WORKER_SCOPE)) {
    if (!(name in globalThis)) Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  const { resolve } = createRequire(import.meta.url);
  const path = resolve('@ffmpeg/core').replace('/umd/', '/esm/');
  const script = (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Script;
  return [await WebAssembly.compile(readFileSync(path.replace(/\.js$/, '.wasm'))), script];
}

/** What ffmpeg prints. */
export async function askFfmpeg(...args: string[]): Promise<string[]> {
  const core = await startFfmpeg();
  const lines: string[] = [];
  core.setLogger(({ message }) => lines.push(message));
  core.exec('-hide_banner', ...args);
  return lines;
}

/**
 * Makes a file with ffmpeg's own encoders.
 *
 * @param args options before the output's name
 * @param given files that the arguments name
 * @returns null if it can't
 */
export async function makeFile(
  args: readonly string[],
  given: Readonly<Record<string, Uint8Array>> = {},
): Promise<Uint8Array<ArrayBuffer> | null> {
  const core = await startFfmpeg();
  for (const [path, bytes] of Object.entries(given)) core.FS.writeFile(path, bytes);
  try {
    if (core.exec('-hide_banner', ...args, '/made') !== 0) return null;
    const made = core.FS.readFile('/made');
    return made.length === 0 ? null : made;
  } catch {
    return null;
  }
}

/** A tone as ffmpeg's input. */
export const tone = (seconds: number, rateHz = 44_100, hz = 440): string[] => [
  ...['-f', 'lavfi', '-i', `sine=frequency=${hz}:duration=${seconds}:sample_rate=${rateHz}`],
];

/** An MP4 of a second with two tracks of sound: 880 Hz, then 330 Hz. */
export async function makeTwoTracks(rateHz: number): Promise<Uint8Array> {
  const tracks = [...tone(1, rateHz, 880), ...tone(1, rateHz, 330), '-map', '0:a', '-map', '1:a'];
  const film = await makeFile([...tracks, '-c:a', 'aac', '-f', 'mp4']);
  if (film === null) throw new Error('ffmpeg could not make an MP4 of two tracks');
  return film;
}

/** Gives tracks of an MP4 a codec that ffmpeg lacks, in their entry and in the box by which it would know them all the same. */
export function forgetCodecs(film: Uint8Array, ...tracks: readonly number[]): Uint8Array {
  const bytes = Buffer.from(film);
  let at = -1;
  for (let track = 0; track <= Math.max(...tracks); track += 1) {
    at = bytes.indexOf('mp4a', bytes.indexOf('stsd', at + 1));
    if (!tracks.includes(track)) continue;
    bytes.write('apac', at, 'latin1');
    bytes.write('dapa', bytes.indexOf('esds', at), 'latin1');
  }
  return bytes;
}

/** Takes all samples out of a track of an MP4: the counts in its tables are set to nothing. */
export function emptyTrack(film: Uint8Array, track: number): Uint8Array {
  const bytes = Buffer.from(film);
  let at = -1;
  for (let seen = 0; seen <= track; seen += 1) at = bytes.indexOf('stbl', at + 1);
  for (const table of ['stts', 'stsc', 'stco']) bytes.writeUInt32BE(0, bytes.indexOf(table, at) + 8);
  bytes.writeUInt32BE(0, bytes.indexOf('stsz', at) + 12);
  return bytes;
}
