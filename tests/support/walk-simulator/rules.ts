import { createSimulatedGuide, type SimulatedGuide } from '../../../app/state/rehearsal/simulated-guide.ts';
import { triggerFence } from '../../../app/state/walk/guide/geofence.ts';
import type { WalkEvent } from '../../../app/state/walk/guide/walk-decision.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { createLocator, reachOf } from '../locator.ts';
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
export const unsteadyRule: MakeRule = (index) => {
  const guide = createSimulatedGuide(() => []);
  return {
    onFix: (fix) =>
      startOn(guide, {
        type: 'located',
        here: index.around(reachOf(fix)).map(({ id, distanceM }) => ({
          placeId: id,
          distanceM,
          isSure: distanceM <= triggerFence(fix.accuracyM).sureM,
        })),
      }),
    pass: () => startOn(guide, STEP_SOUNDED),
    onStoryEnded: () => startOn(guide, { type: 'ended' }),
  };
};

/** What the app does: its decisions over the steady walk. */
export const steadyRule: MakeRule = (index) => {
  const guide = createSimulatedGuide((circles) => circles.map(index.around));
  return {
    onFix({ position: [lng, lat], accuracyM, timestampMs }, atMs) {
      guide.onFix({ lng, lat, accuracyM, timestampMs }, atMs);
      return startAtOnce(guide);
    },
    pass(atMs) {
      guide.dispatch(STEP_SOUNDED);
      guide.passTime(atMs);
      return startAtOnce(guide);
    },
    onStoryEnded: () => startOn(guide, { type: 'ended' }),
  };
};

/** What the player tells while a story sounds; where none does, the decisions know. */
const STEP_SOUNDED: WalkEvent = { type: 'sounded', ms: TRACK_STEP_MS };

function startOn(guide: SimulatedGuide, event: WalkEvent): PlaceId | null {
  guide.dispatch(event);
  return startAtOnce(guide);
}

/** A story that is to start does so at once. */
function startAtOnce(guide: SimulatedGuide): PlaceId | null {
  const { selected, startsItself } = guide.state;
  if (!startsItself || selected === null) return null;
  guide.dispatch({ type: 'started', placeId: selected });
  return selected;
}
