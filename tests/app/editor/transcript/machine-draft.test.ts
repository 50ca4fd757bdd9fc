import { expect, it } from 'vitest';
import { mergeMachineDraft } from '../../../../app/editor/transcript/draft/machine-draft.ts';
import { CUES_MAX } from '../../../../contracts/limits.ts';
import type { Cue } from '../../../../contracts/web-vtt.ts';

const cue = (startMs: number, endMs: number, text: string): Cue => ({ startMs, endMs, text });
const drafted = (startMs: number, endMs: number, text: string): Cue => ({ startMs, endMs, text, isMachine: true });

it('keeps each cue of a person as it is, and drops what the machine says beside it', () => {
  const people = [cue(0, 20_000, 'Une longue'), cue(1000, 2000, 'dans une autre'), cue(30_000, 31_000, '')];
  const merged = mergeMachineDraft(people, [
    drafted(15_000, 19_000, 'within the long one'),
    drafted(19_900, 22_000, 'over its end'),
    drafted(22_000, 24_000, 'free'),
    drafted(29_000, 30_000, 'up to the next'),
    drafted(29_500, 40_000, 'over the empty one'),
    drafted(31_000, 33_000, 'after it'),
  ]);
  expect(merged.map(({ text }) => text)).toEqual([
    ...['Une longue', 'dans une autre', 'free', 'up to the next', '', 'after it'],
  ]);
  for (const one of people) expect(merged).toContain(one);
});

it('replaces what a machine wrote before, as far as it came now', () => {
  const before = [drafted(0, 1000, 'old'), drafted(5000, 6000, 'old, later')];
  const now = [drafted(0, 2000, 'new')];
  expect(mergeMachineDraft(before, now)).toEqual(now);
  expect(mergeMachineDraft(before, now, 2000)).toEqual([...now, before[1]]);
  expect(mergeMachineDraft(before, [], 0)).toEqual(before);
});

it('makes whole cues of what a machine hands out: in order, apart, with text, and marked', () => {
  const odd = [
    cue(3000.4, 4000.6, ' second\n\n line '),
    cue(0, 1000, 'first'),
    cue(-50, 500, 'earlier'),
    cue(900, 2000, 'over'),
    cue(5000, 5050, 'short'),
    cue(6000, 7000, ' '),
    cue(8000, 7000, 'backwards'),
    cue(Number.NaN, 9000, 'never'),
  ];
  expect(mergeMachineDraft([], odd)).toEqual([
    drafted(0, 500, 'earlier'),
    drafted(500, 1000, 'first'),
    drafted(1000, 2000, 'over'),
    drafted(3000, 4001, 'second\n line'),
  ]);
});

it('makes no more cues than a transcript may have', () => {
  const many = Array.from({ length: CUES_MAX }, (_, at) => drafted(at * 1000, at * 1000 + 900, 'x'));
  expect(mergeMachineDraft([cue(0, 900, 'mine')], [...many, drafted(1e8, 1e8 + 900, 'x')])).toHaveLength(CUES_MAX);
});
