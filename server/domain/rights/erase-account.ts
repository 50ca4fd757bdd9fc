import type { DropsChoice } from '../../../contracts/erasure.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { deleteAccount, findAccount } from '../../store/accounts.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import {
  disownFiles,
  type ErasedList,
  type ErasureRow,
  erasureName,
  forgetReportsBy,
  insertErasure,
  listErasures,
  listImagesBy,
  listOwnPlaces,
  listSoleParcours,
} from '../../store/erasures.ts';
import { deleteEventsOf } from '../../store/events.ts';
import type { MediaName } from '../../store/files.ts';
import { deleteImages, type ImageRow, imageNameOf, listParcoursImages } from '../../store/media.ts';
import { listReportedAudio } from '../../store/moderation.ts';
import { deleteParcours, findAnyParcours, listMembers, putMembership } from '../../store/parcours.ts';
import { listPictureFilesOf, listPictureFilesOn } from '../../store/pictures.ts';
import { deleteVersions, listVersionAudioOn, listVersionsOf } from '../../store/place-versions.ts';
import { deletePlace, listPlayedOn } from '../../store/places.ts';
import { listTellingSounds } from '../../store/tellings.ts';
import { listUnfinishedOf } from '../../store/uploads.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog, forgetInAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { imageAddress } from '../media/media-links.ts';
import type { PlayedChange, PlayedMedia } from '../media/played-media.ts';

/** An account to be erased. */
interface ToErase {
  readonly id: UserId;
  /** For the audit log: the caller, or nobody. */
  readonly by: Partial<Pick<Caller, 'id' | 'address'>>;
  /** For the audit log: how it was deleted, unless in the app. */
  readonly how?: string;
  /** What happens to its drops on parcours that stay. */
  readonly drops: DropsChoice;
  /** The parcours without another admin that are deleted, too. */
  readonly takes: readonly ParcoursId[];
  /**
   * What happens to parcours without another admin that `takes` doesn't name: 'hand over' makes the member with the highest
   * privilege their admin, and deletes them if there is none; 'refuse' deletes nothing at all.
   */
  readonly others: 'hand over' | 'refuse';
  /** ISO 8601 in UTC. */
  readonly at: string;
}

/**
 * Deletes an account and all its data, in a transaction of `PlayedMedia.release`: rows for good, files once nothing
 * uses them. Images of parcours that stay, and audio, texts and transcripts in other people's places, stay without a name.
 * @throws AppError `conflict` if `others` is 'refuse' and there are such parcours.
 */
async function eraseAccount(
  tx: Transactor,
  clock: Clock,
  { id, by, how, drops, takes, others, at }: ToErase,
): Promise<PlayedChange<ErasureRow>> {
  // First, because the audit log reads the names of what it is about.
  await addToAuditLog(tx, clock, {
    action: 'account_deleted',
    by,
    account: id,
    detail: [`drops: ${drops}`, ...(how === undefined ? [] : [how])].join(', '),
  });
  const lost = await settleParcours(tx, clock, { id, takes, others });
  const own = await listOwnPlaces(tx, id, lost);
  const deleted = own.filter(({ is_shown }) => drops === 'delete' || !is_shown);
  const released = deleted.map(({ media_sha256 }) => media_sha256);
  for (const place of deleted) {
    released.push(...(await listReportedAudio(tx, place.id)));
    released.push(...(await listTellingSounds(tx, [place.id])).map(({ media_sha256 }) => media_sha256));
  }
  // What its drops were goes even if they stay, and its replaced audio wherever it was.
  released.push(...(await deleteVersions(tx, await listVersionsOf(tx, id))));
  const images = await unusedImages(tx, id, lost);
  const pictures: MediaName[] = [];
  for (const place of deleted) pictures.push(...(await listPictureFilesOf(tx, place.id)));
  for (const parcoursId of lost) {
    released.push(...(await listPlayedOn(tx, parcoursId)), ...(await listVersionAudioOn(tx, parcoursId)));
    images.push(...(await listParcoursImages(tx, parcoursId)));
    pictures.push(...(await listPictureFilesOn(tx, parcoursId)));
  }

  for (const place of deleted) await deletePlace(tx, place.id);
  await deleteImages(tx, images);
  for (const parcoursId of lost) await deleteParcours(tx, parcoursId);
  await disownFiles(tx, id);
  await deleteEventsOf(tx, id);
  await forgetReportsBy(tx, id);
  await forgetInAuditLog(tx, id);
  await deleteAccount(tx, id);
  const result = { account_id: id, erased_at: at, drops, parcours_ids: lost.join(',') };
  await insertErasure(tx, result);
  return { result, released, releasedImages: [...images.map(({ sha256 }) => imageNameOf(sha256)), ...pictures] };
}

