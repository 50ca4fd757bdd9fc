import { proxy, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Release, Scope } from '../../platform/scope.ts';
import { distanceToM, isVague } from '../../position/distance.ts';
import { type GateFix, STEADY_JUMP_CONFIRM_MS } from '../../position/fix-gate.ts';
import { location } from '../../position/location.ts';
import { picked } from '../../tellings/picked.ts';
import { listening } from '../listening.ts';
import { nextSteps } from './next-step.ts';

/** Another place is named as the next one if it is nearer by this, or by the accuracy, if that is more ... */
const NEXT_MARGIN_M = 10;
/** ... for longer than a reflected signal displaces a position. */
const NEXT_RIVAL_MS = STEADY_JUMP_CONFIRM_MS;

/** The place that the app names as the walker's next one. Immutable. */
export interface NamedNext {
  readonly placeId: PlaceId | null;
  /** Since when another place has been nearer by the margin; null while none is. */
  readonly rivalSinceMs: number | null;
}

/** State before any place was named. */
export const NOTHING_NAMED: NamedNext = { placeId: null, rivalSinceMs: null };

/**
 * Names the nearest place, and stays with it until another one has been nearer by a margin for some seconds: a walker
 * who goes to a named place must not be told another one with each fix. A vague position changes nothing that its error
 * can explain. Pure.
 *
 * @param atMs when the fix arrived, on a clock that never goes back
 */
export function nameNext(
  before: NamedNext,
  candidates: readonly Pick<Place, 'id' | 'feature'>[],
  fix: Pick<GateFix, 'lng' | 'lat' | 'accuracyM'>,
  atMs: number,
): NamedNext {
  let nearestId: PlaceId | null = null;
  let nearestM = Number.POSITIVE_INFINITY;
  for (const { id, feature } of candidates) {
    const distanceM = distanceToM(fix, feature);
    if (distanceM < nearestM) [nearestId, nearestM] = [id, distanceM];
  }
  const named = candidates.find(({ id }) => id === before.placeId);
  if (named === undefined) return { placeId: nearestId, rivalSinceMs: null };
  const isRivalled = distanceToM(fix, named.feature) > nearestM + Math.max(NEXT_MARGIN_M, fix.accuracyM);
  if (!isRivalled) return isVague(fix) ? before : { placeId: named.id, rivalSinceMs: null };
  const rivalSinceMs = before.rivalSinceMs ?? atMs;
  if (atMs - rivalSinceMs < NEXT_RIVAL_MS) return { placeId: named.id, rivalSinceMs };
  return { placeId: nearestId, rivalSinceMs: null };
}

/** The next story on a walk; null if none is left, and without a position. Changed only in this file. */
export const nextStory = proxy<{ placeId: PlaceId | null }>({ placeId: null });

/** Names the next story in audio-guide mode, until `scope` is disposed. */
export function followNext(scope: Scope): void {
  let named = NOTHING_NAMED;
  /** Value of `location.leaps` when the place was named. */
  let leaps = location.leaps;
  let stopWaiting: Release = () => {};

  function follow(): void {
    stopWaiting();
    const { fix } = location;
    if (!listening.walk.onSite || leaps !== location.leaps) named = NOTHING_NAMED;
    leaps = location.leaps;
    // The last one is named again when the position returns.
    if (fix === null || !listening.walk.onSite) nextStory.placeId = null;
    else {
      named = nameNext(named, storiesLeft(), fix, performance.now());
      nextStory.placeId = named.placeId;
      // A walker who stands still may get no other fix.
      if (named.rivalSinceMs !== null) stopWaiting = scope.timeout(follow, NEXT_RIVAL_MS);
    }
  }

  scope.add(subscribeKey(location, 'fix', follow));
  scope.add(subscribeKey(picked, 'list', follow));
  let { walk } = listening;
  scope.add(
    subscribe(listening, () => {
      // The player reports its position four times a second.
      if (listening.walk === walk) return;
      walk = listening.walk;
      follow();
    }),
  );
  scope.add(() => {
    nextStory.placeId = null;
  });
  follow();
}

/**
 * Returns the stories that can be named: those that may still start by themselves, except the one in the player and the
 * walker's places'; of a parcours with an order, the next step.
 */
function storiesLeft(): Place[] {
  const { here, spent, selected } = listening.walk;
  const isHere = new Set(here.map(({ placeId }) => placeId));
  const isPassed = ({ id }: Place): boolean => id === selected || isHere.has(id) || spent.includes(id);
  return nextSteps(
    picked.list.filter((place) => place.media !== null && !isPassed(place)),
    picked.list.filter(isPassed),
  );
}
