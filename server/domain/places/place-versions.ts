import type { Geometry } from '../../../contracts/geo.ts';
import { VERSION_DAYS, VERSIONS_MAX } from '../../../contracts/limits.ts';
import type { PlaceDetail } from '../../../contracts/place.ts';
import type { PlaceVersion, VersionPart } from '../../../contracts/place-version.ts';
import type { PlaceId, PlaceVersionId } from '../../../contracts/vocabulary.ts';
import type { Database, Transactor } from '../../store/database.ts';
import {
  deleteVersions,
  insertVersion,
  type ListedVersionRow,
  listReplacedAudioBy,
  listVersionAudio,
  listVersions,
  listVersionsUntil,
  measureVersions,
  type VersionRow,
} from '../../store/place-versions.ts';
import { changePlace, type PlaceRow, type PlaceWithMediaRow, setPlaceMedia } from '../../store/places.ts';
import { unapproveOwnTranscript } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { listWeight, nextTurn } from '../costly-work.ts';
import { type FairQueue, ownerOf } from '../fair-queue.ts';
import type { MediaLinks } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import type { Quota } from '../media/quota.ts';
import { approvalAfterChange, changeablePlace, existingPlace } from './changeable-place.ts';
import { hideKnownAudio } from './known-audio.ts';
import { expectWithinAuthorBounds, expectWithinBounds, type PlaceSpace } from './place-bounds.ts';
import { toPlaceDetail } from './place-responses.ts';
import { settlePlan } from './planned-places.ts';

/** Most bytes of replaced audio that is stored for one account, since it does not count for its quota. */
export const REPLACED_BYTES_MAX = 2 ** 29;

/** Most bytes of shapes in a place's versions, but for the latest: every title that is changed stores its shape again. */
export const VERSION_SHAPES_BYTES_MAX = 2 ** 20;

type Content = Pick<PlaceRow, 'name' | 'geometry' | 'media_sha256'>;

/**
 * Stores what a place was before a change, in the transaction of that change, if it was changed and its members could
 * know it: drafts, and places without their first audio, have no earlier versions of it.
 * @returns the SHA-256 of audio of older versions that no longer fit: the caller releases it.
 */
export async function noteVersion(
  tx: Transactor,
  clock: Clock,
  caller: Caller,
  before: PlaceRow,
  change: Partial<Content>,
): Promise<(string | null)[]> {
  const { id, name, geometry, media_sha256, audio_by } = before;
  const parts = partsChanged(before, { name, geometry, media_sha256, ...change });
  const isFirstSound = media_sha256 === null && parts.every((part) => part === 'sound');
  if (before.is_draft || parts.length === 0 || isFirstSound) return [];
  const ended = { replaced_at: stamp(clock), replaced_by: caller.id };
  await insertVersion(tx, { place_id: id, name, geometry, media_sha256, audio_by, ...ended });
  let bytes = 0;
  const excess = (await listVersionAudio(tx, id)).filter(({ shape_bytes }, index) => {
    bytes += Number(shape_bytes);
    return index >= VERSIONS_MAX || (index > 0 && bytes > VERSION_SHAPES_BYTES_MAX);
  });
  return deleteVersions(tx, excess);
}

/** Deletes the oldest replaced audio of an account, with its versions, beyond the maximum. Returns the audio. */
export async function boundReplacedAudio(tx: Transactor, accountId: Caller['id'] | null): Promise<(string | null)[]> {
  if (accountId === null) return [];
  // Several versions may have the same audio, which is stored once.
  const retained = new Set<string | null>();
  let bytes = 0;
  const excess = (await listReplacedAudioBy(tx, accountId)).filter(({ media_sha256, size_bytes }) => {
    if (retained.has(media_sha256)) return false;
    bytes += Number(size_bytes);
    if (bytes <= REPLACED_BYTES_MAX) retained.add(media_sha256);
    return bytes > REPLACED_BYTES_MAX;
  });
  return deleteVersions(tx, excess);
}

function partsChanged(from: Content, to: Content): VersionPart[] {
  const parts: VersionPart[] = [];
  if (from.name !== to.name) parts.push('title');
  if (from.geometry !== to.geometry) parts.push('shape');
  if (from.media_sha256 !== to.media_sha256) parts.push('sound');
  return parts;
}

