import { allocate, type CoreExports, openFrameWindow } from './core-exports.ts';
import { kWeightingAt } from './k-weighting.ts';
import { blockFramesAt, checkLoudnessOptions, type LoudnessOptions, type LoudnessStream } from './kernels.ts';
import { TRUE_PEAK_PHASES, TRUE_PEAK_SCALE } from './true-peak-filter.ts';

/** The number of values that `loudnessFinish` writes. */
const TOTALS = 3;

/** Opens a loudness stream in an instance; an earlier stream of that instance must no longer be used. */
export function openLoudness(wasm: CoreExports, options: LoudnessOptions): LoudnessStream {
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
