import { createHash } from 'node:crypto';
import { linkPath } from '../../../contracts/link.ts';
import type { Pack } from '../../../contracts/pack.ts';
import type { Place } from '../../../contracts/place.ts';

/**
 * The version of a pack: SHA-256 in hexadecimal of all that it holds, without the signatures of links, which change every
 * few hours, and without the caller's privilege.
 */
export function versionOf({ map, places, files }: Omit<Pack, 'version'>): string {
  const { privilege: _, ...texts } = map;
  const content = [texts, places.map(withPaths), files.map((file) => ({ ...file, link: linkPath(file.link) }))];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** A place whose links are reduced to their paths. */
function withPaths(place: Place): Place {
  if (place.media === null) return place;
  const { link, peaks, rendition, ...rest } = place.media.data;
  return {
    ...place,
    media: {
      data: {
        ...rest,
        link: linkPath(link),
        peaks: peaks === null ? null : linkPath(peaks),
        rendition: rendition === null ? null : { ...rendition, link: linkPath(rendition.link) },
      },
    },
  };
}
