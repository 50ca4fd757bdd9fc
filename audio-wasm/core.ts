import { allocate, type CoreExports, instantiate } from './core-exports.ts';
import { openLoudness } from './core-loudness.ts';
import { openPeaks } from './core-peaks.ts';
import type { AudioCore, GeometryCore } from './kernels.ts';
import { createShapeStore } from './shape-store.ts';
import { scaleAt } from './shapes.ts';

/**
 * Creates the audio kernels of a compiled `core.wasm`. Each kind of stream has its own instance and memory, so that peaks
 * and loudness can be computed in one pass over a recording.
 */
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
    keepShapes: store.keep,
    setOrigin([lng, lat]) {
      const { lngM, latM, lngSlopeM, latSlopeM } = scaleAt(lat);
      wasm.setOrigin(lng, lat, lngM, latM, lngSlopeM, latSlopeM);
    },
    distanceM: (index) => wasm.distanceM(base + store.startOf(index) * 8),
    areaDegrees2: (index) => wasm.areaDegrees2(base + store.startOf(index) * 8),
  };
}

interface Stream<Result> {
  push(bytes: Uint8Array): void;
  finish(): Result;
}

/** Makes streams that share one instance, created at the first: using a finished or an older stream throws. */
function oneAtATime<Options, Result>(
  kind: string,
  module: WebAssembly.Module,
  open: (wasm: CoreExports, options: Options) => Stream<Result>,
): (options: Options) => Stream<Result> {
  let wasm: CoreExports | undefined;
  let current: Stream<Result> | null = null;
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
