import type { Cue } from '../../../contracts/web-vtt.ts';
import { cueText } from '../../../contracts/web-vtt-text.ts';

/** No edit makes a cue shorter: it could not be seen or heard. */
export const CUE_MIN_MS = 100;
/** Length of a new cue, if there is room. */
const NEW_CUE_MS = 2000;

/** What all edits take and return: cues by their start. An edit that is impossible returns the same array. */
export type Cues = readonly Cue[];

/** Splits a cue at a time within it, and its text between two words, or at a character, and then the time with it. */
export function splitCue(cues: Cues, index: number, at: { readonly timeMs: number } | { readonly char: number }): Cues {
  const cue = cues[index];
  if (cue === undefined || cue.endMs - cue.startMs < 2 * CUE_MIN_MS) return cues;
  const lengthMs = cue.endMs - cue.startMs;
  const isTime = 'timeMs' in at;
  const wantedMs = isTime ? at.timeMs : cue.startMs + (lengthMs * at.char) / Math.max(cue.text.length, 1);
  if (isTime && (wantedMs <= cue.startMs || wantedMs >= cue.endMs)) return cues;
  const timeMs = Math.round(between(cue.startMs + CUE_MIN_MS, wantedMs, cue.endMs - CUE_MIN_MS));
  const char = isTime ? nearestGap(cue.text, (cue.text.length * (timeMs - cue.startMs)) / lengthMs) : at.char;
  const { id, ...rest } = corrected(cue);
  const first = { ...rest, ...(id === undefined ? {} : { id }), endMs: timeMs, text: trimmed(cue.text.slice(0, char)) };
  return cues.toSpliced(index, 1, first, { ...rest, startMs: timeMs, text: trimmed(cue.text.slice(char)) });
}

/** Joins a cue with the next one. Two voices become names before what they say. */
export function joinWithNext(cues: Cues, index: number): Cues {
  const [first, second] = [cues[index], cues[index + 1]];
  if (first === undefined || second === undefined) return cues;
  const { voice, ...rest } = corrected(first);
  const isOneVoice = voice === second.voice;
  const texts = [first, second].map((cue) =>
    isOneVoice || cue.voice === undefined ? cue.text : `${cue.voice}: ${cue.text}`,
  );
  const text = cueText(texts.filter((each) => each !== '').join(isOneVoice ? ' ' : '\n'));
  const joined = { ...rest, endMs: Math.max(first.endMs, second.endMs), text };
  return cues.toSpliced(index, 2, isOneVoice && voice !== undefined ? { ...joined, voice } : joined);
}

/** Moves all cues, at most to the beginning of the sound. They count as uncorrected still: nobody has read them. */
export function shiftAll(cues: Cues, byMs: number): Cues {
  const shift = Math.round(Math.max(byMs, -(cues[0]?.startMs ?? 0)));
  if (shift === 0) return cues;
  return cues.map((cue) => ({ ...cue, startMs: cue.startMs + shift, endMs: cue.endMs + shift }));
}

/** Moves one cue as far as its neighbours leave room. */
export function shiftCue(cues: Cues, index: number, byMs: number): Cues {
  const cue = cues[index];
  if (cue === undefined) return cues;
  const [before, after] = [cues[index - 1], cues[index + 1]];
  // Cues that overlap already may do so, in their order.
  const least = before === undefined ? 0 : before.endMs <= cue.startMs ? before.endMs : before.startMs;
  const most =
    after === undefined
      ? Number.POSITIVE_INFINITY
      : after.startMs >= cue.endMs
        ? after.startMs - (cue.endMs - cue.startMs)
        : after.startMs;
  const startMs = Math.round(between(least, cue.startMs + byMs, most));
  if (startMs === cue.startMs) return cues;
  return cues.with(index, { ...corrected(cue), startMs, endMs: cue.endMs + startMs - cue.startMs });
}

