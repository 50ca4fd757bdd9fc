import type { Loudness } from '../../../../audio-wasm/loudness.ts';

/** Integrated loudness of renditions, in LUFS: that of podcasts, so that no story is much louder than another. */
const TARGET_LUFS = -16;
/** Largest gain in dB: more would lift the noise of a room to the level of a voice. */
const GAIN_MAX_DB = 15;
/**
 * True peak limit before encoding, in dB below full scale. A rendition may have -1 dBTP; encoding adds less than 1 dB
 * to the peaks of voices, and up to 2.8 dB to those of a knock on the microphone.
 */
const CEILING_DBTP = -4;
/** The channels count as equal if their difference has at most this share of their power: 30 dB less. */
const SIDE_TO_MID_MAX = 0.001;
const MONO_BITS_PER_S = 64_000;
const STEREO_BITS_PER_S = 128_000;

/** The settings that turn a master into a rendition. */
export interface RenditionPlan {
  readonly channels: 1 | 2;
  readonly bitsPerS: number;
  /** Linear gain. */
  readonly gain: number;
  /** Linear true peak limit of the limiter. */
  readonly ceiling: number;
}

/** Decides on channels, bit rate and gain, from the measurements of a master with `channels`. */
export function planRendition(loudness: Loudness, channels: number): RenditionPlan {
  const isMono = channels === 1 || loudness.sideToMid <= SIDE_TO_MID_MAX;
  // Silence has no loudness, and remains unchanged.
  const wantedDb = Number.isFinite(loudness.integratedLufs) ? TARGET_LUFS - loudness.integratedLufs : 0;
  return {
    channels: isMono ? 1 : 2,
    bitsPerS: isMono ? MONO_BITS_PER_S : STEREO_BITS_PER_S,
    gain: linear(Math.min(wantedDb, GAIN_MAX_DB)),
    ceiling: linear(CEILING_DBTP),
  };
}

/**
 * Converts interleaved 16-bit frames to one array of samples per channel, with 1 as full scale; mixes two channels if
 * one is wanted.
 */
export function toChannels(frames: Int16Array, channels: number, wanted: 1 | 2): Float32Array[] {
  const count = frames.length / channels;
  const left = new Float32Array(count);
  if (wanted === 1) {
    const scale = 1 / (32_768 * channels);
    for (let frame = 0; frame < count; frame++) {
      const second = channels === 2 ? (frames[2 * frame + 1] ?? 0) : 0;
      left[frame] = ((frames[channels * frame] ?? 0) + second) * scale;
    }
    return [left];
  }
  const right = new Float32Array(count);
  for (let frame = 0; frame < count; frame++) {
    left[frame] = (frames[2 * frame] ?? 0) / 32_768;
    right[frame] = (frames[2 * frame + 1] ?? 0) / 32_768;
  }
  return [left, right];
}

function linear(db: number): number {
  return 10 ** (db / 20);
}
