import type { MediaLink } from '../../../contracts/place.ts';
import { isStored } from '../packs/stored-files.ts';

/** The fields of a place's audio that the choice depends on, with the length that is shown. */
export type Listenable = Pick<MediaLink, 'link' | 'length' | 'rendition'>;

/** The file that is played for a place. */
export interface Playable {
  readonly link: string;
  /** Size of a rendition; null for the master. */
  readonly renditionBytes: number | null;
}

/**
 * Chooses the file to play among those that the browser can play: the one on the device, which may be a master from
 * before the rendition was made; otherwise the rendition if there is one.
 */
export function choosePlayable(
  { link, rendition }: Pick<Listenable, 'link' | 'rendition'>,
  { canPlay = canPlayType, isHere = isStored } = {},
): Playable {
  const master: Playable = { link, renditionBytes: null };
  if (rendition === null || !canPlay(rendition.type)) return master;
  return isHere(link) && !isHere(rendition.link) ? master : { link: rendition.link, renditionBytes: rendition.bytes };
}

const playableTypes = new Map<string, boolean>();

function canPlayType(type: string): boolean {
  const known = playableTypes.get(type) ?? document.createElement('audio').canPlayType(type) !== '';
  playableTypes.set(type, known);
  return known;
}
