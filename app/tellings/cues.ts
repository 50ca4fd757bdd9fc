import { type Cue, inTrackOrder, parseWebVtt } from '../../contracts/web-vtt.ts';

/** Characters of a file that are read at once: some hundred cues, a few milliseconds of a slow phone. */
const SLICE_LENGTH = 16_000;
const BLANK_LINE = /\r?\n\r?\n|\r\r/g;

/** Reads the cues of a WebVTT file a part at a time, because a long one takes a tenth of a second. For `runInSlices`. */
export function* readCues(vtt: string): Generator<void, Cue[]> {
  const cues: Cue[] = [];
  for (let from = 0; from < vtt.length; ) {
    const to = endOfSlice(vtt, from);
    const slice = vtt.slice(from, to);
    // Each block stands alone; only the first slice has the signature.
    cues.push(...parseWebVtt(from === 0 ? slice : `WEBVTT\n\n${slice}`).cues);
    from = to;
    yield;
  }
  return inTrackOrder(cues);
}

/** Returns where the next blank line after a slice ends, or the end of the file. */
function endOfSlice(vtt: string, from: number): number {
  BLANK_LINE.lastIndex = from + SLICE_LENGTH;
  return BLANK_LINE.exec(vtt) === null ? vtt.length : BLANK_LINE.lastIndex;
}

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
