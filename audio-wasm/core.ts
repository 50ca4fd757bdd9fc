import {
  type AudioCore,
  checkPeaksOptions,
  type GeometryCore,
  type PeaksOptions,
  type PeaksStream,
} from './kernels.ts';
import { createShapeStore } from './shape-store.ts';
import { scaleAt } from './shapes.ts';

/** Bytes of samples copied into WASM memory at a time: large enough for few calls, small enough for the cache. */
const WINDOW_BYTES = 1 << 18;

/** The exports of audio-wasm/assembly/index.ts. Addresses and counts are 32-bit integers. */
interface CoreExports {
  readonly memory: WebAssembly.Memory;
  readonly PEAKS_STATE_BYTES: WebAssembly.Global;
  alloc(bytes: number): number;
  reset(): void;
  peaksStart(state: number, channels: number, mixed: number, samplesPerPixel: number): void;
  peaksPush(state: number, input: number, frames: number, output: number): number;
  peaksFinish(state: number, output: number): number;
  setOrigin(lng: number, lat: number, lngM: number, latM: number, lngSlopeM: number, latSlopeM: number): void;
  distanceM(record: number): number;
  areaDegrees2(record: number): number;
}

/** Creates the audio kernels of a compiled `core.wasm`, with their own instance and memory. */
export function loadAudioCore(module: WebAssembly.Module): AudioCore {
  const wasm = instantiate(module);
  let current: PeaksStream | null = null;
  return {
    startPeaks(options) {
      checkPeaksOptions(options);
      const stream = openPeaks(wasm, options, () => {
        if (current !== stream) throw new Error('This peaks stream has ended: it was finished, or another was started');
      });
      current = stream;
      return {
        push: stream.push,
        finish: () => {
          const peaks = stream.finish();
          current = null;
          return peaks;
        },
      };
    },
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
    keepShapes: store.keep,
    setOrigin([lng, lat]) {
      const { lngM, latM, lngSlopeM, latSlopeM } = scaleAt(lat);
      wasm.setOrigin(lng, lat, lngM, latM, lngSlopeM, latSlopeM);
    },
    distanceM: (index) => wasm.distanceM(base + store.startOf(index) * 8),
    areaDegrees2: (index) => wasm.areaDegrees2(base + store.startOf(index) * 8),
  };
}

function openPeaks(wasm: CoreExports, options: PeaksOptions, checkCurrent: () => void): PeaksStream {
  const { channels, mixed, samplesPerPixel } = options;
  const frameBytes = channels * 2;
  const pixelValues = (mixed ? 1 : channels) * 2;
  const windowBytes = Math.max(1, Math.floor(WINDOW_BYTES / frameBytes)) * frameBytes;
  const pixelsMax = Math.floor(windowBytes / frameBytes / samplesPerPixel) + 1;

  wasm.reset();
  const state = allocate(wasm, wasm.PEAKS_STATE_BYTES.value + channels * 8);
  const input = allocate(wasm, windowBytes);
  const output = allocate(wasm, pixelsMax * pixelValues * 2);
  wasm.peaksStart(state, channels, mixed ? 1 : 0, samplesPerPixel);

  let windowFilled = 0;
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
    push(bytes) {
      checkCurrent();
      const window = new Uint8Array(wasm.memory.buffer, input, windowBytes);
      for (let offset = 0; offset < bytes.length; ) {
        const part = bytes.subarray(offset, offset + windowBytes - windowFilled);
        window.set(part, windowFilled);
        windowFilled += part.length;
        offset += part.length;
        const frames = Math.floor(windowFilled / frameBytes);
        collect(wasm.peaksPush(state, input, frames, output));
        // An incomplete frame moves to the front; its rest is in the next chunk.
        window.copyWithin(0, frames * frameBytes, windowFilled);
        windowFilled -= frames * frameBytes;
      }
    },
    finish() {
      checkCurrent();
      collect(wasm.peaksFinish(state, output));
      return peaks.slice(0, count);
    },
  };
}

function instantiate(module: WebAssembly.Module): CoreExports {
  // The only place that states the types of the module's exports.
  return new WebAssembly.Instance(module).exports as unknown as CoreExports;
}

function allocate(wasm: CoreExports, bytes: number): number {
  const address = wasm.alloc(bytes) >>> 0;
  if (address === 0) throw new RangeError(`Could not allocate ${bytes} bytes of WASM memory`);
  return address;
}
