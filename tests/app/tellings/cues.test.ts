import { expect, it } from 'vitest';
import { cueAt } from '../../../app/tellings/cues.ts';

const cues = Array.from({ length: 1000 }, (_, at) => ({ startMs: 100 * at }));

it('the current cue is the last one that has begun', () => {
  expect([0, 99, 100, 1e9].map((atMs) => cueAt(cues, atMs))).toEqual([0, 0, 1, 999]);
  expect(cueAt(cues.slice(5), 0)).toBe(-1);
});
