import { SPEECH_RATE_HZ } from '../../contracts/limits.ts';

/** The model hears 30 s at once; the cut is sought in the last of them. */
const [PART_MAX_S, SEARCHED_S] = [29, 8];
/** A cut lies in the middle of the quietest stretch of this length. */
const QUIET_S = 0.25;

/** A part of a sound, in samples. */
export interface SpeechPart {
  readonly from: number;
  readonly to: number;
}

/** Cuts a sound into parts that the model hears at once, where it is quietest, so that few words are cut. */
export function cutIntoParts(samples: Float32Array, rateHz = SPEECH_RATE_HZ): SpeechPart[] {
  const parts: SpeechPart[] = [];
  for (let from = 0; from < samples.length; ) {
    const most = from + PART_MAX_S * rateHz;
    const to = most >= samples.length ? samples.length : findQuiet(samples, most - SEARCHED_S * rateHz, most, rateHz);
    parts.push({ from, to });
    from = to;
  }
  return parts;
}

function findQuiet(samples: Float32Array, from: number, to: number, rateHz: number): number {
  const width = Math.round(QUIET_S * rateHz);
  // In whole milliseconds, as cues have them.
  const step = Math.round(rateHz / 20);
  let best = { energy: Number.POSITIVE_INFINITY, middle: to };
  for (let at = from; at + width <= to; at += step) {
    let energy = 0;
    for (let index = at; index < at + width; index++) energy += (samples[index] ?? 0) ** 2;
    if (energy < best.energy) best = { energy, middle: at + (width >> 1) };
  }
  return best.middle;
}
