import { createHash } from 'node:crypto';
import { mayEditParcours, mayHavePicture } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { setPicture } from '../../store/accounts.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { type MediaFiles, writeIncoming } from '../../store/files.ts';
import {
  deleteImages,
  hasImage,
  type ImageRow,
  insertImage,
  listImagesUntil,
  listParcoursImages,
  listPictures,
} from '../../store/images.ts';
import { findParcours } from '../../store/parcours.ts';
import { imageNameOf } from '../../store/stored-files.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { privilegeOn } from '../maps/parcours.ts';
import { encodeImage, type ImagePurpose } from '../media/encode-image.ts';
import type { StoredContent } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import type { Quota } from '../media/quota.ts';

/** Where images are served, on the API's own origin: unsigned, since nobody can guess the hash in a name. */
export const IMAGE_PATH = '/v1/image';

/** How long an image that was uploaded for a parcours waits for the update that takes it. */
const UNUSED_DAYS = 1;

const ADDRESS = new RegExp(`^${IMAGE_PATH}/([0-9a-f]{64})\\.webp$`);

/** Pictures of people and images of parcours. */
export interface Images {
  /** @throws AppError `forbidden` where the caller may have no picture. */
  admitPicture(caller: Caller): Promise<void>;
  /**
   * Makes a received file the picture of the caller's account, in place of what it had, and returns its address.
   *
   * @param path A complete file in the incoming folder, which stays and is the caller's to remove.
   * @throws AppError `forbidden`, `invalid_image`, `quota_exceeded`.
   */
  setPicture(caller: Caller, path: string): Promise<string>;
  /** @throws AppError `not_found`, or `forbidden` where the caller may not edit the parcours. */
  admitParcoursImage(caller: Caller, parcoursId: ParcoursId): Promise<void>;
  /**
   * Keeps a received file for a parcours, whose update may then name the address that is answered.
   *
   * @param path as for `setPicture`
   * @throws AppError `not_found`, `forbidden`, `invalid_image`, `quota_exceeded`.
   */
  addParcoursImage(caller: Caller, parcoursId: ParcoursId, path: string): Promise<string>;
  /**
   * The image of this name, the last part of its address.
   *
   * @throws AppError `not_found` for what is no image's name.
   */
  find(file: string): StoredContent;
  /** Forgets images that were uploaded for parcours and that no parcours took within a day, and removes their files. */
  forgetUnused(): Promise<void>;
}

/** Images kept in this database and these files. */
export function createImages(
  database: Database,
  files: MediaFiles,
  played: PlayedMedia,
  quota: Quota,
  clock: Clock,
): Images {
  async function admitParcoursImage(reader: Reader, caller: Caller, parcoursId: ParcoursId): Promise<void> {
    if (!mayEditParcours(caller.role, await privilegeOn(reader, parcoursId, caller))) {
      throw new AppError('forbidden', `You may not change parcours ${parcoursId}`);
    }
  }

  async function admitPicture({ role }: Caller): Promise<void> {
    if (!mayHavePicture(role)) throw new AppError('forbidden', 'A guest has no picture');
  }

  /** Encodes and keeps an image, notes it, and forgets the rows that `replaced` answers. */
  async function store(
    caller: Caller,
    path: string,
    purpose: ImagePurpose,
    parcours_id: ParcoursId | null,
    replace: (tx: Transactor, address: string) => Promise<readonly ImageRow[]>,
  ): Promise<string> {
    const bytes = await encodeImage(path, purpose);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const address = `${IMAGE_PATH}/${sha256}.webp`;
    const incoming = await writeIncoming(files, bytes);
    return played
      .add(
        incoming,
        imageNameOf(sha256),
        async () => undefined,
        async (tx) => {
          const old = await replace(tx, address);
          await deleteImages(
            tx,
            old.map(({ id }) => id),
          );
          const created_at = stamp(clock);
          await insertImage(tx, { sha256, size_bytes: bytes.length, uploader_id: caller.id, parcours_id, created_at });
          await quota.check(tx, caller.id);
          return { result: address, released: [], releasedImages: old.map((row) => row.sha256) };
        },
      )
      .finally(() => files.discard(incoming));
  }

  return {
    admitPicture,
    setPicture: async (caller, path) => {
      await admitPicture(caller);
      return store(caller, path, 'avatar', null, async (tx, address) => {
        await setPicture(tx, caller.id, address);
        return listPictures(tx, caller.id);
      });
    },
    admitParcoursImage: (caller, id) => admitParcoursImage(database.reader, caller, id),
    addParcoursImage: async (caller, id, path) =>
      store(caller, path, 'parcours', id, async (tx) => {
        await admitParcoursImage(tx, caller, id);
        return unused(tx, await listParcoursImages(tx, id), endOfWaiting(clock));
      }),
    find: (file) => {
      const [, sha256] = ADDRESS.exec(`${IMAGE_PATH}/${file}`) ?? [];
      if (sha256 === undefined) throw new AppError('not_found', `There is no image ${file}`);
      return { tag: sha256, root: files.mediaDir, path: files.pathOf(imageNameOf(sha256)) };
    },
    forgetUnused: () =>
      played.release(async (tx) => {
        const until = endOfWaiting(clock);
        const old = await unused(tx, await listImagesUntil(tx, until), until);
        await deleteImages(
          tx,
          old.map(({ id }) => id),
        );
        return { result: undefined, released: [], releasedImages: old.map(({ sha256 }) => sha256) };
      }),
  };
}

/** Whether an image that was uploaded for this parcours is served under an address. */
export async function isImageOf(reader: Reader, parcoursId: ParcoursId, address: string): Promise<boolean> {
  const [, sha256] = ADDRESS.exec(address) ?? [];
  return sha256 !== undefined && hasImage(reader, sha256, parcoursId);
}

async function unused(reader: Reader, rows: readonly ImageRow[], until: string): Promise<ImageRow[]> {
  const found: ImageRow[] = [];
  for (const row of rows) {
    if (row.parcours_id === null || row.created_at > until) continue;
    const parcours = await findParcours(reader, row.parcours_id);
    if (parcours?.image_url !== `${IMAGE_PATH}/${row.sha256}.webp`) found.push(row);
  }
  return found;
}

function endOfWaiting(clock: Clock): string {
  return stamp(() => clock() - UNUSED_DAYS * DAY_MS);
}
