import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { dropAhead, isAhead, isNearlyAhead, openAhead } from '../../platform/audio/ahead-files.ts';
import { choosePlayable, type Listenable, type Playable } from '../../platform/audio/playable.ts';
import { isKept, openKept } from '../../platform/kept/kept-files.ts';
import type { Scope } from '../../platform/scope.ts';
import { findPlace, refreshLink } from '../places/places.ts';

/** Where a story is played from. */
export interface StorySource {
  /** The file's signed link, which may have expired. */
  readonly link: string;
  readonly lengthS: number | null;
  readonly isRendition: boolean;
  /** A whole pack holds the file, or it was fetched ahead but for a moment's rest: worth {@link openSource}. */
  readonly isHere: boolean;
}

/** True if the file behind this link plays without a network: a whole pack holds it, or it was fetched ahead. */
export function playsOffline(link: string): boolean {
  return isKept(link) || isAhead(link);
}

/** The file of a story that is played, and so is fetched ahead: one that is here goes before one that is not. */
export function chooseStoryFile(audio: Listenable): Playable {
  return choosePlayable(audio, { isHere: playsOffline });
}

/** The file of a place's story by the list of places; null if it has none. @param mastersOnly a rendition failed before */
export function listedSource(placeId: PlaceId, mastersOnly: boolean): StorySource | null {
  return chooseSource(findPlace(placeId)?.media?.data ?? null, mastersOnly);
}

/**
 * The file of a place's story after a failure, with a link that has not expired unless a pack holds the file. What was
 * fetched ahead has failed, and is fetched anew.
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

/** The address to load a file from that is here, valid until `scope` is disposed. A damaged one is loaded by its link. */
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
