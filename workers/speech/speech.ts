import { SPEECH_RATE_HZ } from '../../contracts/limits.ts';
import type { Cue } from '../../contracts/web-vtt.ts';

const LIBRARY = 'transformers.min.js';
/** Name of the model's folder beside the library. */
const MODEL = 'model';

/** All that the first use loads: files of transformers.js 3, and of a Whisper model as it reads them. */
const FILES: readonly string[] = [
  LIBRARY,
  'ort-wasm-simd-threaded.jsep.mjs',
  'ort-wasm-simd-threaded.jsep.wasm',
  ...['config', 'generation_config', 'preprocessor_config', 'tokenizer', 'tokenizer_config'].map(
    (name) => `${MODEL}/${name}.json`,
  ),
  `${MODEL}/onnx/encoder_model_quantized.onnx`,
  `${MODEL}/onnx/decoder_model_merged_quantized.onnx`,
];

/** The languages of Whisper's models, by ISO 639. */
const LANGUAGES: ReadonlySet<string> = new Set(
  (
    'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk ' +
    'te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ' +
    'ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'
  ).split(' '),
);

/** What we use of the library. */
interface Library {
  readonly env: {
    allowLocalModels: boolean;
    remoteHost: string;
    remotePathTemplate: string;
    readonly backends: { readonly onnx: { readonly wasm: { wasmPaths: string } } };
  };
  pipeline(
    task: 'automatic-speech-recognition',
    model: string,
    options: {
      readonly dtype: 'q8';
      readonly device: 'wasm';
      readonly progress_callback: (progress: LoadProgress) => void;
    },
  ): Promise<Recognizer>;
}

interface LoadProgress {
  readonly status: string;
  readonly file?: string;
  readonly loaded?: number;
}

/** Times are in seconds; a part may end within what is said, which then has no end. */
type Recognizer = (
  samples: Float32Array,
  options: { readonly language: string; readonly task: 'transcribe'; readonly return_timestamps: true },
) => Promise<{
  readonly chunks?: readonly { readonly timestamp: readonly [number, number | null]; readonly text: string }[];
}>;

let loaded: { readonly folder: string; readonly recognizer: Promise<Recognizer> } | null = null;

/** See {@link SpeechApi.findDownload}. Asks for no content. */
export async function findDownload(folder: string, language: string): Promise<number | null> {
  if (!LANGUAGES.has(language)) return null;
  try {
    const sizes = await Promise.all(FILES.map((file) => sizeOf(folder + file)));
    return sizes.includes(null) ? null : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  } catch {
    return null;
  }
}

/** See {@link SpeechApi.write}. */
export async function writePart(
  folder: string,
  language: string,
  samples: Float32Array,
  onBytes: (bytes: number | null) => void,
): Promise<Cue[]> {
  if (loaded?.folder !== folder) loaded = { folder, recognizer: load(folder, onBytes) };
  const { recognizer } = loaded;
  // The next part tries again.
  recognizer.catch(() => {
    loaded = null;
  });
  const recognize = await recognizer;
  onBytes(null);
  const { chunks = [] } = await recognize(samples, { language, task: 'transcribe', return_timestamps: true });
  const endS = samples.length / SPEECH_RATE_HZ;
  return chunks.map(({ timestamp: [fromS, toS], text }) => ({
    startMs: Math.round(fromS * 1000),
    endMs: Math.round(Math.min(toS ?? endS, endS) * 1000),
    text: text.trim(),
    isMachine: true,
  }));
}

/** Bytes that are not in the browser's storage yet; null if the server doesn't have or tell them. */
async function sizeOf(address: string): Promise<number | null> {
  // The library keeps the model's files there, by their addresses.
  if ((await caches.match(address)) !== undefined) return 0;
  const response = await fetch(address, { method: 'HEAD' });
  const bytes = Number(response.headers.get('Content-Length') ?? Number.NaN);
  return response.ok && Number.isFinite(bytes) ? bytes : null;
}

async function load(folder: string, onBytes: (bytes: number) => void): Promise<Recognizer> {
  const { env, pipeline }: Library = await import(/* @vite-ignore */ folder + LIBRARY);
  // Otherwise it asks our own server first, then the library's makers' one.
  env.allowLocalModels = false;
  env.remoteHost = folder;
  env.remotePathTemplate = '{model}/';
  env.backends.onnx.wasm.wasmPaths = folder;
  const bytes = new Map<string, number>();
  return pipeline('automatic-speech-recognition', MODEL, {
    dtype: 'q8',
    device: 'wasm',
    progress_callback: ({ status, file, loaded }) => {
      if (status !== 'progress' || file === undefined || loaded === undefined) return;
      bytes.set(file, loaded);
      onBytes([...bytes.values()].reduce((sum, each) => sum + each, 0));
    },
  });
}
