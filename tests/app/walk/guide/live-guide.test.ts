import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';
import { moveBy } from '../../../../app/position/coordinates.ts';
import { STEADY_JUMP_CONFIRM_MS } from '../../../../app/position/fix-gate.ts';
import type { RehearsedPlace } from '../../../../app/rehearsal/rehearsal-log.ts';
import { type Rehearsal, rehearse } from '../../../../app/rehearsal/rehearse.ts';
import { createRoute } from '../../../../app/rehearsal/walked-route.ts';
import { createLiveGuide } from '../../../../app/walk/guide/live-guide.ts';
import { decide } from '../../../../app/walk/guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent } from '../../../../app/walk/guide/walk-state.ts';
import { AUDIO_LOAD_DELAY_MS, AUTOPLAY_DELAY_MS } from '../../../../app/walk/listening-steps.ts';
import type { Position } from '../../../../contracts/geo.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { createAround } from '../../../../workers/client/nearest-in-page.ts';

const at = (eastM: number): Position => {
  const { lng, lat } = moveBy({ lng: 2.345, lat: 48.855 }, [eastM, 0]);
  return [lng, lat];
};
const place = (id: number, eastM: number): RehearsedPlace => ({
  ...{ id: PlaceId.parse(id), storyS: 1, hasAudio: true },
  geometry: { type: 'Point', coordinates: at(eastM) },
});
const fixAt = (eastM: number, timestampMs: number) => {
  const [lng, lat] = at(eastM);
  return { lng, lat, accuracyM: 3, timestampMs };
};

let scope: Scope;
beforeEach(() => {
  vi.useFakeTimers();
  scope = new Scope();
});
afterEach(() => {
  scope.dispose();
  vi.useRealTimers();
});

function run(steps: Generator<void, Rehearsal>): Rehearsal {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

test('a walk in real time starts the same stories at the same times as its rehearsal', () => {
  // Places entered within seconds, with shorter stories.
  const places = [place(1, 12), place(2, 34)];
  const route = createRoute([at(0), at(45)]);
  if (route === null) throw new Error('Expected a line with a length');
  const { starts } = run(rehearse(route, places, { speedMps: 3, noiseM: 0, seed: 1 }, createAround));

  const began = performance.now();
  const lived: { placeId: PlaceId; atMs: number }[] = [];
  let walk = INITIAL_WALK;
  const tell = (event: WalkEvent): void => {
    walk = decide(walk, event);
  };
  tell({ type: 'on-site-switched', on: true });
  tell({ type: 'autoplay-switched', on: true });
  const around = createAround(places);
  const guide = createLiveGuide(scope, {
    lookUp: (circles) => circles.map(around),
    onLocated(here) {
      tell({ type: 'located', here });
      if (!walk.startsItself || walk.selected === null) return;
      lived.push({ placeId: walk.selected, atMs: performance.now() - began });
      tell({ type: 'started', placeId: walk.selected });
      tell({ type: 'sounded', ms: 1000, atMs: 1000, leftMs: 0 });
      tell({ type: 'ended' });
    },
  });
  for (let second = 0; second <= 15; second++) {
    guide.onFix(fixAt(Math.min(3 * second, 45), 1_000_000 + 1000 * second));
    vi.advanceTimersByTime(1000);
  }
  expect(lived.map(({ placeId }) => placeId)).toEqual([1, 2]);
  // This listener omits the delays of loading and of autoplay.
  const delayMs = AUDIO_LOAD_DELAY_MS + AUTOPLAY_DELAY_MS;
  expect(starts.map(({ placeId, atS }) => ({ placeId, atMs: Math.round(1000 * atS - delayMs) }))).toEqual(
    lived.map(({ placeId, atMs }) => ({ placeId, atMs: Math.round(atMs) })),
  );
});

test('an impossible jump is accepted once no fix has contradicted it, unless the guide has ended', () => {
  const around = createAround([place(1, 0), place(2, 150)]);
  const here: (PlaceId | undefined)[] = [];
  const guide = createLiveGuide(scope, {
    lookUp: (circles) => circles.map(around),
    onLocated: ([nearest]) => here.push(nearest?.placeId),
  });
  guide.onFix(fixAt(0, 0));
  vi.advanceTimersByTime(1000);
  guide.onFix(fixAt(150, 1000));
  vi.advanceTimersByTime(STEADY_JUMP_CONFIRM_MS - 1);
  expect(here).not.toContain(2);
  vi.advanceTimersByTime(1);
  expect(here.at(-1)).toBe(2);

  vi.advanceTimersByTime(1000);
  guide.onFix(fixAt(0, 1000 + STEADY_JUMP_CONFIRM_MS + 1000));
  scope.dispose();
  vi.advanceTimersByTime(60_000);
  expect(here.at(-1)).toBe(2);
});
