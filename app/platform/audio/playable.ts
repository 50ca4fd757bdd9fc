import type { MediaLink } from '../../../contracts/place.ts';

/** What a choice of a place's audio depends on, with the length that is shown of it. */
export type Listenable = Pick<MediaLink, 'link' | 'length' | 'rendition'>;

/** The file of a place's audio that is played. */
export interface Playable {
  readonly link: string;
  /** Size of a rendition; null for the master. */
  readonly renditionBytes: number | null;
}

/**
 * Chooses the file that is played: the rendition where there is one and the browser can play it, else the master. Pure but
 * for the default of `canPlay`.
 */
export function choosePlayable(
  { link, rendition }: Pick<Listenable, 'link' | 'rendition'>,
  canPlay: (type: string) => boolean = canPlayType,
): Playable {
  if (rendition === null || !canPlay(rendition.type)) return { link, renditionBytes: null };
  return { link: rendition.link, renditionBytes: rendition.bytes };
}

const playableTypes = new Map<string, boolean>();

/** Whether the browser may be able to play audio of this media type. */
function canPlayType(type: string): boolean {
  const known = playableTypes.get(type) ?? document.createElement('audio').canPlayType(type) !== '';
  playableTypes.set(type, known);
  return known;
}
