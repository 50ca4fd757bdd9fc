import { allocate, type CoreExports, instantiate, openFrameWindow } from './core-exports.ts';
import {
  type AudioCore,
  blockFramesAt,
  checkLoudnessOptions,
  checkPeaksOptions,
  type GeometryCore,
  type LoudnessOptions,
  type LoudnessStream,
  type PcmStream,
  type PeaksOptions,
  type PeaksStream,
} from './kernels.ts';
import { kWeightingAt, TRUE_PEAK_PHASES, TRUE_PEAK_SCALE } from './loudness-filters.ts';
import { createShapeStore } from './shape-store.ts';
import { scaleAt } from './shapes.ts';

/** Creates the audio kernels of a compiled `core.wasm`, each with its own memory: one pass can feed both. */
export function loadAudioCore(module: WebAssembly.Module): AudioCore {
  return {
    startPeaks: oneAtATime('peaks', module, openPeaks),
    startLoudness: oneAtATime('loudness', module, openLoudness),
  };
}

/** Creates the geometry kernel of a compiled `core.wasm`, with its own instance and memory. */
export function loadGeometryCore(module: WebAssembly.Module): GeometryCore {
  const wasm = instantiate(module);
  let base = 0;
  const store = createShapeStore((words) => {
    // The memory holds only shapes: a new allocation starts at the same address and is larger.
    wasm.reset();
    base = allocate(wasm, words * 8);
    return new Float64Array(wasm.memory.buffer, base, words);
  });
  return {
    setShapes: store.set,
    addShapes: store.add,
    retainShapes: store.retain,
    setOrigin([lng, lat]) {
      const { lngM, latM, lngSlopeM, latSlopeM } = scaleAt(lat);
      wasm.setOrigin(lng, lat, lngM, latM, lngSlopeM, latSlopeM);
    },
    distanceM: (index) => wasm.distanceM(base + store.startOf(index) * 8),
    areaDegrees2: (index) => wasm.areaDegrees2(base + store.startOf(index) * 8),
  };
}

/** Makes streams that share one instance, created at the first: using a finished or an older stream throws. */
function oneAtATime<Options, Result>(
  kind: string,
  module: WebAssembly.Module,
  open: (wasm: CoreExports, options: Options) => PcmStream<Result>,
): (options: Options) => PcmStream<Result> {
  let wasm: CoreExports | undefined;
  let current: PcmStream<Result> | null = null;
  return (options) => {
    wasm ??= instantiate(module);
    const stream = open(wasm, options);
    current = stream;
    const checkCurrent = (): void => {
      if (current === stream) return;
      throw new Error(`This ${kind} stream has ended: it was finished, or another was started`);
    };
    return {
      push(bytes) {
        checkCurrent();
        stream.push(bytes);
      },
      finish() {
        checkCurrent();
        const result = stream.finish();
        current = null;
        return result;
      },
    };
  };
}

/** Opens a peaks stream in an instance; an earlier stream of that instance must no longer be used. */
function openPeaks(wasm: CoreExports, options: PeaksOptions): PeaksStream {
  checkPeaksOptions(options);
  const { channels, mixed, samplesPerPixel } = options;
  const pixelValues = (mixed ? 1 : channels) * 2;

  wasm.reset();
  const state = allocate(wasm, wasm.PEAKS_STATE_BYTES.value + channels * 8);
  const window = openFrameWindow(wasm, channels * 2, (frames) => {
    collect(wasm.peaksPush(state, window.address, frames, output));
  });
  const pixelsMax = Math.floor(window.framesMax / samplesPerPixel) + 1;
  const output = allocate(wasm, pixelsMax * pixelValues * 2);
  wasm.peaksStart(state, channels, mixed ? 1 : 0, samplesPerPixel);

  let peaks = new Int16Array(1024);
  let count = 0;

  function collect(pixels: number): void {
    const values = pixels * pixelValues;
    if (count + values > peaks.length) {
      const larger = new Int16Array(Math.max(peaks.length * 2, count + values));
      larger.set(peaks);
      peaks = larger;
    }
    peaks.set(new Int16Array(wasm.memory.buffer, output, values), count);
    count += values;
  }

  return {
    push: window.push,
    finish() {
      collect(wasm.peaksFinish(state, output));
      return peaks.slice(0, count);
    },
  };
}

/** The number of values that `loudnessFinish` writes. */
const TOTALS = 3;

/** Opens a loudness stream in an instance; an earlier stream of that instance must no longer be used. */
function openLoudness(wasm: CoreExports, options: LoudnessOptions): LoudnessStream {
  checkLoudnessOptions(options);
  const { channels, sampleRateHz } = options;
  const blockFrames = blockFramesAt(sampleRateHz);
  const { shelf, highPass } = kWeightingAt(sampleRateHz);
  const tapValues = TRUE_PEAK_PHASES.flat().map((tap) => tap * TRUE_PEAK_SCALE);

  wasm.reset();
  const state = allocate(wasm, wasm.LOUDNESS_STATE_BYTES.value);
  const taps = allocate(wasm, tapValues.length * 2);
  const window = openFrameWindow(wasm, channels * 2, (frames) => {
    collect(wasm.loudnessPush(state, window.address, frames, output));
  });
  const output = allocate(wasm, Math.max(TOTALS, Math.floor(window.framesMax / blockFrames) + 1) * 8);
  new Int16Array(wasm.memory.buffer, taps).set(tapValues);
  const { b0, b1, b2, a1, a2 } = shelf;
  wasm.loudnessStart(state, channels, blockFrames, taps, b0, b1, b2, a1, a2, highPass.a1, highPass.a2);

  const energies: number[] = [];

  function collect(blocks: number): void {
    energies.push(...new Float64Array(wasm.memory.buffer, output, blocks));
  }

  return {
    push: window.push,
    finish() {
      wasm.loudnessFinish(state, output);
      const [truePeak = 0, midPower = 0, sidePower = 0] = new Float64Array(wasm.memory.buffer, output, TOTALS);
      return { energies: Float64Array.from(energies), truePeak, midPower, sidePower };
    },
  };
}

/**
 * Fetches and compiles `core.wasm`, not streaming, which so small a file gains nothing from. Null where the engine
 * can't (no WebAssembly or no SIMD), so that the plain twins are used. @throws Error if the file can't be fetched
 */
export async function compileCore(url: string): Promise<WebAssembly.Module | null> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`Expected the WASM core at ${url}, got status ${response.status}`);
  return compileCoreBytes(await response.arrayBuffer());
}

/** Compiles the bytes of `core.wasm`; returns null as {@link compileCore} does. */
export async function compileCoreBytes(
  bytes: ArrayBuffer | Uint8Array<ArrayBuffer>,
): Promise<WebAssembly.Module | null> {
  try {
    return await WebAssembly.compile(bytes);
  } catch {
    return null;
  }
}
