import { type Cue, parseWebVtt } from '../../contracts/web-vtt.ts';

/** Returns the cue that was said last at this time, or is being said; -1 before the first. Pure. */
export function cueAt(cues: readonly Pick<Cue, 'startMs'>[], atMs: number): number {
  let [low, high] = [0, cues.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cues[middle]?.startMs ?? 0) <= atMs) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Returns what a transcript says as plain text, with a line for each who speaks.
 *
 * @param vtt its WebVTT
 * @param saidBy puts who speaks before their words
 */
export function saidIn(vtt: string, saidBy: (voice: string, text: string) => string): string {
  let text = '';
  let last: string | undefined;
  for (const cue of parseWebVtt(vtt).cues) {
    const isNew = cue.voice !== undefined && cue.voice !== last;
    text += isNew ? `\n${saidBy(cue.voice, cue.text)}` : ` ${cue.text}`;
    last = cue.voice;
  }
  return text.trim();
}
