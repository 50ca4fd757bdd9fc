import { allocate, type CoreExports, openFrameWindow } from './core-exports.ts';
import { checkPeaksOptions, type PeaksOptions, type PeaksStream } from './kernels.ts';

/** Opens a peaks stream in an instance; an earlier stream of that instance must no longer be used. */
export function openPeaks(wasm: CoreExports, options: PeaksOptions): PeaksStream {
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
