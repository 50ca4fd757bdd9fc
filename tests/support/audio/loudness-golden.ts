import { readFileSync } from 'node:fs';
import { parseWavHeader } from '../../../audio-wasm/wav.ts';
import type { FfmpegLoudness } from './ffmpeg-loudness.ts';
import { type NoiseKind, noisePcm } from './noise-pcm.ts';

/** A recording of the golden fixture: a WAV of tests/fixtures/audio, or seeded noise. */
export type GoldenSource =
  | { readonly file: string }
  | {
      readonly noise: NoiseKind;
      readonly seed: number;
      readonly channels: number;
      readonly sampleRateHz: number;
      readonly frames: number;
    };

/** One entry of tests/fixtures/loudness/golden.json: the sums of the plain twin when it was made, and ffmpeg's values. */
export interface GoldenLoudness {
  readonly source: GoldenSource;
  readonly energies: readonly number[];
  readonly truePeak: number;
  readonly midPower: number;
  readonly sidePower: number;
  /** Without the range: ffmpeg counts windows that aren't filled yet, which decides for recordings as short as these. */
  readonly ffmpeg: Omit<FfmpegLoudness, 'rangeLu'>;
}

/** Where the fixture is. */
export const GOLDEN_LOUDNESS = new URL('../../fixtures/loudness/golden.json', import.meta.url);

/** Reads the fixture. */
export function readGoldenLoudness(): GoldenLoudness[] {
  return JSON.parse(readFileSync(GOLDEN_LOUDNESS, 'utf8'));
}

/** The samples of a recording of the fixture. */
export function goldenSamples(source: GoldenSource): {
  readonly channels: number;
  readonly sampleRateHz: number;
  readonly samples: Int16Array<ArrayBuffer>;
} {
  if ('noise' in source) {
    const { noise, seed, channels, sampleRateHz, frames } = source;
    return { channels, sampleRateHz, samples: noisePcm(seed, frames * channels, noise) };
  }
  const wav = readFileSync(new URL(`../../fixtures/audio/${source.file}`, import.meta.url));
  const { channels, sampleRateHz, dataOffset, dataBytes } = parseWavHeader(wav, wav.length);
  const samples = new Int16Array(new Uint8Array(wav.subarray(dataOffset, dataOffset + dataBytes)).buffer);
  return { channels, sampleRateHz, samples };
}
