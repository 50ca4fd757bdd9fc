import { describe, expect, it, test } from 'vitest';
import type { Fix } from '../../../app/platform/position/geolocation.ts';
import { moveBy } from '../../../app/position/coordinates.ts';
import {
  admitShownFix,
  confirmJump,
  type FixGate,
  isPossible,
  OPEN_GATE,
  STEADY_JUMP_CONFIRM_MS,
} from '../../../app/position/fix-gate.ts';

const HOUR_MS = 3_600_000;
const START = { lng: 2.347, lat: 48.8555 };

/** A fix this many metres east of the start. */
const fix = (eastM: number, timestampMs: number, more: Partial<Fix> = {}): Fix => ({
  ...moveBy(START, [eastM, 0]),
  accuracyM: 8,
  headingDeg: null,
  speedMps: null,
  timestampMs,
  ...more,
});
const first = fix(0, 10_000);
const known: FixGate<Fix> = admitShownFix(OPEN_GATE, first, 10_000);

test('impossible coordinates are rejected, even in the first fix', () => {
  const wrong: Partial<Fix>[] = [
    { lng: Number.NaN },
    { lat: Number.NaN },
    { lng: 180.1 },
    { lat: -90.1 },
    { lat: Number.POSITIVE_INFINITY },
    { lng: 0, lat: 0 },
    { accuracyM: -1 },
    { accuracyM: Number.NaN },
    { accuracyM: Number.POSITIVE_INFINITY },
  ];
  for (const more of wrong) {
    expect(isPossible(fix(0, 0, more)), JSON.stringify(more)).toBe(false);
    expect(admitShownFix(OPEN_GATE, fix(0, 0, more), 0).believed, JSON.stringify(more)).toBeNull();
    expect(admitShownFix(known, fix(0, 11_000, more), 11_000).believed, JSON.stringify(more)).toBe(first);
  }
  expect(isPossible(fix(0, 0, { lng: -180, lat: 90, accuracyM: 0 }))).toBe(true);
});

describe('a fix is accepted', () => {
  const cases: [string, Fix][] = [
    ['of a walker', fix(1.4, 11_000)],
    ['of a passenger on a fast train', fix(89, 11_000)],
    ['of low accuracy', fix(0, 11_000, { accuracyM: 3000 })],
    ['that is nearer than its accuracy, however far', fix(2500, 11_000, { accuracyM: 3000 })],
    ['a kilometre on, after 10 s without one', fix(1000, 20_000)],
  ];
  it.each(cases)('%s', (_, one) => {
    expect(admitShownFix(known, one, one.timestampMs).believed).toBe(one);
  });
});

describe('a fix is rejected', () => {
  const cases: [string, Fix, number][] = [
    ['that is older than the last', fix(1, 9000), 11_000],
    ['that arrives 15 s later than other fixes', fix(1, 11_000), 26_001],
    ['two kilometres on, a second later', fix(2000, 11_000), 11_000],
    ['that repeats the last one', fix(0, 10_000), 11_000],
  ];
  it.each(cases)('%s', (_, one, atMs) => {
    expect(admitShownFix(known, one, atMs).believed).toBe(first);
  });

  it('until all fixes for 15 s were older, since the clock was set back', () => {
    let gate = known;
    for (let atMs = 11_000; atMs < 26_000; atMs += 1000) gate = admitShownFix(gate, fix(1, atMs - HOUR_MS), atMs);
    expect(gate.believed).toBe(first);
    const newer = fix(1, 26_500 - HOUR_MS);
    expect(admitShownFix(gate, newer, 26_500).believed).toBe(newer);
  });
});

test('a jump is accepted if nothing contradicts it for a while, and discarded otherwise', () => {
  const far = fix(2000, 11_000);
  const doubted = admitShownFix(known, far, 11_000);
  expect(confirmJump(doubted, 11_000 + STEADY_JUMP_CONFIRM_MS - 1).believed).toBe(first);
  expect(confirmJump(doubted, 11_000 + STEADY_JUMP_CONFIRM_MS).believed).toBe(far);
  const back = fix(2, 12_000);
  expect(admitShownFix(doubted, back, 12_000).believed).toBe(back);
});
