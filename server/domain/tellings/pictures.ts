import { PICTURES_MAX } from '../../../contracts/limits.ts';
import type { Picture } from '../../../contracts/telling.ts';
import type { PictureId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { type MediaFiles, writeIncoming } from '../../store/files.ts';
import {
  countPictures,
  deletePicture,
  insertPicture,
  listPictures,
  type PictureFileRow,
  type PictureWithFiles,
  updatePicture,
} from '../../store/pictures.ts';
import type { PlaceWithMediaRow } from '../../store/places.ts';
import { deleteEmptyTellings } from '../../store/tellings.ts';
import { AppError } from '../app-error.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { ownerOf } from '../fair-queue.ts';
import { findOutcome, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';
import type { EncodePicture } from '../media/encode-picture.ts';
import type { MediaLinks, SignLink } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import type { Quota, Release } from '../media/quota.ts';
import { askApprovalAgain, changeablePlace } from '../places/changeable-place.ts';
import { settlePlan } from '../places/planned-places.ts';

interface PicturesParts {
  readonly database: Database;
  readonly files: MediaFiles;
  readonly played: PlayedMedia;
  readonly quota: Quota;
  readonly encode: EncodePicture;
  readonly links: Pick<MediaLinks, 'signFor'>;
  readonly clock: Clock;
}

/** A file of a picture that waits in the folder of arriving files. */
interface Unpacked {
  readonly path: string;
  readonly row: Omit<PictureFileRow, 'picture_id'>;
}

/** The pictures of the places in this database. All who may change a place may change its pictures. */
export function createPictures({ database, files, played, quota, encode, links, clock }: PicturesParts) {
  /** An approved place showed something else. */
  async function noteChange(tx: Transactor, caller: Caller, place: PlaceWithMediaRow): Promise<void> {
    await askApprovalAgain(tx, caller, place);
    await settlePlan(tx, clock, place.id);
  }

  async function readChangeable(tx: Transactor, caller: Caller, placeId: PlaceId) {
    const place = await changeablePlace(tx, caller, placeId);
    return { place, pictures: await listPictures(tx, placeId) };
  }

  /** @throws AppError `not_found`, `forbidden`, `too_many`. */
  async function admit(reader: Reader, caller: Caller, placeId: PlaceId): Promise<PlaceWithMediaRow> {
    const place = await changeablePlace(reader, caller, placeId);
    if ((await countPictures(reader, placeId)) >= PICTURES_MAX) {
      throw new AppError('too_many', `Expected at most ${PICTURES_MAX} pictures of place ${placeId}`);
    }
    return place;
  }

  /** The picture that this request, or the one that it repeats, has added, as it is now; null if none has yet. */
  async function findAdded(
    caller: SessionCaller,
    placeId: PlaceId,
    request: RepeatableRequest<'addPicture'>,
  ): Promise<Picture | null> {
    const added = await findOutcome(database.reader, clock, request);
    if (added === undefined) return null;
    await changeablePlace(database.reader, caller, placeId);
    return toPicture(find(await listPictures(database.reader, placeId), added.pictureId), links.signFor(caller));
  }

  return {
    /**
     * Checks an upload before it is received, and reserves its bytes; a retry with the key of one that was added needs none.
     * @throws AppError `not_found`, `forbidden`, `too_many`, `quota_exceeded`, `conflict`.
     */
    open: async (caller: Caller, placeId: PlaceId, bytes: number, key: string | undefined): Promise<Release> => {
      if ((await findOutcome(database.reader, clock, toRequest(caller, placeId, key))) !== undefined)
        return async () => {};
      await admit(database.reader, caller, placeId);
      return quota.reserve(caller.id, bytes);
    },

    /**
     * Adds a received file after the other pictures of a place. A retry with the same key adds nothing, and returns the
     * picture as it is now.
     * @param path a complete file in the incoming folder. It is not moved; the caller removes it.
     * @throws AppError `not_found`, `forbidden`, `too_many`, `invalid_image`, `quota_exceeded`, `conflict`, `busy`.
     */
    add: async (caller: SessionCaller, placeId: PlaceId, path: string, key: string | undefined): Promise<Picture> => {
      const request = toRequest(caller, placeId, key);
      const added = await findAdded(caller, placeId, request);
      if (added !== null) return added;
      const { width, height, files: encoded } = await encode(path, ownerOf(caller));
      const unpacked: Unpacked[] = [];
      try {
        for (const { extension: type, width, bytes } of encoded) {
          const { path, sha256 } = await writeIncoming(files, bytes);
          unpacked.push({ path, row: { type, width, sha256, size_bytes: bytes.length } });
        }
        const arriving = unpacked.map(({ path, row }) => ({ path, name: nameOf(row) }));
        return await played.addPicture(arriving, async (tx) => {
          const place = await admit(tx, caller, placeId);
          const made = { credit: '', width, height, uploader_id: caller.id, created_at: stamp(clock) };
          const rows = unpacked.map(({ row }) => row);
          const id = await insertPicture(tx, { place_id: placeId, ...made }, rows);
          await quota.check(tx, caller.id);
          await noteChange(tx, caller, place);
          await saveOutcome(tx, clock, request, { pictureId: id });
          return { result: toPicture(find(await listPictures(tx, placeId), id), links.signFor(caller)), released: [] };
        });
      } catch (error) {
        // Of two that were encoded at once, one was added.
        const added = await findAdded(caller, placeId, request);
        if (added !== null) return added;
        throw error;
      } finally {
        for (const { path } of unpacked) await files.discard(path);
      }
    },

    /** Changes the credit of a picture. @throws AppError `not_found`, `forbidden`. */
    changeCredit: (caller: SessionCaller, placeId: PlaceId, id: PictureId, credit: string): Promise<Picture> =>
      database.transact(async (tx) => {
        const { place, pictures } = await readChangeable(tx, caller, placeId);
        const picture = find(pictures, id);
        if (credit !== picture.credit) {
          await updatePicture(tx, id, { credit });
          await noteChange(tx, caller, place);
        }
        return toPicture({ ...picture, credit }, links.signFor(caller));
      }),

    /**
     * Puts the pictures of a place into this order.
     * @throws AppError `not_found`, `forbidden`; `conflict` unless it has each of them once.
     */
    order: (caller: Caller, placeId: PlaceId, order: readonly PictureId[]): Promise<void> =>
      database.transact(async (tx) => {
        const { place, pictures } = await readChangeable(tx, caller, placeId);
        const ids = pictures.map(({ id }) => id);
        if (order.length !== ids.length || !ids.every((id) => order.includes(id))) {
          throw new AppError('conflict', `Expected the pictures ${ids.join(', ')} of place ${placeId}, got others`);
        }
        if (order.join() === ids.join()) return;
        for (const [index, id] of order.entries()) await updatePicture(tx, id, { position: index + 1 });
        await noteChange(tx, caller, place);
      }),

    /** Deletes a picture with its files. @throws AppError `not_found`, `forbidden`. */
    delete: (caller: Caller, placeId: PlaceId, id: PictureId): Promise<void> =>
      played.release(async (tx) => {
        const { place, pictures } = await readChangeable(tx, caller, placeId);
        const releasedImages = find(pictures, id).files.map(nameOf);
        await deletePicture(tx, id);
        await deleteEmptyTellings(tx, placeId);
        await noteChange(tx, caller, place);
        return { result: undefined, released: [], releasedImages };
      }),
  };
}

/** A key is new for each file, so the place alone tells a retry from another request. */
function toRequest(caller: Caller, placeId: PlaceId, key: string | undefined): RepeatableRequest<'addPicture'> {
  return { caller, call: 'addPicture', key, fingerprint: fingerprintOf([placeId]) };
}

function nameOf({ sha256, type }: Pick<PictureFileRow, 'sha256' | 'type'>) {
  return { sha256, extension: type };
}

function find(pictures: readonly PictureWithFiles[], id: PictureId): PictureWithFiles {
  const picture = pictures.find((one) => one.id === id);
  if (picture === undefined) throw new AppError('not_found', `The place has no picture ${id}`);
  return picture;
}

const TYPES = { avif: 'image/avif', webp: 'image/webp', jpg: 'image/jpeg' } as const;

/** Returns a picture as the contract has it. */
export function toPicture({ id, credit, width, height, files }: PictureWithFiles, sign: SignLink): Picture {
  return {
    ...{ id, credit, width, height },
    files: files.map(({ type, width, size_bytes, sha256 }) => ({
      type: TYPES[type],
      width,
      bytes: Number(size_bytes),
      link: sign({ sha256, extension: type }),
    })),
  };
}
