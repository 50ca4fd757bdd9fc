import { createHash } from 'node:crypto';
import type { Geometry } from '../../../contracts/geo.ts';
import type { MediaLink, Place, PlaceDetail } from '../../../contracts/place.ts';
import type { CallResponse } from '../../../contracts/routes.ts';
import type { PlaceWords } from '../../../contracts/telling.ts';
import { peaksNameOf, renditionNameOf } from '../../store/media.ts';
import type { HeardRow, PlaceRow, PlaceWithMediaRow } from '../../store/places.ts';
import type { SignLink } from '../media/media-links.ts';

/** Media type of renditions: AAC-LC in an MP4. */
export const RENDITION_TYPE = 'audio/mp4; codecs="mp4a.40.2"';

/** Serializes a place as lists contain it, with its number in the order of its parcours if it has one. @param isDated adds when it was made */
export function serializePlace(row: PlaceWithMediaRow, sign: SignLink, step?: number, isDated = false): string {
  const media = toMediaLink(row, sign);
  const before: Partial<Place> = { id: row.id, appelation: row.name, type: row.kind };
  const after: Partial<Place> = {
    map: { id: row.parcours_id },
    userId: row.author_id,
    media: media === null ? null : { data: media },
    ...marksOf(row),
    ...(step === undefined ? {} : { step }),
    ...(isDated ? { createdAt: row.created_at } : {}),
  };
  return serializeAround(before, row, after);
}

/** Serializes a place as `readPlace` returns it. */
export function serializePlaceDetail(row: PlaceWithMediaRow, sign: SignLink): string {
  return serializeAround({ id: row.id, appelation: row.name }, row, detailAfterShape(row, sign));
}

/** Serializes as `JSON.stringify` does, but inserts the stored shape, which is already JSON and most of the text. */
function serializeAround(before: object, { geometry }: PlaceWithMediaRow, after: object): string {
  return `${JSON.stringify(before).slice(0, -1)},"feature":${geometry},${JSON.stringify(after).slice(1)}`;
}

/** Returns a row as people without an account see it: who made a place is not their business. */
export function withoutAuthor(row: PlaceWithMediaRow): PlaceWithMediaRow {
  return { ...row, author_id: null };
}

/** Maps a row to a place as `readPlace` returns it. */
export function toPlaceDetail(row: PlaceWithMediaRow, sign: SignLink): PlaceDetail {
  // Only geometries that passed the schema are stored.
  const feature = JSON.parse(row.geometry) as Geometry;
  return { id: row.id, appelation: row.name, feature, ...detailAfterShape(row, sign) };
}

function detailAfterShape(row: PlaceWithMediaRow, sign: SignLink) {
  const shown = { map: { id: row.parcours_id }, userId: row.author_id, media_data: toMediaLink(row, sign) };
  return { ...shown, ...marksOf(row) } satisfies Partial<PlaceDetail>;
}

/** Maps a row to the new place that `createPlace` returns. */
export function newPlaceOf(row: PlaceWithMediaRow): CallResponse<'createPlace'>['newPlace'] {
  const { held } = marksOf(row);
  return { place_id: row.id, ...(held === undefined ? {} : { held }) };
}

/** Returns `draft` and `held`, which public places lack. */
function marksOf({ is_draft, hidden_at, approval }: PlaceWithMediaRow): Pick<Place, 'draft' | 'held'> {
  const held = hidden_at === null ? approval : 'hidden';
  return { ...(is_draft ? { draft: true } : {}), ...(held === null || is_draft ? {} : { held }) };
}

/** Returns signed links to the audio of a place, its rendition and its waveform; null without audio. */
export function toMediaLink(row: HeardRow, sign: SignLink): MediaLink | null {
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

/**
 * Names the version of a place that somebody looked at: a hash of all that its author may exchange.
 * @param words what it says beside name and sound, with links that don't change; undefined for nothing
 */
export function versionOf(
  { name, geometry, media_sha256 }: Pick<PlaceRow, 'name' | 'geometry' | 'media_sha256'>,
  words?: PlaceWords,
): string {
  const said = words === undefined ? [] : [words];
  // The server makes waveforms and renditions later.
  const json = JSON.stringify([name, geometry, media_sha256, ...said], (key, value) =>
    key === 'media' ? (value?.link ?? null) : value,
  );
  return createHash('sha256').update(json).digest('base64url');
}
