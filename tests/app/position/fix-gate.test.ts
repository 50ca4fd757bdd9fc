import { describe, expect, test } from 'vitest';
import { moveBy } from '../../../app/position/coordinates.ts';
import {
  admit,
  confirmJump,
  type FixGate,
  type GateFix,
  jumpDueMs,
  OPEN_GATE,
  STEADY_GAP_MAX_MS,
  STEADY_JUMP_CONFIRM_MS,
} from '../../../app/position/fix-gate.ts';

const START = { lng: 2.347, lat: 48.8555 };

/** A fix this many metres east of the start, taken and arriving at `atMs`. */
const fix = (eastM: number, atMs: number, accuracyM = 8): GateFix => ({
  ...moveBy(START, [eastM, 0]),
  accuracyM,
  timestampMs: atMs,
});
const heard = (...fixes: GateFix[]): FixGate =>
  fixes.reduce<FixGate>((gate, one) => admit(gate, one, one.timestampMs), OPEN_GATE);
const walked = heard(fix(0, 0), fix(1.4, 1000));

describe('the gate accepts', () => {
  const cases: [string, GateFix][] = [
    ['a step', fix(2.8, 2000)],
    ['standing still', fix(1.4, 2000)],
    ['a runner', fix(5, 2000)],
    ['25 m after 10 s without a fix', fix(26, 11_000)],
    ['a fix of 60 m accuracy', fix(2, 2000, 60)],
  ];
  test.each(cases)('%s', (_, one) => {
    expect(admit(walked, one, one.timestampMs).believed).toBe(one);
  });
});

describe('the gate keeps its position after', () => {
  const cases: [string, GateFix, number][] = [
    ['a fix of 61 m accuracy', fix(2, 2000, 61), 2000],
    ['a fix without an accuracy', fix(2, 2000, Number.NaN), 2000],
    ['the same fix again', fix(1.4, 1000), 2000],
    ['an older fix that arrives late', fix(0.7, 500), 2000],
    ['a fix that arrived 15 s later than the others', fix(2, 2000), 17_001],
    ['a jump of 30 m within a second', fix(31, 2000), 2000],
    ['40 m after 10 s without a fix', fix(41, 11_000), 11_000],
  ];
  test.each(cases)('%s', (_, one, atMs) => {
    expect(admit(walked, one, atMs).believed).toBe(walked.believed);
  });
});

describe('a clock that was set back by an hour', () => {
  const HOUR_MS = 3_600_000;
  const hourBehind = (atMs: number): GateFix => fix(atMs / 1000, atMs - HOUR_MS);

  test('blocks the walk for 15 s, and no longer', () => {
    let gate = walked;
    for (let atMs = 2000; atMs < 17_000; atMs += 1000) gate = admit(gate, hourBehind(atMs), atMs);
    expect(gate.believed).toBe(walked.believed);
    const later = admit(gate, hourBehind(17_000), 17_000);
    expect(later.believed).toEqual(hourBehind(17_000));
    expect(admit(later, hourBehind(18_000), 18_000).believed).toEqual(hourBehind(18_000));
  });

  test('does not explain late fixes while others arrive in time', () => {
    let gate = walked;
    for (let atMs = 2000; atMs < 60_000; atMs += 1000) {
      gate = admit(admit(gate, fix(atMs / 1000, atMs), atMs), hourBehind(atMs), atMs);
      expect(gate.believed?.timestampMs).toBe(atMs);
    }
  });

  test('does not explain one fix that is reported repeatedly', () => {
    let gate = walked;
    for (let atMs = 2000; atMs < 60_000; atMs += 1000) gate = admit(gate, { ...fix(1.4, 1000) }, atMs);
    expect(gate).toBe(walked);
  });
});

describe('a jump', () => {
  const thrown = admit(walked, fix(60, 2000), 2000);

  test('is discarded when the next fix is where the walker was', () => {
    const back = fix(4, 3000);
    expect(admit(thrown, back, 3000)).toMatchObject({ believed: back, doubted: null });
  });

  test('is accepted when the fixes of more than 4 s agree with it', () => {
    let gate = thrown;
    const believed = [3000, 4000, 5000, 6000, 7000].map((atMs) => {
      gate = admit(gate, fix(60 + atMs / 1000, atMs), atMs);
      return gate.believed?.timestampMs;
    });
    expect(believed).toEqual([1000, 1000, 1000, 1000, 7000]);
  });

  test('is accepted when no fix comes for more than 4 s', () => {
    const dueMs = 2000 + STEADY_JUMP_CONFIRM_MS;
    expect(jumpDueMs(thrown)).toBe(dueMs);
    expect(confirmJump(thrown, dueMs - 1)).toBe(thrown);
    expect(confirmJump(thrown, dueMs)).toMatchObject({ believed: { timestampMs: 2000 }, doubted: null });
  });

  test('waits for the next fix if they are 4 s apart, and at most 6 s if they are rarer', () => {
    const slow = heard(fix(0, 0), fix(4, 4000), fix(90, 8000));
    expect(jumpDueMs(slow)).toBe(8000 + 4800);
    const rare = heard(fix(0, 0), fix(4, 9000), fix(150, 18_000));
    expect(jumpDueMs(rare)).toBe(18_000 + 6000);
  });

  test('is not accepted for a silence after one fix per second, and returning fixes are used', () => {
    const stream = heard(...Array.from({ length: 5 }, (_, step) => fix(step, 1000 * step)), fix(60, 5000));
    expect(jumpDueMs(stream)).toBe(5000 + STEADY_GAP_MAX_MS);
    const back = fix(12, 12_000);
    expect(admit(stream, back, 12_000)).toMatchObject({ believed: back, doubted: null });
  });

  test('is doubted however long ago another fix was rejected', () => {
    const late = admit(walked, fix(0.7, 500), 2000);
    expect(admit(late, fix(300, 62_000), 62_000)).toMatchObject({ believed: walked.believed });
    const old = admit(admit(late, fix(90, 32_000), 32_000), fix(93, 32_500), 32_500);
    expect(old).toMatchObject({ believed: walked.believed, doubted: { sinceMs: 32_000 } });
  });

  test('to another place restarts the doubt', () => {
    expect(admit(thrown, fix(-60, 4000), 4000).doubted).toMatchObject({ sinceMs: 4000 });
  });
});

test('a device whose clock is an hour off is accepted like any other', () => {
  const hourMs = 3_600_000;
  const gate = [0, 1000, 2000].reduce<FixGate>((before, atMs) => admit(before, fix(0, atMs - hourMs), atMs), OPEN_GATE);
  expect(gate.believed?.timestampMs).toBe(2000 - hourMs);
});
