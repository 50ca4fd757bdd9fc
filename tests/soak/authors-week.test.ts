import { describe, expect, it } from 'vitest';
import { testAuthorsWeek } from '../support/authors-week/authors-week.ts';
import type { DeviceKind } from '../support/authors-week/device.ts';

const STOPS = 12;

for (const kind of ['desk', 'phone'] satisfies DeviceKind[]) {
  describe(`twelve stops, everybody with a ${kind}`, () => {
    const parts = testAuthorsWeek({
      stops: STOPS,
      author: kind,
      others: kind,
      contributors: ['Ana', 'Ben', 'Chloe'],
      filledOnScreens: STOPS,
      heard: STOPS,
      hasMaps: true,
      timeoutMs: 900_000,
    });

    it('takes few presses', () => {
      console.table(Object.fromEntries(parts));
      const presses = [...parts.values()].reduce((sum, part) => sum + part.presses, 0);
      expect(parts.get('author: plans')?.presses).toBeLessThanOrEqual(5 * STOPS);
      expect(presses).toBeLessThanOrEqual(STOPS * 14);
    });
  });
}
