import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import { makeSpeech } from '../../bench/speech.ts';
import { wavOf } from '../audio/wav-bytes.ts';

/** A recording of which a rendition is made. */
export interface Clip {
  readonly name: string;
  readonly durationS: number;
  /** Of `other`, such as noise and clipped voices, an encoder leaves out what masks itself. */
  readonly kind: 'speech' | 'silence' | 'other';
  /** Two channels of 16 bits, interleaved. */
  readonly samples: () => Int16Array;
}

const RATE_HZ = 44_100;

/** The WAV file of a clip. */
export function wavOfClip(clip: Clip): Blob {
  return new Blob([wavOf(clip.samples() as Int16Array<ArrayBuffer>, { channels: 2 })]);
}

/** Speech on both channels alike, so loud that much of it is clipped. */
export function clippedClip(durationS: number, seed: number, gain: number): Clip {
  return { ...speechClip(durationS, seed, gain), name: `clipped speech of ${durationS} s`, kind: 'other' };
}

/** Speech on both channels alike, `gain` times as loud. */
export function speechClip(durationS: number, seed: number, gain = 1): Clip {
  return {
    name: `speech of ${durationS} s${gain === 1 ? '' : `, ${gain} times as loud`}`,
    durationS,
    kind: 'speech',
    samples: () => bothAlike(speech(durationS, seed), gain),
  };
}

/** Two voices, one on each channel. */
export function stereoClip(durationS: number, seed: number): Clip {
  return {
    name: `two voices of ${durationS} s, left and right`,
    durationS,
    kind: 'speech',
    samples: () => {
      const left = speech(durationS, seed);
      const right = speech(durationS, seed + 1);
      for (let at = 0; at < left.length; at += 2) left[at + 1] = right[at] ?? 0;
      return left;
    },
  };
}

/** Nothing at all. */
export function silentClip(durationS: number): Clip {
  return {
    name: `silence of ${durationS} s`,
    durationS,
    kind: 'silence',
    samples: () => new Int16Array(2 * RATE_HZ * durationS),
  };
}

/** White noise, different on each channel. */
export function noiseClip(durationS: number, amplitude: number): Clip {
  return {
    name: `noise of ${durationS} s, at ${amplitude}`,
    durationS,
    kind: 'other',
    samples: () => {
      const random = createRandom(11);
      return Int16Array.from({ length: 2 * RATE_HZ * durationS }, () => (random() - 0.5) * 2 * amplitude);
    },
  };
}

/** Quiet speech, and a knock on the microphone at full scale in every second: what the limiter is for. */
export function knockedClip(durationS: number, seed: number): Clip {
  return {
    ...speechClip(durationS, seed),
    name: `quiet speech and knocks, ${durationS} s`,
    kind: 'other',
    samples: () => {
      const samples = bothAlike(speech(durationS, seed), 0.05);
      const random = createRandom(seed);
      for (let start = RATE_HZ; start + 2000 < samples.length / 2; start += RATE_HZ) {
        for (let frame = 0; frame < 2000; frame++) {
          const value = (random() * 2 - 1) * 32_767 * Math.exp(-frame / 300);
          samples.fill(value, 2 * (start + frame), 2 * (start + frame) + 2);
        }
      }
      return samples;
    },
  };
}

/** Silence, then a voice, then silence. */
export function pausedClip(durationS: number, seed: number): Clip {
  return {
    ...speechClip(durationS, seed),
    name: `a voice between silences, ${durationS} s`,
    samples: () => {
      const samples = bothAlike(speech(durationS, seed), 1);
      const third = 2 * Math.floor(samples.length / 6);
      return samples.fill(0, 0, third).fill(0, 2 * third);
    },
  };
}

function speech(durationS: number, seed: number): Int16Array {
  return makeSpeech(seed, durationS).samples;
}

/** What passes full scale is clipped. */
function bothAlike(samples: Int16Array, gain: number): Int16Array {
  for (let at = 0; at < samples.length; at += 2) {
    const value = Math.max(-32_768, Math.min(32_767, Math.round((samples[at] ?? 0) * gain)));
    samples[at] = value;
    samples[at + 1] = value;
  }
  return samples;
}
