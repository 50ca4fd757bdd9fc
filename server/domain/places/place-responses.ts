import { createHash } from 'node:crypto';
import type { Geometry } from '../../../contracts/geo.ts';
import type { MediaLink, Place, PlaceDetail } from '../../../contracts/place.ts';
import type { CallResponse } from '../../../contracts/routes.ts';
import { peaksNameOf, renditionNameOf } from '../../store/media.ts';
import type { PlaceRow, PlaceWithMediaRow } from '../../store/places.ts';
import type { SignLink } from '../media/media-links.ts';

/** AAC-LC in an MP4. */
const RENDITION_TYPE = 'audio/mp4; codecs="mp4a.40.2"';

/** Maps a row to a place as lists carry it. */
export function toPlace(row: PlaceWithMediaRow, sign: SignLink): Place {
  const [before, after] = toPlaceAround(row, sign);
  return { ...before, feature: readGeometry(row), ...after };
}

/** The same without its shape: what comes before that, and after. */
export function toPlaceAround(row: PlaceWithMediaRow, sign: SignLink) {
  const media = toMediaLink(row, sign);
  const before = { id: row.id, appelation: row.name, type: row.kind };
  const after = {
    map: { id: row.parcours_id },
    userId: row.author_id,
    media: media === null ? null : { data: media },
    ...marksOf(row),
  };
  return [before, after] as const satisfies readonly [Partial<Place>, Partial<Place>];
}

/** Maps a row to a place as `readPlace` returns it. */
export function toPlaceDetail(row: PlaceWithMediaRow, sign: SignLink): PlaceDetail {
  return {
    id: row.id,
    appelation: row.name,
    feature: readGeometry(row),
    map: { id: row.parcours_id },
    userId: row.author_id,
    media_data: toMediaLink(row, sign),
    ...marksOf(row),
  };
}

/** Maps a row to what `createPlace` returns. */
export function newPlaceOf(row: PlaceWithMediaRow): CallResponse<'createPlace'>['newPlace'] {
  const { held } = marksOf(row);
  return { place_id: row.id, ...(held === undefined ? {} : { held }) };
}

/** Left out of public places, so that the versions of packs stay as they are. */
function marksOf({ is_draft, hidden_at, approval }: PlaceWithMediaRow): Pick<Place, 'draft' | 'held'> {
  const held = hidden_at === null ? approval : 'hidden';
  return { ...(is_draft ? { draft: true } : {}), ...(held === null || is_draft ? {} : { held }) };
}

/** Signed links to a place's audio, rendition and waveform; null if it has no audio. */
export function toMediaLink(row: PlaceWithMediaRow, sign: SignLink): MediaLink | null {
  if (row.media_sha256 === null || row.extension === null) return null;
  return {
    link: sign({ sha256: row.media_sha256, extension: row.extension }),
    length: row.duration_s,
    peaks: row.peaks_sha256 === null ? null : sign(peaksNameOf(row.media_sha256)),
    rendition:
      row.rendition_bytes === null
        ? null
        : {
            link: sign(renditionNameOf(row.media_sha256)),
            type: RENDITION_TYPE,
            bytes: Number(row.rendition_bytes),
          },
    loudness: row.loudness_lufs,
  };
}

/** Names what of a place is looked at: all that its author may exchange. */
export function versionOf({
  name,
  geometry,
  media_sha256,
}: Pick<PlaceRow, 'name' | 'geometry' | 'media_sha256'>): string {
  return createHash('sha256')
    .update(JSON.stringify([name, geometry, media_sha256]))
    .digest('base64url');
}

/** Only geometries that passed the schema are stored. */
function readGeometry(row: PlaceWithMediaRow): Geometry {
  return JSON.parse(row.geometry) as Geometry;
}
