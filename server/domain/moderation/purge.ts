import type { Thing } from '../../../contracts/moderation/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../../store/database.ts';
import { listParcoursImages } from '../../store/images.ts';
import { isUnderReport } from '../../store/moderation/reports.ts';
import { deleteParcours } from '../../store/parcours.ts';
import { deletePlace, listPlayedOn, type PlaceRow } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { PlayedChange } from '../media/played-media.ts';

/** What is left as it is. */
export const NOTHING_PURGED: PlayedChange<undefined> = { result: undefined, released: [] };

/** Deletes a place for good. */
export async function purgePlace(tx: Transactor, { id, media_sha256 }: PlaceRow): Promise<PlayedChange<undefined>> {
  await deletePlace(tx, id);
  return { result: undefined, released: [media_sha256] };
}

/** Deletes a parcours for good, with its places. */
export async function purgeParcours(tx: Transactor, id: ParcoursId): Promise<PlayedChange<undefined>> {
  const released = await listPlayedOn(tx, id);
  const images = await listParcoursImages(tx, id);
  await deleteParcours(tx, id);
  return { result: undefined, released, releasedImages: images.map(({ sha256 }) => sha256) };
}

/**
 * Nobody takes away what the site's admins were asked to look at, nor the parcours that it is on.
 *
 * @throws AppError `conflict` while a report is open.
 */
export async function expectNoReports(reader: Reader, thing: Thing): Promise<void> {
  if (!(await isUnderReport(reader, thing))) return;
  throw new AppError('conflict', `A report about ${thing.kind} ${thing.id} is open`);
}
