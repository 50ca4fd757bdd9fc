import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Place } from '../../../contracts/place.ts';
import { prefetchBeginning, savesData } from '../../platform/audio/prefetch-beginning.ts';
import { onOnline } from '../../platform/page/page-events.ts';
import { Scope } from '../../platform/scope.ts';
import { places } from '../places/places.ts';
import { location } from '../position/location.ts';
import { likelyNext } from './likely-next.ts';
import { listening } from './listening.ts';

/** Stories whose beginning is fetched ahead at a time: at a crossing there are seldom more ways on. */
const PREFETCH_PLACES_MAX = 3;
/** How much of a story is fetched ahead, or all of it where it is less: the first 6 s of kept mono, 10 s on 400 kbit/s. */
export const PREFETCH_CLIP_BYTES = 512 * 1024;
/** Most that one walk fetches ahead: as much as half an hour of a spoken podcast. */
const PREFETCH_WALK_BYTES_MAX = 30 * 1024 * 1024;

/**
 * In audio-guide mode fetches the beginnings of the likely next stories, one after the other, so that they start at once
 * on a slow line; until `scope` is disposed. Not while the selected story loads, nor for those who save data.
 */
export function startPrefetch(scope: Scope): void {
  let walk: Scope | null = null;
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
  const fetched = new Set<string>();
  let leftBytes = PREFETCH_WALK_BYTES_MAX;
  let fetching: Scope | null = null;
  let { phase } = listening.audio;

  /** The likeliest of those that are worth it and not fetched. */
  function chooseNext(): string | undefined {
    const { fix } = location;
    if (fix === null || leftBytes < PREFETCH_CLIP_BYTES || savesData()) return undefined;
    const { selected, heard } = listening.walk;
    const unheard = places.list.filter(({ id, media }) => media !== null && id !== selected && !heard.includes(id));
    return (
      likelyNext(unheard, fix, PREFETCH_PLACES_MAX)
        .map(audioOf)
        .find((link) => link !== null && !fetched.has(link)) ?? undefined
    );
  }

  /** The player reports its position four times a second; that changes nothing here. */
  function onPlayerState(): void {
    if (listening.audio.phase === phase) return;
    phase = listening.audio.phase;
    follow();
  }

  async function fetchAhead(link: string): Promise<void> {
    fetching = new Scope();
    fetched.add(link);
    let isCutOff = false;
    try {
      leftBytes -= await prefetchBeginning(link, PREFETCH_CLIP_BYTES, fetching.signal());
    } catch {
      // Cancelled, or no network: the story is loaded when its place is reached.
      fetched.delete(link);
      isCutOff = !fetching.disposed;
    }
    fetching = null;
    // Without a network the others would fail as well.
    if (!isCutOff) follow();
  }

  function follow(): void {
    if (walk.disposed) return;
    // The selected story has the whole bandwidth.
    if (listening.audio.phase === 'loading') fetching?.dispose();
    else if (fetching === null) {
      const link = chooseNext();
      if (link !== undefined) void fetchAhead(link);
    }
  }

  onOnline(walk, follow);
  walk.add(subscribeKey(location, 'fix', follow));
  walk.add(subscribeKey(places, 'list', follow));
  walk.add(subscribeKey(listening, 'audio', onPlayerState));
  walk.add(() => fetching?.dispose());
  follow();
}

function audioOf({ media }: Place): string | null {
  return media?.data.link ?? null;
}
