import { createSimulatedGuide, type SimulatedGuide } from '../../../app/rehearsal/simulated-walk.ts';
import { triggerFence } from '../../../app/walk/guide/geofence.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { createLocator, reachOf } from '../geometry/locator.ts';
import type { MakeRule } from './judge.ts';
import { TRACK_STEP_MS } from './track.ts';

/**
 * The raw nearest rule, the baseline: the nearest place within 7 m, or within half the accuracy, starts at once whenever
 * it becomes the nearest. Nothing is remembered but what plays: the same place again lets its own story play on.
 */
export const rawRule: MakeRule = (index) => {
  const locator = createLocator();
  let nearest: PlaceId | null = null;
  let playing: PlaceId | null = null;
  return {
    onFix(fix) {
      const before = nearest;
      nearest = locator.count(fix, index.around(reachOf(fix))).nearest?.id ?? null;
      if (nearest === null || nearest === before || nearest === playing) return null;
      playing = nearest;
      return playing;
    },
    pass: () => null,
    onStoryEnded() {
      playing = null;
      return null;
    },
  };
};

/** The app's decisions over raw positions: memory of what was heard, and stories that play on, but nothing steadied. */
export const unsteadyRule: MakeRule = (index, storyMs) => {
  const teller = createTeller(
    createSimulatedGuide(() => []),
    storyMs,
  );
  return {
    onFix(fix) {
      const { sureM, goneM } = triggerFence(fix.accuracyM);
      teller.guide.dispatch({
        type: 'located',
        here: index
          .around(reachOf(fix))
          .map(({ id, distanceM }) => ({ placeId: id, distanceM, isSure: distanceM <= sureM })),
        around: index.around({ position: fix.position, radiusM: goneM }).map(({ id }) => id),
      });
      return teller.startAtOnce();
    },
    pass() {
      teller.sound();
      return teller.startAtOnce();
    },
    onStoryEnded: teller.end,
  };
};

/** What the app does: its decisions over the steady walk. */
export const steadyRule: MakeRule = (index, storyMs) => {
  const teller = createTeller(
    createSimulatedGuide((circles) => circles.map(index.around)),
    storyMs,
  );
  return {
    onFix({ position: [lng, lat], accuracyM, timestampMs }, atMs) {
      teller.guide.onFix({ lng, lat, accuracyM, timestampMs }, atMs);
      return teller.startAtOnce();
    },
    pass(atMs) {
      teller.sound();
      teller.guide.passTime(atMs);
      return teller.startAtOnce();
    },
    onStoryEnded: teller.end,
  };
};

/** Tells a guide what a player would, and starts a story as soon as the guide wants it. */
function createTeller(guide: SimulatedGuide, storyMs: ReadonlyMap<PlaceId, number>) {
  /** Where in the story that was started last. */
  let atMs = 0;

  function startAtOnce(): PlaceId | null {
    const { startsItself, selected } = guide.state;
    if (!startsItself || selected === null) return null;
    atMs = 0;
    guide.dispatch({ type: 'started', placeId: selected });
    return selected;
  }

  return {
    guide,
    startAtOnce,
    /** A step of time has passed; where nothing plays, the decisions know. */
    sound(): void {
      const { selected } = guide.state;
      const lengthMs = selected === null ? undefined : storyMs.get(selected);
      atMs += TRACK_STEP_MS;
      guide.dispatch({
        type: 'sounded',
        ms: TRACK_STEP_MS,
        atMs,
        leftMs: lengthMs === undefined ? null : lengthMs - atMs,
      });
    },
    end(): PlaceId | null {
      guide.dispatch({ type: 'ended' });
      return startAtOnce();
    },
  };
}
