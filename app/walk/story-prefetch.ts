import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Geometry } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Playable } from '../platform/audio/playable.ts';
import { clearPrefetched, prefetchFile } from '../platform/audio/prefetched-files.ts';
import { savesData } from '../platform/net/connection.ts';
import { onOnline } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { WALKING_MIN_MPS } from '../position/compass-service.ts';
import type { LngLat } from '../position/coordinates.ts';
import { type DistanceAndBearing, distanceAndBearingTo, distanceToM } from '../position/distance.ts';
import { location } from '../position/location.ts';
import { findPicked, picked } from '../tellings/picked.ts';
import { listening } from './listening.ts';
import { chooseStoryFile, playsOffline } from './story-loader.ts';

/** Number of stories that are prefetched at a time: a crossing seldom has more ways on. */
const PREFETCH_PLACES_MAX = 3;
/** Size of the largest rendition that is prefetched: some seventeen minutes. */
const PREFETCH_RENDITION_BYTES_MAX = 8 * 1024 * 1024;
/** Size of the largest master that is prefetched: 47 s in mono. A longer one has a rendition within minutes. */
const PREFETCH_MASTER_BYTES_MAX = 4 * 1024 * 1024;
/** Maximum that one walk prefetches: an hour of renditions. */
const PREFETCH_WALK_BYTES_MAX = 30 * 1024 * 1024;

interface Fetching {
  readonly place: Place;
  readonly scope: Scope;
}

/**
 * In audio-guide mode prefetches the likely next stories into memory, whole and one after the other, most likely first,
 * so that they start at once on a slow connection, and play without one; until `scope` is disposed, which removes them.
 * Not files that are stored on the device, not while the selected story waits for its data or once it stalled, nor for
 * people who save data.
 */
export function startPrefetch(scope: Scope): void {
  let walk: Scope | null = null;
  scope.add(clearPrefetched);
  scope.add(() => walk?.dispose());

  scope.add(
    subscribe(listening, () => {
      if (listening.walk.onSite === (walk !== null)) return;
      walk?.dispose();
      walk = listening.walk.onSite ? new Scope() : null;
      if (walk !== null) prefetchOnWalk(walk);
    }),
  );
}

function prefetchOnWalk(walk: Scope): void {
  /** Links that the server refused, or to files that are too large. */
  const unfit = new Set<string>();
  let leftBytes = PREFETCH_WALK_BYTES_MAX;
  let fetching: Fetching | null = null;
  let wasWaiting = isWaiting();
  /** The selected place whose story stalled: the connection does not carry both. */
  let stalledAt: PlaceId | null = null;

  /** Returns the likeliest stories that may start by themselves, likeliest first. */
  function likely(): Place[] {
    const { fix } = location;
    if (fix === null || savesData()) return [];
    const { selected, spent } = listening.walk;
    if (selected !== null && selected === stalledAt) return [];
    const due = picked.list.filter(({ id, media }) => media !== null && id !== selected && !spent.includes(id));
    return likelyNext(due, fix, PREFETCH_PLACES_MAX);
  }

  function isWanted(place: Place): boolean {
    const file = fileOf(place);
    if (file === null || playsOffline(file.link) || unfit.has(file.link)) return false;
    return (file.renditionBytes ?? 0) <= bytesMax(file);
  }

  function bytesMax({ renditionBytes }: Playable): number {
    return Math.min(leftBytes, renditionBytes === null ? PREFETCH_MASTER_BYTES_MAX : PREFETCH_RENDITION_BYTES_MAX);
  }

  /** The player reports its position four times a second; that changes nothing here. */
  function onPlayerState(): void {
    if (listening.audio.isBuffering) stalledAt = listening.walk.selected;
    if (isWaiting() === wasWaiting) return;
    wasWaiting = !wasWaiting;
    follow();
  }

  async function fetchStory(place: Place, file: Playable): Promise<void> {
    const scope = new Scope();
    fetching = { place, scope };
    let isCutOff = false;
    try {
      const result = await prefetchFile(file.link, bytesMax(file), scope.signal(), (bytes) => {
        leftBytes -= bytes;
      });
      if (result === 'unfit') unfit.add(file.link);
    } catch {
      // Cancelled, or no network: received bytes stay, and the rest is fetched later.
      isCutOff = !scope.disposed;
    }
    fetching = null;
    // Without a network the others would fail too.
    if (!isCutOff) follow();
  }

  function follow(): void {
    if (walk.disposed) return;
    // The selected story gets the whole bandwidth.
    if (isWaiting()) {
      fetching?.scope.dispose();
      return;
    }
    const ahead = likely();
    if (fetching !== null) {
      const { place, scope } = fetching;
      // The walker goes elsewhere. The selected story waits for the rest of its own download.
      const isLikely = place.id === listening.walk.selected || ahead.some(({ id }) => id === place.id);
      if (!isLikely) scope.dispose();
      return;
    }
    const next = ahead.find(isWanted);
    const file = next === undefined ? null : fileOf(next);
    if (next !== undefined && file !== null) void fetchStory(next, file);
  }

  onOnline(walk, follow);
  walk.add(subscribeKey(location, 'fix', follow));
  walk.add(subscribeKey(picked, 'list', follow));
  walk.add(subscribeKey(listening, 'audio', onPlayerState));
  walk.add(() => fetching?.scope.dispose());
  follow();
}

function fileOf({ media }: Place): Playable | null {
  return media === null ? null : chooseStoryFile(media.data);
}

/** Whether the selected story waits for data from the network. */
function isWaiting(): boolean {
  if (listening.audio.phase !== 'loading' && !listening.audio.isBuffering) return false;
  const { selected } = listening.walk;
  const place = selected === null ? null : findPicked(selected);
  const file = place == null ? null : fileOf(place);
  return file === null || !playsOffline(file.link);
}

/** Stories this near may be reached before a slow connection has loaded them: two minutes' walk. */
const PREFETCH_REACH_M = 150;

/** Position and motion of a walker. */
export interface Heading extends LngLat {
  /** Clockwise from north; null if unknown. */
  readonly headingDeg: number | null;
  readonly speedMps: number | null;
}

/**
 * Returns the places that the walker will most likely reach next, most likely first: the near ones, and during walking
 * rather those ahead than those behind.
 *
 * @param count maximum number of places
 */
export function likelyNext<P extends { readonly feature: Geometry }>(
  candidates: readonly P[],
  walker: Heading,
  count: number,
): P[] {
  return candidates
    .filter(({ feature }) => distanceToM(walker, feature) <= PREFETCH_REACH_M)
    .map((place) => ({ place, effortM: effortM(distanceAndBearingTo(walker, place.feature), walker) }))
    .sort((a, b) => a.effortM - b.effortM)
    .slice(0, count)
    .map(({ place }) => place);
}

/** Returns the distance in metres, doubled for a place at the walker's side, tripled for one behind. */
function effortM({ distanceM, bearingDeg }: DistanceAndBearing, { headingDeg, speedMps }: Heading): number {
  if (headingDeg === null || (speedMps ?? 0) < WALKING_MIN_MPS) return distanceM;
  const ahead = Math.cos(((bearingDeg - headingDeg) * Math.PI) / 180);
  return distanceM * (2 - ahead);
}
