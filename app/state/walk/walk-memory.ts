import { proxy } from 'valtio';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { storage } from '../../platform/storage/storage.ts';
import type { ToldStory } from '../../platform/storage/told-story.ts';
import { keepWalkNote, readWalkNote } from '../../platform/storage/walk-note.ts';
import { findPlace } from '../places/places.ts';
import type { WalkState } from './guide/walk-state.ts';

/** More stories than one hears in years: the oldest go. */
const TOLD_STORIES_MAX = 1000;

/** When this person walked a parcours last, by its id. Changed by this file alone. */
export const lastWalks = proxy<{ byMap: Record<ParcoursId, number> }>({ byMap: {} });

/**
 * What this person's walk goes on with: what was heard and what began, on this device, and the modes of a walk that they began
 * in this tab.
 */
export function recallWalk(): Partial<WalkState> {
  const userId = storage.read('currentUser')?.id;
  const stories = storage.read('toldStories').filter((story) => story.userId === userId);
  lastWalks.byMap = findLastWalks(stories);
  // What a guest heard has become the account's, which may have heard the same.
  const heard = [...new Set(stories.filter(({ isHeard }) => isHeard).map(({ placeId }) => placeId))];
  const begun = stories.filter(({ placeId }) => !heard.includes(placeId));
  const unfinished = begun
    .filter(({ placeId }, index) => begun.findIndex((story) => story.placeId === placeId) === index)
    .map(({ placeId, atMs, parts }) => ({ placeId, atMs, parts }));
  const note = readWalkNote();
  if (note === null || note.userId !== userId) return { heard, unfinished, spent: heard };
  const { onSite, autoplay } = note;
  return { onSite, autoplay, begun: note.begun, heard, unfinished, spent: [...new Set([...note.spent, ...heard])] };
}

/** Stores of a walk what must survive a reload, and of its stories what must survive the day, if that changed. */
export function rememberWalk(before: WalkState, walk: WalkState): void {
  const userId = storage.read('currentUser')?.id;
  if (userId === undefined) return;
  const { onSite, autoplay, begun, spent } = walk;
  const isSame =
    onSite === before.onSite && autoplay === before.autoplay && begun === before.begun && spent === before.spent;
  if (!isSame) keepWalkNote({ userId, onSite, autoplay, begun: [...begun], spent: [...spent] });
  if (walk.heard !== before.heard || walk.unfinished !== before.unfinished) rememberStories(userId, before, walk);
}

function rememberStories(userId: ToldStory['userId'], before: WalkState, walk: WalkState): void {
  const { onSite: isOnSite, heard, unfinished } = walk;
  const known = new Set(before.heard);
  const toldNow = [
    ...heard.filter((id) => !known.has(id)).map((placeId) => ({ placeId, isHeard: true, atMs: 0, parts: [] })),
    ...unfinished.filter((story) => !before.unfinished.includes(story)).map((story) => ({ ...story, isHeard: false })),
  ];
  const isTold = new Set<PlaceId>([...heard, ...unfinished.map(({ placeId }) => placeId)]);
  const gone = [...before.heard, ...before.unfinished.map(({ placeId }) => placeId)].filter((id) => !isTold.has(id));
  const replaced = new Set([...gone, ...toldNow.map(({ placeId }) => placeId)]);
  const others = storage.read('toldStories').filter((story) => story.userId !== userId || !replaced.has(story.placeId));
  const added: ToldStory[] = [];
  for (const { placeId, isHeard, atMs, parts } of toldNow) {
    const mapId = findPlace(placeId)?.map.id;
    if (mapId === undefined) continue;
    const whenMs = Date.now();
    const kept = parts.map(([from, to]): [number, number] => [from, to]);
    added.push({ userId, mapId, placeId, whenMs, isOnSite, isHeard, atMs, parts: kept });
  }
  const stories = [...added, ...others].slice(0, TOLD_STORIES_MAX);
  storage.write('toldStories', stories);
  lastWalks.byMap = findLastWalks(stories.filter((story) => story.userId === userId));
}

function findLastWalks(stories: readonly ToldStory[]): Record<ParcoursId, number> {
  const walked = stories.filter(({ isOnSite }) => isOnSite);
  // The last ones come first, and are written over the others.
  return Object.fromEntries(walked.reverse().map(({ mapId, whenMs }) => [mapId, whenMs]));
}
