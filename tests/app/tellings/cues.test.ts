import { expect, it } from 'vitest';
import { cueAt, readCues } from '../../../app/tellings/cues.ts';
import { type Cue, parseWebVtt, writeWebVtt } from '../../../contracts/web-vtt.ts';

function readAll(vtt: string): { readonly cues: Cue[]; readonly steps: number } {
  const work = readCues(vtt);
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done === true) return { cues: step.value, steps };
  }
}

const cues = Array.from({ length: 1000 }, (_, at) => ({
  startMs: 100 * at,
  endMs: 100 * at + 90,
  text: `Phrase ${at}`,
}));

it.each([
  ['\n', 'as we write it'],
  ['\r\n', 'with the ends of lines of Windows'],
  ['\r', 'with those of old Macs'],
])('a long file is read in many steps, and as if in one: %j', (end) => {
  const vtt = writeWebVtt(cues).replaceAll('\n', end);
  const { cues: found, steps } = readAll(vtt);
  expect(steps).toBeGreaterThan(2);
  expect(found).toEqual(parseWebVtt(vtt).cues);
  expect(found).toHaveLength(1000);
});

it('a file without a signature, or without anything, has no cues', () => {
  expect(readAll('00:00.000 --> 00:01.000\nPhrase').cues).toEqual([]);
  expect(readAll('').cues).toEqual([]);
});

it('the current cue is the last one that has begun', () => {
  expect([0, 99, 100, 1e9].map((atMs) => cueAt(cues, atMs))).toEqual([0, 0, 1, 999]);
  expect(cueAt(cues.slice(5), 0)).toBe(-1);
});
