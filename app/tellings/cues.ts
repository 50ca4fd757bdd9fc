import type { Cue } from '../../contracts/web-vtt.ts';

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
