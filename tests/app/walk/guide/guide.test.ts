import { beforeEach, describe, expect, test } from 'vitest';
import type { GateFix } from '../../../../app/position/fix-gate.ts';
import { createGuide, type LookUp } from '../../../../app/walk/guide/guide.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { createAround } from '../../../../workers/client/nearest-in-page.ts';

const bridge = PlaceId.parse(1);
const around = createAround([{ id: bridge, geometry: { type: 'Point', coordinates: [2.347, 48.8555] } }]);
/** At the bridge, each fix a second after the previous one. */
const fixAt = (atMs: number): GateFix => ({ lng: 2.347, lat: 48.8555, accuracyM: 5, timestampMs: atMs });

const events: unknown[] = [];
const makeGuide = (lookUp: LookUp) =>
  createGuide({
    lookUp,
    onLocated: (here) => events.push(here.map(({ placeId }) => placeId)),
    onEntered: (entered) => events.push({ entered: entered.map(({ placeId }) => placeId) }),
    onFailed: (reason) => events.push(reason),
  });

beforeEach(() => {
  events.length = 0;
});

test('immediate and late answers lead to the same result', async () => {
  const atOnce = makeGuide((circles) => circles.map(around));
  atOnce.onFix(fixAt(0), 0);
  const expected = events.splice(0);
  expect(expected).toEqual([{ entered: [bridge] }, [bridge]]);
  const later = makeGuide(async (circles) => circles.map(around));
  later.onFix(fixAt(0), 0);
  expect(events).toEqual([]);
  await expect.poll(() => events).toEqual(expected);
});

test('reports which places may not have been left', () => {
  const told: unknown[] = [];
  const guide = createGuide({
    lookUp: (circles) => circles.map(around),
    onLocated: (here, near) => told.push([here.map(({ placeId }) => placeId), near]),
  });
  guide.onFix({ ...fixAt(0), lat: 48.8555 + 20 / 111_200 }, 0);
  guide.onFix({ ...fixAt(1000), lat: 48.8555 + 24 / 111_200 }, 1000);
  expect(told).toEqual([
    [[], [bridge]],
    [[], []],
  ]);
});

test('one lookup has the answers for the trigger and for analytics', () => {
  const questions: number[] = [];
  const guide = makeGuide((circles) => {
    questions.push(circles.length);
    return circles.map(around);
  });
  guide.onFix(fixAt(0), 0);
  expect(questions).toEqual([3]);
});

test('without a callback for entries only the trigger is looked up', () => {
  const questions: number[] = [];
  const guide = createGuide({
    lookUp: (circles) => {
      questions.push(circles.length);
      return circles.map(around);
    },
    onLocated: () => {},
  });
  guide.onFix(fixAt(0), 0);
  expect(questions).toEqual([2]);
});

describe('a restart', () => {
  test('drops pending answers', async () => {
    const answers: (() => void)[] = [];
    const guide = makeGuide((circles) => new Promise((resolve) => answers.push(() => resolve(circles.map(around)))));
    guide.onFix(fixAt(0), 0);
    guide.restart(true);
    guide.onFix(fixAt(1000), 1000);
    for (const answer of answers) answer();
    await expect.poll(() => events).toEqual([{ entered: [bridge] }, [bridge]]);
  });

  test('for a false position counts no entries, and keeps the earlier count', () => {
    const guide = makeGuide((circles) => circles.map(around));
    guide.restart(false);
    guide.onFix(fixAt(0), 0);
    expect(events.splice(0)).toEqual([[bridge]]);
    guide.restart(true);
    guide.onFix(fixAt(1000), 1000);
    expect(events.splice(0)).toEqual([{ entered: [bridge] }, [bridge]]);
    guide.restart(false);
    guide.restart(true);
    guide.onFix(fixAt(9000), 9000);
    expect(events).toEqual([[bridge]]);
  });
});

test('a failed lookup is reported, and the next fix is looked up again', async () => {
  const failure = new Error('The worker is gone');
  let isBroken = true;
  const guide = makeGuide(async (circles) => {
    if (isBroken) throw failure;
    return circles.map(around);
  });
  guide.onFix(fixAt(0), 0);
  await expect.poll(() => events).toEqual([failure]);
  isBroken = false;
  guide.onFix(fixAt(1000), 1000);
  await expect.poll(() => events).toEqual([failure, { entered: [bridge] }, [bridge]]);
});
