import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { choosePlayable, type Listenable } from '../../platform/audio/playable.ts';
import { isKept, openKept } from '../../platform/kept/kept-files.ts';
import type { Scope } from '../../platform/scope.ts';
import { findPlace, refreshLink } from '../places/places.ts';

/** Where a story is played from. */
export interface StorySource {
  /** The file's signed link, which may have expired. */
  readonly link: string;
  readonly lengthS: number | null;
  readonly isRendition: boolean;
  /** A whole pack holds the file. */
  readonly isHere: boolean;
}

/** The file of a place's story by the list of places; null if it has none. @param mastersOnly a rendition failed before */
export function listedSource(placeId: PlaceId, mastersOnly: boolean): StorySource | null {
  return chooseSource(findPlace(placeId)?.media?.data ?? null, mastersOnly);
}

/**
 * The file of a place's story, with a link that has not expired unless the file is on the device.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function freshSource(
  placeId: PlaceId,
  mastersOnly: boolean,
  signal: AbortSignal,
): Promise<StorySource | null> {
  const listed = listedSource(placeId, mastersOnly);
  return listed?.isHere === true ? listed : chooseSource(await refreshLink(placeId, signal), mastersOnly);
}

/** The address to load a kept file from, valid until `scope` is disposed. A damaged file is loaded by its link. */
export async function openSource(scope: Scope, { link }: StorySource): Promise<string> {
  const file = await openKept(link);
  return file === null ? link : scope.objectUrl(file);
}

function chooseSource(audio: Listenable | null, mastersOnly: boolean): StorySource | null {
  if (audio === null) return null;
  const { link, renditionBytes } = choosePlayable(audio, mastersOnly ? { canPlay: () => false } : {});
  return { link, lengthS: audio.length, isRendition: renditionBytes !== null, isHere: isKept(link) };
}
