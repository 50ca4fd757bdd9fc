import type { Cue } from '../../../contracts/web-vtt.ts';

/** A silence between words. */
export interface Pause {
  readonly startMs: number;
  readonly endMs: number;
}

/** How long a sound is, and where nobody speaks in it. */
export interface SpokenSound {
  readonly durationMs: number;
  /** In order, not overlapping. */
  readonly pauses: readonly Pause[];
}

/** Shorter silences are within words. */
const PAUSE_MIN_MS = 200;
/** Pixels that are sorted, evenly taken: an hour has ten times as many, whose sorting would be felt. */
const SORTED_MAX = 20_000;
/** Longest text of a cue: two lines of subtitles, or a glance. */
const CUE_CHARS = 120;
/** Shorter cues can't be read. */
const CUE_READABLE_MS = 300;
/** How far from its end at an even pace a sentence may end, in mean lengths of a cue: a speaker slows down, and hurries. */
const DRIFT_CUES = 4;
/** By how much the pace of a sentence differs from the mean. */
const PACE_SPREAD = 0.2;
/** A pause of the first length weighs as much as a pace that differs by {@link PACE_SPREAD}; the weight grows up to the second. */
const [PAUSE_WORTH_MS, PAUSE_LONG_MS] = [250, 1500];

/**
 * Finds the pauses in a waveform: where it stays far below the loud parts of the sound, and near its quiet ones.
 * @param peaks one number per pixel from -1 to 1, evenly over the whole duration
 */
export function findPauses(peaks: Float32Array, durationMs: number): Pause[] {
  const levels = peaks.map(Math.abs);
  const nth = Math.ceil(levels.length / SORTED_MAX);
  const sorted = levels.filter((_, pixel) => pixel % nth === 0).toSorted();
  const at = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  const loud = at(0.9);
  const threshold = Math.min(Math.max(2 * at(0.05), 0.1 * loud), 0.35 * loud);
  const pixelMs = durationMs / levels.length;
  const pauses: Pause[] = [];
  let start: number | null = null;
  for (let pixel = 0; pixel <= levels.length; pixel++) {
    const isQuiet = pixel < levels.length && (levels[pixel] ?? 0) <= threshold;
    if (isQuiet && start === null) start = pixel;
    if (isQuiet || start === null) continue;
    const pause = { startMs: Math.round(start * pixelMs), endMs: Math.round(pixel * pixelMs) };
    if (pause.endMs - pause.startMs >= PAUSE_MIN_MS) pauses.push(pause);
    start = null;
  }
  return pauses;
}

/**
 * Makes cues of a plain text: one for each sentence, or part of a long one, as long as its letters, and ending at a pause
 * where one is near. Returns null for more text than can be said in the sound. A sentence at a time, for `runInSlices`.
 */
export function* spreadText(text: string, sound: SpokenSound): Generator<void, Cue[] | null> {
  const sentences = splitSentences(text);
  const speech = speechOf(sound);
  if (sentences.length * CUE_READABLE_MS > speech.lengthMs) return null;
  const letters = sentences.reduce((sum, sentence) => sum + sentence.length, 0);
  const lengths = sentences.map((sentence) => (speech.lengthMs * sentence.length) / letters);
  const ends = yield* placeEnds(lengths, speech.gaps);
  return sentences.map((sentence, index) => ({
    startMs: speech.timeAt(ends[index - 1] ?? 0, 'start'),
    endMs: speech.timeAt(ends[index] ?? speech.lengthMs, 'end'),
    text: sentence,
  }));
}

/** A pause as a point of the speech, which has no pauses. */
interface Gap {
  readonly at: number;
  readonly lengthMs: number;
}

/** The sound without its pauses. */
interface Speech {
  readonly lengthMs: number;
  /** The pauses between its first and its last word. */
  readonly gaps: readonly Gap[];
  /** Time in the sound, in whole milliseconds. In a pause it is its end for what starts, its start for what ends. */
  timeAt(speechMs: number, what: 'start' | 'end'): number;
}

