import type { ParcoursId, PlaceId, PlaceVersionId, UserId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from './database.ts';
import { measure, type PlaceRow, type PlacesMeasure } from './places.ts';

/** A row of place_versions: what a place was until a change. */
export interface VersionRow extends Pick<PlaceRow, 'name' | 'geometry' | 'media_sha256' | 'audio_by'> {
  readonly id: PlaceVersionId;
  readonly place_id: PlaceId;
  /** When a change ended it, ISO 8601 in UTC. */
  readonly replaced_at: string;
  /** Whose change that was; null after that account was deleted. */
  readonly replaced_by: UserId | null;
}

/** A version with the length of its audio and the name of who ended it. */
export interface ListedVersionRow extends VersionRow {
  readonly duration_s: number | null;
  readonly replacer: string | null;
}

/** The audio of a version. */
export type VersionAudio = Pick<VersionRow, 'id' | 'media_sha256'>;

/** The versions of a place that ended after this time, latest first. */
export async function listVersions(reader: Reader, placeId: PlaceId, since: string): Promise<ListedVersionRow[]> {
  return reader('place_versions')
    .leftJoin('media', 'media.sha256', 'place_versions.media_sha256')
    .leftJoin('accounts', 'accounts.id', 'place_versions.replaced_by')
    .where({ place_id: placeId })
    .where('replaced_at', '>', since)
    .orderBy('place_versions.id', 'desc')
    .select<ListedVersionRow[]>('place_versions.*', 'media.duration_s', 'accounts.name as replacer');
}

/** Measures the versions of a place. */
export async function measureVersions(reader: Reader, placeId: PlaceId): Promise<PlacesMeasure> {
  return measure(reader, reader('place_versions').where({ place_id: placeId }));
}

/** Adds a version. */
export async function insertVersion(tx: Transactor, row: Omit<VersionRow, 'id'>): Promise<void> {
  await tx<VersionRow>('place_versions').insert(row);
}

/** All versions of a place, latest first, with the bytes of their shapes. */
export async function listVersionAudio(
  reader: Reader,
  placeId: PlaceId,
): Promise<(VersionAudio & { readonly shape_bytes: number })[]> {
  return reader<VersionRow>('place_versions')
    .where({ place_id: placeId })
    .orderBy('id', 'desc')
    .select('id', 'media_sha256', reader.raw('octet_length(geometry) as shape_bytes'));
}

/** All versions of these places, with the accounts that sent their audio and ended them. */
export async function listVersionsOfPlaces(
  reader: Reader,
  ids: readonly PlaceId[],
): Promise<(VersionAudio & Pick<VersionRow, 'audio_by' | 'replaced_by'>)[]> {
  return reader<VersionRow>('place_versions')
    .whereIn('place_id', [...ids])
    .select('id', 'media_sha256', 'audio_by', 'replaced_by');
}

/** The audio that an account sent and that only versions have, latest first, with its bytes. */
export async function listReplacedAudioBy(
  reader: Reader,
  accountId: UserId,
): Promise<(VersionAudio & { readonly size_bytes: number })[]> {
  return reader('place_versions')
    .join('media', 'media.sha256', 'place_versions.media_sha256')
    .where('place_versions.audio_by', accountId)
    .whereNotExists(reader('places').where('places.media_sha256', reader.ref('media.sha256')).select('places.id'))
    .whereNotExists(reader('tellings').where('tellings.media_sha256', reader.ref('media.sha256')).select('tellings.id'))
    .orderBy('place_versions.id', 'desc')
    .select('place_versions.id', 'place_versions.media_sha256', 'size_bytes');
}

/** The versions that ended at this time or before. */
export async function listVersionsUntil(reader: Reader, until: string): Promise<VersionAudio[]> {
  return reader<VersionRow>('place_versions').where('replaced_at', '<=', until).select('id', 'media_sha256');
}

/** The versions of an account's own places, and those with audio that it sent. */
export async function listVersionsOf(reader: Reader, accountId: UserId): Promise<VersionAudio[]> {
  return reader<VersionRow>('place_versions')
    .where({ audio_by: accountId })
    .orWhereIn('place_id', reader('places').where({ author_id: accountId }).select('id'))
    .select('id', 'media_sha256');
}

/** The SHA-256 of the audio of the versions of a parcours' places, even deleted ones; null for none. */
export async function listVersionAudioOn(reader: Reader, parcoursId: ParcoursId): Promise<(string | null)[]> {
  return reader<VersionRow>('place_versions')
    .whereIn('place_id', reader('places').where({ parcours_id: parcoursId }).select('id'))
    .pluck('media_sha256');
}

/** Whether a version has this audio. */
export async function isMediaInVersion(reader: Reader, sha256: string): Promise<boolean> {
  return (await reader<VersionRow>('place_versions').where({ media_sha256: sha256 }).first('id')) !== undefined;
}

/** Within the limit of parameters of a query. */
const ROWS_AT_ONCE = 500;

/** Deletes versions. Returns the SHA-256 of their audio, which may now be unused. */
export async function deleteVersions(tx: Transactor, versions: readonly VersionAudio[]): Promise<(string | null)[]> {
  for (let from = 0; from < versions.length; from += ROWS_AT_ONCE) {
    const ids = versions.slice(from, from + ROWS_AT_ONCE).map(({ id }) => id);
    await tx<VersionRow>('place_versions').whereIn('id', ids).delete();
  }
  return versions.map(({ media_sha256 }) => media_sha256);
}