/** Gives each parcours that stays an admin, and returns the parcours that are deleted. */
async function settleParcours(
  tx: Transactor,
  clock: Clock,
  { id, takes, others }: Pick<ToErase, 'id' | 'takes' | 'others'>,
): Promise<ParcoursId[]> {
  const lost: ParcoursId[] = [];
  for (const { id: parcoursId } of await listSoleParcours(tx, id)) {
    const isKnown = takes.includes(parcoursId);
    if (!isKnown && others === 'refuse') {
      throw new AppError(
        'conflict',
        `Parcours ${parcoursId} no longer has another admin and would be deleted as well; nothing was deleted`,
      );
    }
    const heir = isKnown ? undefined : await heirOf(tx, parcoursId, id);
    if (heir === undefined) lost.push(parcoursId);
    else await handOver(tx, clock, parcoursId, heir);
  }
  return lost;
}

/** Returns the member who succeeds an admin: the first with the highest privilege. Guests can't manage a parcours. */
async function heirOf(tx: Transactor, parcoursId: ParcoursId, adminId: UserId): Promise<UserId | undefined> {
  const members = await listMembers(tx, parcoursId);
  return members.find(({ id, role }) => id !== adminId && role !== 'guest')?.id;
}

async function handOver(tx: Transactor, clock: Clock, parcoursId: ParcoursId, heir: UserId): Promise<void> {
  // An existing membership keeps its date.
  await putMembership(tx, { parcours_id: parcoursId, account_id: heir, privilege: 'admin', joined_at: '' });
  await addToAuditLog(tx, clock, {
    action: 'privilege_changed',
    by: {},
    account: heir,
    parcours: parcoursId,
    detail: 'admin, since the last admin was deleted',
  });
}

/** Returns the images of an account, except those that a remaining parcours shows, or would show if restored. */
async function unusedImages(tx: Transactor, id: UserId, lost: readonly ParcoursId[]): Promise<ImageRow[]> {
  const unused: ImageRow[] = [];
  for (const image of await listImagesBy(tx, id)) {
    const parcours = image.parcours_id === null ? undefined : await findAnyParcours(tx, image.parcours_id);
    if (parcours !== undefined && lost.includes(parcours.id)) continue;
    if (parcours?.image_url !== imageAddress(image.sha256)) unused.push(image);
  }
  return unused;
}

/** The dependencies of {@link runErasure}. */
export interface ErasureParts {
  readonly database: Database;
  readonly erased: ErasedList;
  readonly played: PlayedMedia;
  /** Deletes the received bytes of uploads in parts. */
  readonly removeParts: (uploadIds: readonly string[]) => Promise<void>;
  /** Called with each failure after the account was deleted. Housekeeping and the next start repeat that step. */
  readonly onFailure: (error: unknown) => void;
  readonly clock: Clock;
}

/** Deletes an account with its rows, files and unfinished uploads, and notes it in the list of erased accounts. */
export async function runErasure(
  { database, erased, played, removeParts, onFailure, clock }: ErasureParts,
  toErase: Omit<ToErase, 'at'>,
): Promise<ErasureRow> {
  const { row, uploadIds } = await played.release(async (tx) => {
    const uploads = await listUnfinishedOf(tx, toErase.id, '');
    const { result: row, ...released } = await eraseAccount(tx, clock, { ...toErase, at: stamp(clock) });
    return { ...released, result: { row, uploadIds: uploads.map(({ id }) => id) } };
  });
  const rest: (() => Promise<unknown>)[] = [() => erased.add(row), () => removeParts(uploadIds), database.emptyLog];
  for (const finish of rest) {
    // The account is already deleted, so that no later failure may fail the call.
    await finish().catch(onFailure);
  }
  return row;
}

/** Adds to the list those erasures that only the database has, because of a crash or a failing bucket. */
export async function completeErased({ database, erased }: Pick<ErasureParts, 'database' | 'erased'>): Promise<void> {
  const names = new Set((await erased.list()).map(erasureName));
  const unlisted = (await listErasures(database.reader)).filter((row) => !names.has(erasureName(row)));
  if (unlisted.length > 0) await erased.addAll(unlisted);
}

/**
 * Erases accounts again that an older database brought back: those on the data folder's list that were created before
 * their erasure. Then completes the list and the database's own from each other. Runs before the server is used.
 */
export async function repeatErasures(
  parts: Pick<ErasureParts, 'database' | 'erased' | 'played' | 'clock'>,
): Promise<UserId[]> {
  const { database, erased, played, clock } = parts;
  const repeated: UserId[] = [];
  for (const { account_id: id, erased_at: at, read } of await erased.list()) {
    const isBack = async (reader: Reader): Promise<boolean> => {
      const account = await findAccount(reader, id);
      // After a restore, a new account may have the id of one that was erased.
      return account !== undefined && account.created_at < at;
    };
    if (!(await isBack(database.reader))) continue;
    const { drops, parcours_ids } = await read();
    const takes = parcours_ids.split(',').map((text) => Number(text) as ParcoursId);
    const isDone = await played.release<boolean>(async (tx) => {
      // Another server may be starting, too.
      if (!(await isBack(tx))) return { result: false, released: [] };
      const change = await eraseAccount(tx, clock, { id, by: {}, drops, takes, others: 'hand over', at });
      return { ...change, result: true };
    });
    if (isDone) repeated.push(id);
  }
  if (repeated.length > 0) await database.emptyLog();
  await completeErased({ database, erased });
  return repeated;
}