interface PlaceVersionsParts {
  readonly database: Database;
  readonly links: MediaLinks;
  readonly played: PlayedMedia;
  readonly quota: Pick<Quota, 'check'>;
  readonly space: PlaceSpace;
  /** Limits lists by their {@link listWeight}. */
  readonly takeTurn: FairQueue;
  readonly clock: Clock;
}

/** The earlier versions of the places in this database. */
export function createPlaceVersions(parts: PlaceVersionsParts) {
  const { database, links, played, quota, space, takeTurn, clock } = parts;
  const earliest = (): string => daysAgo(clock, VERSION_DAYS);

  return {
    /** Lists the earlier versions of a place, latest first. @throws AppError `not_found`, `forbidden`, `busy`. */
    list: async (caller: SessionCaller, id: PlaceId): Promise<PlaceVersion[]> => {
      const { reader } = database;
      const place = await changeablePlace(reader, caller, id);
      // In turn, because all the shapes together may be those of a whole parcours.
      const read = async (): Promise<PlaceVersion[]> => {
        const versions: PlaceVersion[] = [];
        let next: Content = place;
        for (const row of await listVersions(reader, id, earliest())) {
          versions.push(toVersion(row, next, caller));
          next = row;
          await nextTurn();
        }
        return versions;
      };
      return takeTurn(ownerOf(caller), read, listWeight(await measureVersions(reader, id)));
    },

    /**
     * Gives a place what it was in an earlier version, by the rules of any change.
     * @throws AppError `not_found`, also if the version has ended; `forbidden`, `map_full`, `quota_exceeded`, `disk_full`.
     */
    restore: async (caller: SessionCaller, id: PlaceId, versionId: PlaceVersionId): Promise<PlaceDetail> => {
      await space.disk.expectRoom(0);
      const row = await played.release(async (tx) => {
        const before = await changeablePlace(tx, caller, id);
        const version = (await listVersions(tx, id, earliest())).find((one) => one.id === versionId);
        if (version === undefined) throw new AppError('not_found', `Place ${id} has no version ${versionId}`);
        const released = await apply(tx, caller, before, version);
        return { result: await existingPlace(tx, caller, id), released };
      });
      return toPlaceDetail(row, links.signFor(caller));
    },

    /** Deletes versions that have been stored long enough, with audio that nothing else uses. */
    deleteOld: async (): Promise<void> => {
      const until = earliest();
      await played.release(async (tx) => ({
        result: undefined,
        released: await deleteVersions(tx, await listVersionsUntil(tx, until)),
      }));
    },
  };

  async function apply(
    tx: Transactor,
    caller: Caller,
    before: PlaceWithMediaRow,
    { name, geometry, audio_by, ...version }: VersionRow,
  ): Promise<(string | null)[]> {
    const { id } = before;
    // From before the place had audio: nothing takes a place's audio away.
    const media_sha256 = version.media_sha256 ?? before.media_sha256;
    const to = { name, geometry, media_sha256 };
    if (partsChanged(before, to).length === 0) return [];
    const released = await noteVersion(tx, clock, caller, before, to);
    await changePlace(tx, id, { name, geometry, approval: await approvalAfterChange(tx, caller, before) });
    if (media_sha256 !== null && media_sha256 !== before.media_sha256) {
      await setPlaceMedia(tx, id, media_sha256, audio_by);
      await unapproveOwnTranscript(tx, before);
      // An editor's restoring is not refused for what the author has stored.
      if (audio_by === caller.id) await quota.check(tx, caller.id);
      released.push(...(await boundReplacedAudio(tx, before.audio_by)));
    }
    await hideKnownAudio(tx, clock, id);
    await settlePlan(tx, clock, id);
    if (geometry.length > before.geometry.length) {
      await expectWithinBounds(tx, space, before.parcours_id, caller);
      await expectWithinAuthorBounds(tx, space, before.author_id ?? caller.id);
    }
    return released;
  }
}

function toVersion(row: ListedVersionRow, next: Content, caller: Caller): PlaceVersion {
  const { id, name, geometry, media_sha256, duration_s, replaced_at, replaced_by, replacer } = row;
  return {
    id,
    appelation: name,
    feature: JSON.parse(geometry) as Geometry,
    sound: media_sha256 === null ? null : { length: duration_s },
    replacedAt: replaced_at,
    replacedBy: replacer === null ? null : { isSelf: replaced_by === caller.id, name: replacer },
    changed: partsChanged(row, next),
  };
}