function speechOf({ durationMs, pauses }: SpokenSound): Speech {
  const edges = [...pauses, { startMs: durationMs, endMs: durationMs }];
  let [at, timeMs, silenceMs] = [0, 0, 0];
  const gaps = edges.map(({ startMs, endMs }) => {
    at += startMs - timeMs;
    timeMs = endMs;
    silenceMs += endMs - startMs;
    return { at, lengthMs: endMs - startMs, silenceMs };
  });
  const lengthMs = at;
  return {
    lengthMs,
    gaps: gaps.filter((gap) => gap.at > 0 && gap.at < lengthMs),
    timeAt: (speechMs, what) => {
      let [low, high] = [0, gaps.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        const gapAt = gaps[middle]?.at ?? lengthMs;
        if (what === 'end' ? gapAt < speechMs : gapAt <= speechMs) low = middle + 1;
        else high = middle;
      }
      return Math.round(Math.min(speechMs + (gaps[low - 1]?.silenceMs ?? 0), durationMs));
    },
  };
}

/** A place where a sentence may end, with the cheapest way to it. */
interface End {
  readonly at: number;
  readonly cost: number;
  readonly before: End | null;
}

/**
 * Places the ends of all sentences but the last at gaps, or where their letters end: of all ways, that on which the pace
 * is most even and the pauses are longest.
 * @param lengths of the sentences at an even pace, in milliseconds of speech
 */
function* placeEnds(lengths: readonly number[], gaps: readonly Gap[]): Generator<void, number[]> {
  const totalMs = lengths.reduce((sum, length) => sum + length, 0);
  const reach = (DRIFT_CUES * totalMs) / lengths.length;
  let ends: readonly End[] = [{ at: 0, cost: 0, before: null }];
  let [even, firstGap, nextGap] = [0, 0, 0];
  for (const [index, length] of lengths.entries()) {
    even += length;
    if (index === lengths.length - 1) break;
    while ((gaps[firstGap]?.at ?? totalMs) < even - reach) firstGap++;
    while ((gaps[nextGap]?.at ?? Number.POSITIVE_INFINITY) <= even + reach) nextGap++;
    const places = [{ at: even, lengthMs: 0 }, ...gaps.slice(firstGap, nextGap)];
    ends = places.flatMap((place) => cheapestEnd(place, length, ends));
    yield;
  }
  const last = cheapestEnd({ at: totalMs, lengthMs: 0 }, lengths.at(-1) ?? 0, ends)[0]?.before ?? null;
  const placed: number[] = [];
  for (let end = last; end !== null && end.before !== null; end = end.before) placed.unshift(end.at);
  return placed;
}

/** The cheapest way to an end; none if all ways to it leave its sentence no time. */
function cheapestEnd({ at, lengthMs }: Gap, length: number, starts: readonly End[]): End[] {
  let best: End | null = null;
  for (const start of starts) {
    if (at - start.at < CUE_READABLE_MS / 2) continue;
    const unevenness = (at - start.at - length) / (PACE_SPREAD * length);
    const cost = start.cost + unevenness ** 2 - Math.min(lengthMs, PAUSE_LONG_MS) / PAUSE_WORTH_MS;
    if (best === null || cost < best.cost) best = { at, cost, before: start };
  }
  return best === null ? [] : [best];
}

/** Splits a text into its lines, these into sentences, and long sentences where a reader would breathe. */
function splitSentences(text: string): string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .flatMap((line) => {
      // What follows begins with no small letter. An initial, or 'M.', ends no sentence.
      const parts = line.split(
        /(?<=[.!?…][»”"’')\]\u00a0\u202f]*)(?<!(?:^|\s)(?:\p{Lu}|Dr|Mgr|Mr|Mrs|Pr|St)\.)\s+(?=[^\p{Ll}»”])/u,
      );
      return parts.map((part) => part.trim());
    })
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
    .flatMap(splitLong);
}

function splitLong(sentence: string): string[] {
  if (sentence.length <= CUE_CHARS) return [sentence];
  const middle = sentence.length / 2;
  let best: { readonly at: number; readonly cost: number } | null = null;
  for (const { index } of sentence.matchAll(/\s+/g)) {
    const cost = Math.abs(index - middle) - (/[,;:–—]/.test(sentence[index - 1] ?? '') ? CUE_CHARS / 4 : 0);
    if (best === null || cost < best.cost) best = { at: index, cost };
  }
  if (best === null) return [sentence];
  return [sentence.slice(0, best.at), sentence.slice(best.at)].flatMap((part) => splitLong(part.trim()));
}
