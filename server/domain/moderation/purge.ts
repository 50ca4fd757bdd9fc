import type { Thing } from '../../../contracts/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import { listParcoursImages } from '../../store/media.ts';
import { isHeld, isUnderReport, listReportedAudio } from '../../store/moderation.ts';
import { deleteParcours } from '../../store/parcours.ts';
import { deletePlace, listPlayedOn, type PlaceRow } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { PlayedChange } from '../media/played-media.ts';

/** The change that deletes nothing. */
export const NOTHING_PURGED: PlayedChange<undefined> = { result: undefined, released: [] };

/** Deletes a place for good. */
export async function purgePlace(tx: Transactor, { id, media_sha256 }: PlaceRow): Promise<PlayedChange<undefined>> {
  const released = [media_sha256, ...(await listReportedAudio(tx, id))];
  await deletePlace(tx, id);
  return { result: undefined, released };
}

/** Deletes a parcours for good, with its places. */
export async function purgeParcours(tx: Transactor, id: ParcoursId): Promise<PlayedChange<undefined>> {
  const released = await listPlayedOn(tx, id);
  const images = await listParcoursImages(tx, id);
  await deleteParcours(tx, id);
  return { result: undefined, released, releasedImages: images.map(({ sha256 }) => sha256) };
}

/**
 * Checks that the site's admins neither have to look at an item, nor hide it until its author is heard; of a parcours,
 * also that it contains no such item. Others can't be deleted for good.
 *
 * @throws AppError `conflict` while a report is open, or something is hidden or removed.
 */
export async function expectUndisputed(reader: Reader, thing: Thing): Promise<void> {
  const isDisputed = (await isUnderReport(reader, thing)) || (await isHeld(reader, thing));
  if (!isDisputed) return;
  throw new AppError('conflict', `The site's admins have ${thing.kind} ${thing.id}, or something on it, before them`);
}
