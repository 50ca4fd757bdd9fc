import { describe, expect, it } from 'vitest';
import {
  LOST_AFTER_MS,
  lostAtMs,
  type PositionWatch,
  passTime,
  STANDING_LOST_AFTER_MS,
  takeFix,
  watchFrom,
} from '../../../../app/walk/pocket/signals-due.ts';
import type { LocationStatus } from '../../../../contracts/vocabulary.ts';

type Moment =
  | { readonly atMs: number; readonly fix: number | null }
  | { readonly atMs: number; readonly status: LocationStatus };

/** The signals caused by these moments, in order, in a watch that began at 0 with a known position. */
function told(moments: readonly Moment[], from: PositionWatch = watchFrom(0, 'active')): string[] {
  const said: string[] = [];
  let watch = from;
  for (const moment of moments) {
    const [next, due] =
      'fix' in moment ? takeFix(watch, moment.atMs, moment.fix) : passTime(watch, moment.atMs, moment.status);
    watch = next;
    if (due !== null) said.push(`${due} at ${moment.atMs}`);
  }
  return said;
}

describe('a position while nobody looks at the screen', () => {
  it('is lost once, 30 s after the last fix of a walking person', () => {
    const last = { atMs: 5000, fix: 1.2 };
    expect(told([last, { atMs: 5000 + LOST_AFTER_MS - 1, status: 'requesting' }])).toEqual([]);
    const lost = { atMs: 5000 + LOST_AFTER_MS, status: 'requesting' } as const;
    expect(told([last, lost, { ...lost, atMs: 90_000 }])).toEqual(['lost at 35000']);
    expect(lostAtMs(takeFix(watchFrom(0, 'active'), 5000, 1.2)[0])).toBe(lost.atMs);
  });

  it('is lost equally late if the device does not report the speed', () => {
    expect(
      told([
        { atMs: 0, fix: null },
        { atMs: LOST_AFTER_MS, status: 'active' },
      ]),
    ).toHaveLength(1);
  });

  it('is kept longer while the person stands, since some browsers then report nothing', () => {
    const stands = { atMs: 0, fix: 0.1 };
    expect(told([stands, { atMs: LOST_AFTER_MS, status: 'active' }])).toEqual([]);
    expect(told([stands, { atMs: STANDING_LOST_AFTER_MS, status: 'active' }])).toEqual([
      `lost at ${STANDING_LOST_AFTER_MS}`,
    ]);
  });

  it.each(['error', 'unavailable', 'denied'] as const)('is lost immediately at the status %s', (status) => {
    expect(told([{ atMs: 100, status }])).toEqual(['lost at 100']);
  });

  it('that was lost before is not reported again, only its return', () => {
    const failed = watchFrom(0, 'error');
    expect(
      told(
        [
          { atMs: 100, status: 'error' },
          { atMs: 60_000, status: 'requesting' },
        ],
        failed,
      ),
    ).toEqual([]);
    expect(
      told(
        [
          { atMs: 100, fix: 1 },
          { atMs: 1100, fix: 1 },
        ],
        failed,
      ),
    ).toEqual(['found at 1100']);
  });

  it('that is some seconds late makes no sound', () => {
    expect(
      told([
        { atMs: 0, fix: 1 },
        { atMs: 29_000, fix: 1 },
        { atMs: 58_000, status: 'active' },
      ]),
    ).toEqual([]);
  });

  it('is found by two consecutive fixes, not by a single stray one', () => {
    const lost = { atMs: 30_000, status: 'requesting' } as const;
    expect(told([lost, { atMs: 40_000, fix: 1 }, { atMs: 70_000, fix: 1 }])).toEqual(['lost at 30000']);
    expect(told([lost, { atMs: 40_000, fix: 1 }, { atMs: 70_000, fix: 1 }, { atMs: 71_000, fix: 1 }])).toEqual([
      'lost at 30000',
      'found at 71000',
    ]);
  });

  it('can be lost again after it was found', () => {
    const found: Moment[] = [
      { atMs: 100, status: 'error' },
      { atMs: 200, fix: 1 },
      { atMs: 1200, fix: 1 },
    ];
    expect(told([...found, { atMs: 31_200, status: 'active' }])).toEqual([
      'lost at 100',
      'found at 1200',
      'lost at 31200',
    ]);
  });
});
