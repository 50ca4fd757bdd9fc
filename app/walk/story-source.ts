import type { PlaceId } from '../../contracts/vocabulary.ts';
import { findPlace, refreshLink } from '../places/places.ts';
import { dropAhead, isAhead, isNearlyAhead, openAhead } from '../platform/audio/ahead-files.ts';
import { choosePlayable, type Listenable, type Playable } from '../platform/audio/playable.ts';
import { isKept, openKept } from '../platform/kept/kept-files.ts';
import type { Scope } from '../platform/scope.ts';

/** Source of a story's audio. */
export interface StorySource {
  /** The file's signed link, which may have expired. */
  readonly link: string;
  readonly lengthS: number | null;
  readonly isRendition: boolean;
  /** A whole pack holds the file, or its prefetch is almost complete: {@link openSource} is worth calling. */
  readonly isHere: boolean;
}

/** True if the file behind this link plays without a network: a whole pack holds it, or it was prefetched. */
export function playsOffline(link: string): boolean {
  return isKept(link) || isAhead(link);
}

/** Chooses the file of a story to play, and therefore to prefetch: a file on the device is preferred. */
export function chooseStoryFile(audio: Listenable): Playable {
  return choosePlayable(audio, { isHere: playsOffline });
}

/** Returns a place's story file by the list of places, or null. @param mastersOnly a rendition failed before */
export function listedSource(placeId: PlaceId, mastersOnly: boolean): StorySource | null {
  return chooseSource(findPlace(placeId)?.media?.data ?? null, mastersOnly);
}

/**
 * Returns the file of a place's story after a failure, with a link that has not expired unless a pack holds the file. A
 * prefetched file has failed, and is fetched again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function freshSource(
  placeId: PlaceId,
  mastersOnly: boolean,
  signal: AbortSignal,
): Promise<StorySource | null> {
  const listed = listedSource(placeId, mastersOnly);
  if (listed !== null && isKept(listed.link)) return listed;
  if (listed !== null) dropAhead(listed.link);
  return chooseSource(await refreshLink(placeId, signal), mastersOnly);
}

/** Returns the address of a file on the device, valid until `scope` is disposed; for a damaged file, its link. */
export async function openSource(scope: Scope, { link }: StorySource): Promise<string> {
  const file = (await openKept(link)) ?? (await openAhead(link));
  return file === null ? link : scope.objectUrl(file);
}

function chooseSource(audio: Listenable | null, mastersOnly: boolean): StorySource | null {
  if (audio === null) return null;
  const { link, renditionBytes } = mastersOnly
    ? choosePlayable(audio, { canPlay: () => false })
    : chooseStoryFile(audio);
  const isHere = isKept(link) || isNearlyAhead(link);
  return { link, lengthS: audio.length, isRendition: renditionBytes !== null, isHere };
}
