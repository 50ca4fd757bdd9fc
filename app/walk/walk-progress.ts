import type { Place } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { PlayerState } from '../platform/audio/audio-player.ts';
import { heardNow, playedOf, type UnfinishedStory, type WalkState } from './guide/walk-state.ts';

/** Progress of a person with the stories of a parcours. */
export interface WalkProgress {
  readonly heard: number;
  readonly all: number;
  /** All were heard. False if there is none. */
  readonly isDone: boolean;
  /** At least one story was heard or started. */
  readonly hasBegun: boolean;
}

/** Counts the stories of these places. Pure. */
export function progressOf(
  list: readonly Place[],
  walk: Pick<WalkState, 'onSite' | 'heard' | 'heardAway' | 'unfinished'>,
): WalkProgress {
  const stories = listStories(list);
  const known = new Set(heardNow(walk));
  const heard = stories.filter((id) => known.has(id)).length;
  const all = stories.length;
  const hasBegun = heard > 0 || stories.some((id) => isUnfinished(walk, id));
  return { heard, all, isDone: all > 0 && heard === all, hasBegun };
}

/** True once every story of these places was heard and the last one has ended. False if there is none. Pure. */
export function isWalkOver(list: readonly Place[], walk: WalkState, { phase }: Pick<PlayerState, 'phase'>): boolean {
  return (phase === 'ready' || phase === 'empty') && progressOf(list, walk).isDone;
}

/** True for a story that was started and not heard. Pure. */
export function isUnfinished({ unfinished }: Pick<WalkState, 'unfinished'>, placeId: PlaceId): boolean {
  return unfinished.some((story) => story.placeId === placeId);
}

/** Returns the unfinished stories, the latest first; without the one in the player, if that is in its middle. Pure. */
export function listUnfinished(walk: WalkState): readonly UnfinishedStory[] {
  const { unfinished, selected, playing, progress } = walk;
  const isInPlayer = playing || progress.atMs > 0;
  const others = unfinished.filter(({ placeId }) => placeId !== selected || !isInPlayer);
  return others.map((story) => ({ ...story, ...playedOf(walk, story.placeId) }));
}

/** Kind of a walk of these places: the first one, one that continues, or one from the beginning after all was heard. */
export interface NextWalk extends WalkProgress {
  readonly way: 'first' | 'further' | 'anew';
  /** When the continued walk was; null if that was today. */
  readonly otherDayMs: number | null;
  /** Some of it was played, but not all, so that the person may want it from the beginning. */
  readonly isPartlyTold: boolean;
}

/** Returns the kind of a walk of these places. Pure. @param byMap when each parcours was last walked */
export function findNextWalk(
  list: readonly Place[],
  walk: Pick<WalkState, 'heard' | 'heardAway' | 'unfinished'>,
  byMap: Readonly<Record<ParcoursId, number>>,
  nowMs: number,
): NextWalk {
  const progress = progressOf(list, { ...walk, onSite: true });
  const times = list.map(({ map }) => byMap[map.id] ?? Number.NEGATIVE_INFINITY);
  const atMs = Math.max(Number.NEGATIVE_INFINITY, ...times);
  const goesOn = progress.hasBegun && atMs !== Number.NEGATIVE_INFINITY;
  const isToday = new Date(atMs).toDateString() === new Date(nowMs).toDateString();
  return {
    ...progress,
    way: progress.isDone ? 'anew' : goesOn ? 'further' : 'first',
    otherDayMs: goesOn && !isToday ? atMs : null,
    isPartlyTold: !progress.isDone && (goesOn || progressOf(list, { ...walk, onSite: false }).heard > 0),
  };
}

/** Returns the places of the list with audio, in its order. */
export function listStories(list: readonly Place[]): PlaceId[] {
  return list.filter(({ media }) => media !== null).map(({ id }) => id);
}
