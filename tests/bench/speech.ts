import { createRandom } from '../../app/rehearsal/seeded-random.ts';

/** 16-bit PCM in memory. */
export interface Pcm {
  readonly sampleRateHz: number;
  readonly channels: number;
  readonly frames: number;
  /** Channels interleaved. */
  readonly samples: Int16Array<ArrayBuffer>;
}

/** How much a filter keeps of what it rang with, each frame. */
const RING = 0.985;

/**
 * Stereo that looks like speech to whoever takes its peaks: syllables of 0.1 to 0.4 s, two of three voiced (a pulse
 * train of 90 to 220 Hz that rings at one formant), the others hiss, pauses between them, and noise of its own on each
 * channel. The same for the same seed.
 */
export function makeSpeech(seed: number, durationS: number, sampleRateHz = 44_100): Pcm {
  const random = createRandom(seed);
  const frames = Math.round(durationS * sampleRateHz);
  const samples = new Int16Array(frames * 2);
  for (let at = 0; at < frames; ) {
    const length = Math.min(frames - at, Math.round((0.1 + 0.3 * random()) * sampleRateHz));
    const kind = random();
    const loud = kind < 0.15 ? 0 : 0.2 + 0.8 * random();
    const periodFrames = Math.round(sampleRateHz / (90 + 130 * random()));
    const turn = 2 * RING * Math.cos((2 * Math.PI * (300 + 2200 * random())) / sampleRateHz);
    const pan = 0.7 + 0.3 * random();
    let [one, two] = [0, 0];
    for (let frame = 0; frame < length; frame++) {
      const hiss = random() - 0.5;
      const push = kind > 0.4 ? (frame % periodFrames === 0 ? 1 : 0) : hiss * 0.5;
      const rung = push + turn * one - RING * RING * two;
      two = one;
      one = rung;
      // Rises and falls as a parabola over the syllable.
      const swell = (4 * frame * (length - frame)) / (length * length);
      const voice = rung * loud * swell * 9000;
      samples[2 * (at + frame)] = toInt16(voice + hiss * 60);
      samples[2 * (at + frame) + 1] = toInt16(voice * pan + (random() - 0.5) * 60);
    }
    at += length;
  }
  return { sampleRateHz, channels: 2, frames, samples };
}

function toInt16(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}
