import type { Waveform } from '../../audio-wasm/waveform-data.ts';

/**
 * Converts a waveform to wavesurfer's form (its `peaks` option and `exportPeaks`): per channel one number per pixel
 * from -1 to 1, the extreme that is farther from zero.
 */
export function toWavesurferPeaks({ channels, pixels, bits, values }: Waveform): Float32Array<ArrayBuffer>[] {
  const full = 2 ** (bits - 1);
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: pixels }, (_, pixel) => {
      const at = 2 * (pixel * channels + channel);
      const low = values[at] ?? 0;
      const high = values[at + 1] ?? 0;
      return (-low > high ? low : high) / full;
    }),
  );
}
