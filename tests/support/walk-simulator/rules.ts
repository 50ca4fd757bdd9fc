import { type NearPlace, sureRadiusM } from '../../../app/state/presence.ts';
import {
  hearFix,
  lookAround,
  lookRadiusM,
  NEW_STEADY_WALK,
  passTime,
  placesHere,
  type SteadyWalk,
} from '../../../app/state/steady-walk.ts';
import { decide, INITIAL_WALK, type WalkEvent, type WalkState } from '../../../app/state/walk-decision.ts';
import { POINT_RADIUS_M } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { NearestPlace } from '../../../workers/nearest/nearest.api.ts';
import type { MakeRule } from './judge.ts';
import { TRACK_STEP_MS } from './track.ts';

/**
 * The raw nearest rule, the baseline: the nearest place within 7 m, or within half the accuracy, starts at once whenever
 * it becomes the nearest. Nothing is remembered but what plays: the same place again lets its own story play on.
 */
export const rawRule: MakeRule = (index) => {
  let nearest: PlaceId | null = null;
  let playing: PlaceId | null = null;
  return {
    hearFix(fix) {
      const before = nearest;
      nearest = index.locate(fix).nearest?.id ?? null;
      if (nearest === null || nearest === before || nearest === playing) return null;
      playing = nearest;
      return playing;
    },
    pass: () => null,
    hearEnd() {
      playing = null;
      return null;
    },
  };
};

/** The app's decisions over raw positions: memory of what was heard, and stories that play on, but nothing steadied. */
export const unsteadyRule: MakeRule = (index) => {
  const guide = createGuide();
  return {
    hearFix: ({ position, accuracyM }) =>
      guide.tell({
        type: 'located',
        here: index.around(position, Math.max(POINT_RADIUS_M, accuracyM / 2)).map((near) => ({
          ...toNear(near),
          isSure: near.distanceM <= sureRadiusM(accuracyM),
        })),
      }),
    pass: () => guide.tell(STEP_SOUNDED),
    hearEnd: () => guide.tell({ type: 'ended' }),
  };
};

/** What the app does: its decisions over the steady walk. */
export const steadyRule: MakeRule = (index) => {
  const guide = createGuide();
  let walk: SteadyWalk = NEW_STEADY_WALK;
  const change = (next: SteadyWalk, atMs: number): PlaceId | null => {
    const before = walk;
    walk = next;
    const { position } = walk;
    if (position !== null && position !== before.position) {
      const near = index.around([position.ahead.lng, position.ahead.lat], lookRadiusM(position)).map(toNear);
      walk = lookAround(walk, position, near, atMs);
    }
    return walk.visits === before.visits ? null : guide.tell({ type: 'located', here: placesHere(walk) });
  };
  return {
    hearFix: ({ position: [lng, lat], accuracyM, timestampMs }, atMs) =>
      change(hearFix(walk, { lng, lat, accuracyM, timestampMs }, atMs), atMs),
    pass(atMs) {
      guide.tell(STEP_SOUNDED);
      return change(passTime(walk, atMs), atMs);
    },
    hearEnd: () => guide.tell({ type: 'ended' }),
  };
};

/** What the player tells while a story sounds; where none does, the decisions know. */
const STEP_SOUNDED: WalkEvent = { type: 'sounded', ms: TRACK_STEP_MS };

/** The app's decisions in audio-guide mode with autoplay; a story that is to start does so at once. */
function createGuide(): { tell(event: WalkEvent): PlaceId | null } {
  const modes: WalkEvent[] = [
    { type: 'on-site-switched', on: true },
    { type: 'autoplay-switched', on: true },
  ];
  let state: WalkState = modes.reduce(decide, INITIAL_WALK);
  return {
    tell(event) {
      state = decide(state, event);
      const { selected, startsItself } = state;
      if (!startsItself || selected === null) return null;
      state = decide(state, { type: 'started', placeId: selected });
      return selected;
    },
  };
}

function toNear({ id, distanceM }: NearestPlace): NearPlace {
  return { placeId: id, distanceM };
}
