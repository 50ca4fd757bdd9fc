import { subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { choosePlayable, type Playable } from '../../platform/audio/playable.ts';
import { prefetchRange } from '../../platform/audio/prefetch-range.ts';
import { isKept } from '../../platform/kept/kept-files.ts';
import { savesData } from '../../platform/net/connection.ts';
import { onOnline } from '../../platform/page/page-events.ts';
import { Scope } from '../../platform/scope.ts';
import { places } from '../places/places.ts';
import { location } from '../position/location.ts';
import { likelyNext } from './likely-next.ts';
import { listening } from './listening.ts';

/** Stories that are fetched ahead at a time: at a crossing there are seldom more ways on. */
const PREFETCH_PLACES_MAX = 3;
/** How much is fetched at once: the first 6 s of a mono master, 10 s on 400 kbit/s, or a minute of a rendition. */
export const PREFETCH_CLIP_BYTES = 512 * 1024;
/** How much of a rendition is fetched ahead: all of it up to some eight minutes. Of a master, one clip. */
const PREFETCH_RENDITION_BYTES_MAX = 8 * PREFETCH_CLIP_BYTES;
/** Most that one walk fetches ahead: an hour of renditions. */
const PREFETCH_WALK_BYTES_MAX = 30 * 1024 * 1024;

/** The next clip to fetch. */
interface Clip {
  readonly link: string;
  readonly from: number;
  readonly bytes: number;
}

/**
 * In audio-guide mode fetches the likely next stories, one clip after the other, so that they start at once on a slow line,
 * and play through where there is none; until `scope` is disposed. First the beginnings, then the rest of the renditions.
 * Not what is
 * kept on the device, not while the selected story waits for its data or once it stood still, nor for those who save data.
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
  /** Bytes that were fetched of each link. */
  const fetched = new Map<string, number>();
  let leftBytes = PREFETCH_WALK_BYTES_MAX;
  let fetching: Scope | null = null;
  let wasWaiting = isWaiting();
  /** The selected place whose story stood still: the line does not carry both. */
  let stalledAt: PlaceId | null = null;

  /** Of those that are worth it and not fetched: the likeliest beginning, else the likeliest rest. */
  function chooseNext(): Clip | undefined {
    const { fix } = location;
    if (fix === null || leftBytes < PREFETCH_CLIP_BYTES || savesData()) return undefined;
    const { selected, heard } = listening.walk;
    if (selected !== null && selected === stalledAt) return undefined;
    const unheard = places.list.filter(({ id, media }) => media !== null && id !== selected && !heard.includes(id));
    const clips = likelyNext(unheard, fix, PREFETCH_PLACES_MAX)
      .flatMap(({ media }) => (media === null ? [] : choosePlayable(media.data)))
      .filter(({ link }) => !isKept(link))
      .map((playable) => nextClip(playable, fetched.get(playable.link) ?? 0))
      .filter(({ bytes }) => bytes > 0);
    return clips.find(({ from }) => from === 0) ?? clips[0];
  }

  /** The player reports its position four times a second; that changes nothing here. */
  function onPlayerState(): void {
    if (listening.audio.isBuffering) stalledAt = listening.walk.selected;
    if (isWaiting() === wasWaiting) return;
    wasWaiting = !wasWaiting;
    follow();
  }

  async function fetchAhead({ link, from, bytes }: Clip): Promise<void> {
    fetching = new Scope();
    let isCutOff = false;
    try {
      const received = await prefetchRange(link, from, bytes, fetching.signal());
      leftBytes -= received;
      // A server that sends less has no more of it.
      fetched.set(link, received < bytes ? Number.POSITIVE_INFINITY : from + received);
    } catch {
      // Cancelled, or no network: the story is loaded when its place is reached.
      isCutOff = !fetching.disposed;
      // Nobody knows how much of a cancelled clip was sent.
      if (!isCutOff) leftBytes -= bytes;
    }
    fetching = null;
    // Without a network the others would fail as well.
    if (!isCutOff) follow();
  }

  function follow(): void {
    if (walk.disposed) return;
    // The selected story has the whole bandwidth.
    if (isWaiting()) fetching?.dispose();
    else if (fetching === null) {
      const clip = chooseNext();
      if (clip !== undefined) void fetchAhead(clip);
    }
  }

  onOnline(walk, follow);
  walk.add(subscribeKey(location, 'fix', follow));
  walk.add(subscribeKey(places, 'list', follow));
  walk.add(subscribeKey(listening, 'audio', onPlayerState));
  walk.add(() => fetching?.dispose());
  follow();
}

/** The selected story waits for its data. */
function isWaiting(): boolean {
  return listening.audio.phase === 'loading' || listening.audio.isBuffering;
}

/** What comes after the first `from` bytes; of no bytes where that is enough. */
function nextClip({ link, renditionBytes }: Playable, from: number): Clip {
  const goal = renditionBytes === null ? PREFETCH_CLIP_BYTES : Math.min(renditionBytes, PREFETCH_RENDITION_BYTES_MAX);
  return { link, from, bytes: Math.min(PREFETCH_CLIP_BYTES, Math.max(goal - from, 0)) };
}
