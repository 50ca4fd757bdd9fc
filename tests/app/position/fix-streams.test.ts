import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { moveBy } from '../../../app/position/coordinates.ts';
import {
  admit,
  confirmJump,
  type FixGate,
  type GateFix,
  jumpDueMs,
  OPEN_GATE,
} from '../../../app/position/fix-gate.ts';

const START = { lng: 2.347, lat: 48.8555 };
const HOUR_MS = 3_600_000;
/** The clock of a device, 1.7 billion seconds ahead of the page's. */
const EPOCH_MS = 1.7e12;
const WAY_OUT_MS = 15_000;

/** A fix as it arrives: its position, arrival and reported time. */
interface Coming {
  readonly eastM: number;
  readonly accuracyM: number;
  readonly atMs: number;
  readonly toldMs: number;
}

/** The time that a receiver reports, by the arrival and index of a fix. */
type Clock = (atMs: number, index: number) => number;

const clocks: Readonly<Record<string, Clock>> = {
  'as it is': (atMs) => EPOCH_MS + atMs,
  'of a clock that is 401 days ahead': (atMs) => EPOCH_MS + atMs + 401 * 24 * HOUR_MS,
  'always the same': () => EPOCH_MS,
  'always 0': () => 0,
  none: () => Number.NaN,
  'in seconds': (atMs) => Math.floor((EPOCH_MS + atMs) / 1000),
  'that jumps back by an hour for good': (atMs, index) => EPOCH_MS + atMs - (index > 7 ? HOUR_MS : 0),
  'that jumps ahead by an hour for good': (atMs, index) => EPOCH_MS + atMs + (index > 7 ? HOUR_MS : 0),
  'an hour ahead now and then': (atMs, index) => EPOCH_MS + atMs + (index % 7 === 3 ? HOUR_MS : 0),
  'an hour behind now and then': (atMs, index) => EPOCH_MS + atMs - (index % 7 === 3 ? HOUR_MS : 0),
  'of two clocks in turn': (atMs, index) => EPOCH_MS + atMs + (index % 2) * HOUR_MS,
  'that runs backwards': (atMs) => EPOCH_MS - atMs,
  any: (atMs, index) => EPOCH_MS + ((atMs * 7919 + index * 104_729) % (48 * HOUR_MS)) - 24 * HOUR_MS,
};

function fixOf({ eastM, accuracyM, toldMs }: Coming): GateFix {
  return { ...moveBy(START, [eastM, 0]), accuracyM, timestampMs: toldMs };
}

/** Feeds fixes like the app, which also lets time pass between them. Calls back after each. */
function receive(gate: FixGate, fixes: readonly Coming[], onEach: (gate: FixGate, coming: Coming) => void): FixGate {
  let now = gate;
  for (const coming of fixes) {
    const dueMs = jumpDueMs(now);
    if (dueMs !== null && dueMs <= coming.atMs) now = confirmJump(now, dueMs);
    now = admit(now, fixOf(coming), coming.atMs);
    onEach(now, coming);
  }
  return now;
}

/** A walker going east from a start, with a fix each `periodMs`. */
function walkFrom(startMs: number, eastM: number, periodMs: number, clock: Clock): Coming[] {
  return Array.from({ length: Math.ceil(60_000 / periodMs) }, (_, index) => {
    const atMs = startMs + periodMs * index;
    return { eastM: eastM + (1.3 * (periodMs * index)) / 1000, accuracyM: 8, atMs, toldMs: clock(atMs, index) };
  });
}

/** Any fixes that a receiver may have reported before. */
const anyStream: fc.Arbitrary<Coming[]> = fc
  .array(
    fc.record({
      eastM: fc.integer({ min: -3000, max: 3000 }),
      accuracyM: fc.constantFrom(3, 8, 30, 60, 200),
      pauseMs: fc.constantFrom(0, 10, 1000, 4000, 20_000),
      clock: fc.constantFrom(...Object.values(clocks)),
    }),
    { maxLength: 25 },
  )
  .map((told) => {
    let atMs = 0;
    return told.map(({ eastM, accuracyM, pauseMs, clock }, index) => {
      atMs += pauseMs;
      return { eastM, accuracyM, atMs, toldMs: clock(atMs, index) };
    });
  });

describe.each(Object.entries(clocks))('after any fixes, a walker whose fixes report a time %s', (_, clock) => {
  test('is accepted within 15 s, and never left behind for longer afterwards', () => {
    fc.assert(
      fc.property(
        anyStream,
        fc.integer({ min: -3000, max: 3000 }),
        fc.constantFrom(500, 1000, 3000),
        fc.constantFrom(0, 900, 30_000),
        (before, eastM, periodMs, gapMs) => {
          const gate = receive(OPEN_GATE, before, () => {});
          const startMs = (before.at(-1)?.atMs ?? 0) + gapMs;
          let believed = gate.believed;
          let sinceMs = startMs;
          let longestMs = 0;
          receive(gate, walkFrom(startMs, eastM, periodMs, clock), (now, { atMs }) => {
            if (now.believed !== believed) sinceMs = atMs;
            believed = now.believed;
            longestMs = Math.max(longestMs, atMs - sinceMs);
          });
          // A fix may arrive just before the time is over.
          expect(longestMs).toBeLessThan(WAY_OUT_MS + 2 * periodMs);
          const away = believed === null ? Number.NaN : (believed.lng - START.lng) * 73_000 - eastM;
          expect(away).toBeGreaterThan(20);
          expect(away).toBeLessThan(90);
        },
      ),
      { seed: 17, numRuns: 40 },
    );
  });
});

describe('no fix of a walk is lost if its reported time is', () => {
  const whole = ['as it is', 'of a clock that is 401 days ahead', 'always the same', 'always 0', 'none', 'in seconds'];
  test.each([...whole, 'that jumps ahead by an hour for good', 'an hour ahead now and then'])('%s', (name) => {
    const clock = clocks[name] ?? (() => 0);
    receive(OPEN_GATE, walkFrom(0, 0, 1000, clock), ({ believed }, coming) => {
      expect(believed?.lng).toBe(fixOf(coming).lng);
    });
  });
});

test('fixes that always report the same time get the time of their arrival', () => {
  const times: number[] = [];
  receive(OPEN_GATE, walkFrom(5000, 0, 1000, clocks['always the same'] as Clock).slice(0, 4), ({ believed }) =>
    times.push((believed?.timestampMs ?? 0) - EPOCH_MS),
  );
  expect(times).toEqual([0, 1000, 2000, 3000]);
});

test('distant fixes that always contradict each other are accepted every 15 s', () => {
  const places = [0, 900, -700, 2100, -1800];
  const fixes = Array.from({ length: 60 }, (_, index) => {
    const atMs = 1000 * index;
    return { eastM: (places[index % 5] ?? 0) + 37 * index, accuracyM: 8, atMs, toldMs: EPOCH_MS + atMs };
  });
  const seen = new Set<number>();
  receive(OPEN_GATE, fixes, ({ believed }) => seen.add(believed?.lng ?? 0));
  expect(seen.size).toBeGreaterThanOrEqual(4);
});

test('a phone that slept, with a stopped page clock, is accepted immediately at its new position', () => {
  const before = receive(OPEN_GATE, walkFrom(0, 0, 1000, clocks['as it is'] as Clock).slice(0, 10), () => {});
  const later = { eastM: 800, accuracyM: 8, atMs: 11_000, toldMs: EPOCH_MS + 11_000 + HOUR_MS };
  expect(admit(before, fixOf(later), later.atMs).believed).toEqual(fixOf(later));
});
