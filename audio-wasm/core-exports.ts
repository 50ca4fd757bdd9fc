/** Bytes of samples copied into WASM memory at a time: large enough for few calls, small enough for the cache. */
const WINDOW_BYTES = 1 << 18;

/** The exports of audio-wasm/assembly/index.ts. Addresses and counts are 32-bit integers. */
export interface CoreExports {
  readonly memory: WebAssembly.Memory;
  readonly PEAKS_STATE_BYTES: WebAssembly.Global;
  readonly LOUDNESS_STATE_BYTES: WebAssembly.Global;
  alloc(bytes: number): number;
  reset(): void;
  peaksStart(state: number, channels: number, mixed: number, samplesPerPixel: number): void;
  peaksPush(state: number, input: number, frames: number, output: number): number;
  peaksFinish(state: number, output: number): number;
  loudnessStart(
    state: number,
    channels: number,
    blockFrames: number,
    taps: number,
    shelfB0: number,
    shelfB1: number,
    shelfB2: number,
    shelfA1: number,
    shelfA2: number,
    highPassA1: number,
    highPassA2: number,
  ): void;
  loudnessPush(state: number, input: number, frames: number, output: number): number;
  loudnessFinish(state: number, output: number): void;
  setOrigin(lng: number, lat: number, lngM: number, latM: number, lngSlopeM: number, latSlopeM: number): void;
  distanceM(record: number): number;
  areaDegrees2(record: number): number;
}

/** Instantiates a compiled `core.wasm` with its own memory. */
export function instantiate(module: WebAssembly.Module): CoreExports {
  // The only place that states the types of the module's exports.
  return new WebAssembly.Instance(module).exports as unknown as CoreExports;
}

/** Allocates bytes of WASM memory, aligned to 16, and returns their address. @throws RangeError if memory is short */
export function allocate(wasm: CoreExports, bytes: number): number {
  const address = wasm.alloc(bytes) >>> 0;
  if (address === 0) throw new RangeError(`Could not allocate ${bytes} bytes of WASM memory`);
  return address;
}

/** The part of WASM memory through which the bytes of a stream pass. */
export interface FrameWindow {
  readonly address: number;
  /** The largest number of frames that it holds. */
  readonly framesMax: number;
  /** Adds bytes of any length; calls `take` as often as needed. */
  push(bytes: Uint8Array): void;
}

/**
 * Allocates a window for the frames of a stream. `take` gets the number of whole frames at its address, and must not
 * store that. @throws RangeError if memory is short
 */
export function openFrameWindow(wasm: CoreExports, frameBytes: number, take: (frames: number) => void): FrameWindow {
  const framesMax = Math.max(1, Math.floor(WINDOW_BYTES / frameBytes));
  const windowBytes = framesMax * frameBytes;
  const address = allocate(wasm, windowBytes);
  let filled = 0;
  return {
    address,
    framesMax,
    push(bytes) {
      const window = new Uint8Array(wasm.memory.buffer, address, windowBytes);
      for (let offset = 0; offset < bytes.length; ) {
        const part = bytes.subarray(offset, offset + windowBytes - filled);
        window.set(part, filled);
        filled += part.length;
        offset += part.length;
        const frames = Math.floor(filled / frameBytes);
        take(frames);
        // An incomplete frame moves to the front; the next chunk completes it.
        window.copyWithin(0, frames * frameBytes, filled);
        filled -= frames * frameBytes;
      }
    },
  };
}
