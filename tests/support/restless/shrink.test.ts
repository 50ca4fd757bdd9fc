import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shrink } from './shrink.ts';

/** Whether these steps contain others, in the same order. */
function contains(steps: readonly number[], wanted: readonly number[]): boolean {
  let found = 0;
  for (const step of steps) if (step === wanted[found]) found += 1;
  return found === wanted.length;
}

describe('shrinking', () => {
  it('finds the steps that it takes, wherever they stand among others', async () => {
    const asked = fc.record({
      steps: fc.uniqueArray(fc.nat(), { minLength: 1, maxLength: 60 }),
      picks: fc.infiniteStream(fc.boolean()),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ steps, picks }) => {
        const chosen = steps.filter(() => picks.next().value);
        const needed = chosen.length > 0 ? chosen : steps.slice(0, 1);
        expect(await shrink(steps, async (part) => contains(part, needed))).toEqual(needed);
      }),
      { seed: 17, numRuns: 200 },
    );
  });

  it('leaves out a step that is needless only without a later one', async () => {
    // Opening and closing cancel each other out.
    const isOpen = (steps: readonly string[]) =>
      steps.filter((step) => step === 'open').length > steps.filter((step) => step === 'close').length;
    const fails = async (steps: readonly string[]) => isOpen(steps) && steps.includes('break');
    expect(await shrink(['open', 'open', 'break', 'close'], fails)).toEqual(['open', 'break']);
  });

  it('tries few parts where the last step fails alone', async () => {
    const tried: number[] = [];
    const steps = Array.from({ length: 100 }, (_, index) => index);
    await shrink(steps, async (part) => {
      tried.push(part.length);
      return part.includes(99);
    });
    expect(tried).toEqual([1]);
  });

  it('keeps all steps where none can be left out', async () => {
    expect(await shrink([1, 2, 3], async (part) => part.length === 3)).toEqual([1, 2, 3]);
    expect(await shrink([1], async () => true)).toEqual([1]);
    expect(await shrink([], async () => true)).toEqual([]);
  });
});
