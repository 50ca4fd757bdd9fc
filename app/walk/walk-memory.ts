import { proxy } from 'valtio';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { findPlace } from '../places/places.ts';
import { storage } from '../platform/storage/storage.ts';
import type { ToldStory } from '../platform/storage/stored-values.ts';
import { walkNote } from '../platform/storage/tab-notes.ts';
import type { WalkState } from './guide/walk-state.ts';

/** More stories than a person hears in years: the oldest are removed. */
const TOLD_STORIES_MAX = 1000;

/** Stories heard from elsewhere longer ago than this don't count for the walk that starts. */
const AWAY_MS = 6 * 60 * 60 * 1000;

/** When this person last walked each parcours, by its id. Changed only in this file. */
export const lastWalks = proxy<{ byMap: Record<ParcoursId, number> }>({ byMap: {} });

/**
 * Returns the state with which this person's walk continues: heard and unfinished stories of this device, and the modes
 * of a walk that they started in this tab. Stories heard from elsewhere count on it only in the same tab, and not for
 * long.
 */
export function recallWalk(): Partial<WalkState> {
  const userId = storage.read('currentUser')?.id;
  const stories = storiesOf(userId);
  lastWalks.byMap = findLastWalks(stories);
  const note = walkNote.read();
  const own = note?.userId === userId ? note : null;
  // A guest's heard stories were transferred to the account, which may have heard the same.
  const whole = stories.filter(({ isHeard }) => isHeard);
  const heardAway = playedElsewhere(whole, own?.spent ?? []);
  const heard = [...new Set(whole.map(({ placeId }) => placeId))].filter((placeId) => !heardAway.includes(placeId));
  const begun = stories.filter(({ placeId, isHeard }) => !isHeard && !heard.includes(placeId));
  const unfinished = begun
    .filter(({ placeId }, index) => begun.findIndex((story) => story.placeId === placeId) === index)
    .map(({ placeId, atMs, parts, sound }) => ({ placeId, atMs, parts, sound }));
  const told = { heard, heardAway, unfinished };
  if (own === null) return { ...told, spent: heard };
  const { onSite, autoplay } = own;
  const away = playedElsewhere(stories, own.spent);
  const isNear = (placeId: PlaceId): boolean => !away.includes(placeId);
  const spent = [...new Set([...own.spent.filter(isNear), ...heard])];
  return { ...told, onSite, autoplay, begun: own.begun.filter(isNear), spent };
}

/** Returns the stories that were played only from elsewhere, long ago, and don't count for a walk that starts. */
export function listPlayedElsewhere(): PlaceId[] {
  const stories = storiesOf(storage.read('currentUser')?.id);
  return playedElsewhere(
    stories,
    stories.map(({ placeId }) => placeId),
  );
}

/** Returns the places of these stories, except those on a walk, and the recent ones of places that this tab knows. */
function playedElsewhere(stories: readonly ToldStory[], known: readonly PlaceId[]): PlaceId[] {
  const isRecent = ({ placeId, whenMs }: ToldStory): boolean =>
    known.includes(placeId) && Date.now() - whenMs < AWAY_MS;
  const near = new Set(stories.filter((story) => story.isOnSite || isRecent(story)).map(({ placeId }) => placeId));
  return [...new Set(stories.map(({ placeId }) => placeId).filter((placeId) => !near.has(placeId)))];
}

function storiesOf(userId: ToldStory['userId'] | undefined): ToldStory[] {
  return storage.read('toldStories').filter((story) => story.userId === userId);
}

/** Stores what must survive a reload of a walk, and what must survive the day of its stories, if that changed. */
export function rememberWalk(before: WalkState, walk: WalkState): void {
  const userId = storage.read('currentUser')?.id;
  if (userId === undefined) return;
  const { onSite, autoplay, begun, spent } = walk;
  const isSame =
    onSite === before.onSite && autoplay === before.autoplay && begun === before.begun && spent === before.spent;
  if (!isSame) walkNote.write({ userId, onSite, autoplay, begun: [...begun], spent: [...spent] });
  const isSameHeard = walk.heard === before.heard && walk.heardAway === before.heardAway;
  if (!isSameHeard || walk.unfinished !== before.unfinished) rememberStories(userId, before, walk);
}

function rememberStories(userId: ToldStory['userId'], before: WalkState, walk: WalkState): void {
  const { onSite, selected, reason, heard, unfinished } = walk;
  const known = new Set(before.heard);
  const heardJust = heard.filter((id) => !known.has(id));
  const toldNow = [
    ...heardJust.map((placeId) => ({ placeId, isHeard: true, atMs: 0, parts: [], sound: undefined })),
    ...unfinished.filter((story) => !before.unfinished.includes(story)).map((story) => ({ ...story, isHeard: false })),
  ];
  const isStillHeard = new Set([...heard, ...walk.heardAway]);
  const goneHeard = [...before.heard, ...before.heardAway].filter((id) => !isStillHeard.has(id));
  // A story heard from elsewhere stays so when it starts on a walk.
  const goneBegun = before.unfinished.filter((story) => !unfinished.includes(story)).map(({ placeId }) => placeId);
  const staleHeard = new Set([...heardJust, ...goneHeard]);
  const staleBegun = new Set([...heardJust, ...goneBegun]);
  const others = storage
    .read('toldStories')
    .filter((story) => story.userId !== userId || !(story.isHeard ? staleHeard : staleBegun).has(story.placeId));
  const added: ToldStory[] = [];
  for (const { placeId, isHeard, atMs, parts, sound } of toldNow) {
    const parcoursId = findPlace(placeId)?.map.id;
    if (parcoursId === undefined) continue;
    // Also if the walk was ended in its middle.
    const isOnSite = onSite || (placeId === selected && reason === 'nearest');
    const whenMs = Date.now();
    const copied = parts.map(([from, to]): [number, number] => [from, to]);
    added.push({ userId, mapId: parcoursId, placeId, whenMs, isOnSite, isHeard, atMs, parts: copied, sound });
  }
  const stories = [...added, ...others].slice(0, TOLD_STORIES_MAX);
  storage.write('toldStories', stories);
  lastWalks.byMap = findLastWalks(stories.filter((story) => story.userId === userId));
}

function findLastWalks(stories: readonly ToldStory[]): Record<ParcoursId, number> {
  const walked = stories.filter(({ isOnSite }) => isOnSite);
  // The latest ones come first, and must overwrite the others.
  return Object.fromEntries(walked.reverse().map(({ mapId: parcoursId, whenMs }) => [parcoursId, whenMs]));
}
