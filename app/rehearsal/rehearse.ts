import type { Position } from '../../contracts/geo.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Around } from '../../workers/client/nearest-in-page.ts';
import type { GateFix } from '../position/fix-gate.ts';
import { earliest, STEADY_STILL_MS } from '../walk/guide/steady-walk.ts';
import { createWander, drawAccuracyM, drawCorrelationMs } from './gps-noise.ts';
import { createRehearsalLog, type RehearsedPlace, type RehearsedStart, type UnheardPlace } from './rehearsal-log.ts';
import { createSeededRandom } from './seeded-random.ts';
import { createRehearsedPlayer, createSimulatedGuide } from './simulated-walk.ts';
import { type Pace, type Route, steadyPace } from './walked-route.ts';

/** Time between two fixes of a rehearsal: what phones send while they move. */
const REHEARSAL_FIX_PERIOD_MS = 1000;
/** Best accuracy of a rehearsed phone. */
const REHEARSAL_ACCURACY_MIN_M = 3;
/** Assumed length of a story of unknown length: that of most. */
const REHEARSAL_STORY_S = 60;

/** Pace and noise of a rehearsal. */
export interface RehearsalSettings {
  readonly speedMps: number;
  /** Standard deviation of the position's error, east and north each. */
  readonly noiseM: number;
  /** A whole number; the same one gives the same noise. */
  readonly seed: number;
}

/** Result of a rehearsal: what would be heard on a walk. */
export interface Rehearsal {
  readonly route: Route;
  readonly pace: Pace;
  readonly lengthM: number;
  /** Duration of the walk; stories may play longer. */
  readonly walkS: number;
  /** When all is silent: the end of the walk, or of the last story. */
  readonly endS: number;
  readonly starts: readonly RehearsedStart[];
  /** The places whose story counts as heard at the end, as on a walk: four fifths of it were played. */
  readonly heard: readonly PlaceId[];
  /** The places whose story never starts, the nearest to the route first. */
  readonly unheard: readonly UnheardPlace[];
}

/** Longest time that the walker stands at the end until all is silent. */
const STANDS_MAX_MS = 2 * 3600 * 1000;

/**
 * Walks a route in simulated time and returns what would be heard: noisy fixes drive the app's own guide, and stories
 * take their real length. The walker stands at the end until all is silent. Pure; yields after each fix.
 */
export function* rehearse(
  route: Route,
  places: readonly RehearsedPlace[],
  { speedMps, noiseM, seed }: RehearsalSettings,
  makeAround: (places: readonly RehearsedPlace[]) => Around,
  pace: Pace = steadyPace(route.lengthM, speedMps),
): Generator<void, Rehearsal> {
  const around = makeAround(places);
  const guide = createSimulatedGuide((circles) => circles.map(around));
  const stories = places.filter(({ hasAudio }) => hasAudio);
  const storyMs = new Map(stories.map(({ id, storyS }) => [id, 1000 * (storyS ?? REHEARSAL_STORY_S)]));
  const { alongM, walkMs } = pace;
  const log = createRehearsalLog(
    places,
    (atMs) => ({ alongM: alongM(atMs), position: route.at(alongM(atMs)) }),
    around,
  );
  const player = createRehearsedPlayer(guide, storyMs, log);
  guide.dispatch({
    type: 'places-changed',
    placeIds: places.map(({ id }) => id),
    silentIds: places.filter(({ hasAudio }) => !hasAudio).map(({ id }) => id),
  });

  const receive = createReceiver(route, noiseM, seed);
  /** By then everything that the last fix causes has begun. */
  const settledMs = walkMs + 2 * STEADY_STILL_MS;
  let nowMs = 0;
  for (let fixMs = 0; ; fixMs += REHEARSAL_FIX_PERIOD_MS) {
    for (;;) {
      const dueMs = earliest(guide.nextChangeMs(), player.nextMs());
      if (dueMs === null || dueMs > fixMs) break;
      nowMs = Math.max(nowMs, dueMs);
      player.passTime(nowMs);
      guide.passTime(nowMs);
      player.follow(nowMs);
      log.see(guide.state.here, player.sounding, nowMs);
    }
    nowMs = fixMs;
    const isSilent = player.sounding === null && player.nextMs() === null;
    if ((isSilent && nowMs > settledMs) || nowMs > walkMs + STANDS_MAX_MS) break;
    guide.onFix(receive(alongM(nowMs), nowMs), nowMs);
    player.follow(nowMs);
    log.see(guide.state.here, player.sounding, nowMs);
    yield;
  }

  const starts = log.starts();
  const unheard = yield* log.unheard(route, makeAround);
  const lastS = Math.max(0, ...starts.map(({ atS, endedAtS, cutAtS }) => endedAtS ?? cutAtS ?? atS));
  const walkS = walkMs / 1000;
  const { lengthM } = route;
  return { route, pace, lengthM, walkS, endS: Math.max(walkS, lastS), starts, heard: guide.state.heard, unheard };
}

/** Creates a phone's receiver, whose error wanders. */
function createReceiver(route: Route, noiseM: number, seed: number): (alongM: number, atMs: number) => GateFix {
  const random = createSeededRandom(seed);
  const correlationMs = drawCorrelationMs(random);
  const east = createWander(random, noiseM, correlationMs);
  const north = createWander(random, noiseM, correlationMs);
  return (alongM, atMs) => {
    const error = [east(REHEARSAL_FIX_PERIOD_MS), north(REHEARSAL_FIX_PERIOD_MS)] as const;
    const [lng, lat] = route.at(alongM, error);
    const accuracyM = Math.max(REHEARSAL_ACCURACY_MIN_M, drawAccuracyM(random, noiseM));
    return { lng, lat, accuracyM, timestampMs: atMs };
  };
}

/** Finds the start whose story plays at this moment; undefined if all is silent. */
export function soundingAt({ starts }: Rehearsal, atS: number): RehearsedStart | undefined {
  const last = starts.findLast((start) => start.atS <= atS);
  if (last === undefined) return undefined;
  const stopS = last.endedAtS ?? last.cutAtS;
  return stopS === null || atS < stopS ? last : undefined;
}

/** Returns the walker's position at this moment of the walk. */
export function walkerAt({ route, pace }: Rehearsal, atS: number): Position {
  return route.at(pace.alongM(1000 * atS));
}