/** Moves the start of a cue. The end of the one before gives way, if it lay before. */
export function setStart(cues: Cues, index: number, timeMs: number): Cues {
  const cue = cues[index];
  const before = cues[index - 1];
  if (cue === undefined) return cues;
  const gives = before !== undefined && before.endMs <= cue.startMs;
  const least = before === undefined ? 0 : gives ? before.startMs + CUE_MIN_MS : before.startMs;
  const startMs = Math.round(between(least, timeMs, Math.min(cue.endMs - CUE_MIN_MS, startAfter(cues, index))));
  if (startMs === cue.startMs) return cues;
  const moved = cues.with(index, { ...corrected(cue), startMs });
  return gives && before.endMs > startMs ? moved.with(index - 1, { ...before, endMs: startMs }) : moved;
}

/** Moves the end of a cue. The start of the next one gives way, if it lay after. */
export function setEnd(cues: Cues, index: number, timeMs: number): Cues {
  const cue = cues[index];
  const after = cues[index + 1];
  if (cue === undefined) return cues;
  const gives = after !== undefined && after.startMs >= cue.endMs;
  const most = gives ? Math.min(after.endMs - CUE_MIN_MS, startAfter(cues, index + 1)) : Number.POSITIVE_INFINITY;
  const endMs = Math.round(between(cue.startMs + CUE_MIN_MS, timeMs, most));
  if (endMs === cue.endMs) return cues;
  const moved = cues.with(index, { ...corrected(cue), endMs });
  return gives && after.startMs < endMs ? moved.with(index + 1, { ...after, startMs: endMs }) : moved;
}

/** Changes what a cue says. Empty lines are left out. */
export function changeText(cues: Cues, index: number, text: string): Cues {
  const cue = cues[index];
  const said = cueText(text);
  return cue === undefined || said === cue.text ? cues : cues.with(index, { ...corrected(cue), text: said });
}

/** Changes who says it; an empty name for nobody. */
export function changeVoice(cues: Cues, index: number, name: string): Cues {
  const cue = cues[index];
  const said = name.replace(/\s+/g, ' ').trim();
  if (cue === undefined || said === (cue.voice ?? '')) return cues;
  const { voice: _, ...rest } = corrected(cue);
  return cues.with(index, said === '' ? rest : { ...rest, voice: said });
}

/** Says that somebody has read a cue of a machine. */
export function confirmCue(cues: Cues, index: number): Cues {
  const cue = cues[index];
  return cue?.isMachine === true ? cues.with(index, corrected(cue)) : cues;
}

/** Deletes a cue. */
export function deleteCue(cues: Cues, index: number): Cues {
  return index in cues ? cues.toSpliced(index, 1) : cues;
}

/** Adds an empty cue at a time, or after the cue that is said then. `index` is that of the new one; null without room. */
export function insertCue(cues: Cues, timeMs: number): { readonly cues: Cues; readonly index: number | null } {
  const index = cues.findLastIndex((cue) => cue.startMs <= timeMs) + 1;
  const startMs = Math.round(Math.max(timeMs, 0, cues[index - 1]?.endMs ?? 0));
  const endMs = Math.min(startMs + NEW_CUE_MS, cues[index]?.startMs ?? Number.POSITIVE_INFINITY);
  if (endMs - startMs < CUE_MIN_MS) return { cues, index: null };
  return { cues: cues.toSpliced(index, 0, { startMs, endMs, text: '' }), index };
}

function corrected({ isMachine: _, ...cue }: Cue): Cue {
  return cue;
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

function startAfter(cues: Cues, index: number): number {
  return cues[index + 1]?.startMs ?? Number.POSITIVE_INFINITY;
}

/** The position between two words that is nearest to `char`; without any, `char` itself. */
function nearestGap(text: string, char: number): number {
  let best: number | null = null;
  for (const { index } of text.matchAll(/\s+/g)) {
    if (best === null || Math.abs(index - char) < Math.abs(best - char)) best = index;
  }
  return best ?? Math.round(char);
}

function trimmed(text: string): string {
  return cueText(text.trim());
}
