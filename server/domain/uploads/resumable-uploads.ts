import type { UploadedAudio } from '../../../contracts/recording.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { listStrayParts, type PartStore } from '../../store/upload-parts.ts';
import {
  deleteUnfinished,
  deleteUnfinishedNamed,
  deleteUnfinishedUntil,
  findUnfinished,
  type UnfinishedRow,
} from '../../store/uploads.ts';
import { AppError } from '../app-error.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import { DAY_MS, daysAgo } from '../clock.ts';
import { createKeyedLocks, type KeyedLocks } from '../locks.ts';
import { UNFINISHED_UPLOAD_DAYS } from '../media/quota.ts';
import { type BeginParts, beginUpload, type NewResumableUpload } from './begin-upload.ts';
import { type FinishParts, finishUpload } from './finish-upload.ts';

/** An unfinished upload in parts. */
export interface ResumableUpload {
  readonly row: UnfinishedRow;
  /** When it is deleted, in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/**
 * Recordings that arrive in parts, at any of the servers. Each is visible only to the account that began it. An upload
 * exists as long as its row: its bytes are written after the row is added, and deleted after it.
 */
export interface ResumableUploads {
  /** The bytes that have arrived. */
  readonly parts: PartStore;
  /** Locks by upload id, held while this server reads or changes an upload's bytes. */
  readonly locks: KeyedLocks;
  /**
   * Begins an upload after the checks of {@link UploadChecks}, and reserves its bytes of the quota until it is finished,
   * abandoned or deleted. Returns the unfinished upload with the same key and size if there is one. Allocates nothing
   * for its bytes.
   * @throws AppError `too_large`, `forbidden`, `not_found`, `quota_exceeded`; `conflict`, also for the key of an upload just abandoned.
   */
  begin(caller: Caller, wanted: NewResumableUpload): Promise<ResumableUpload>;
  /** @throws AppError `not_found`, also for another account's upload. */
  find(caller: Caller, id: string): Promise<ResumableUpload>;
  /** Deletes an upload with its bytes; does nothing if it does not exist. */
  abandon(id: string): Promise<void>;
  /**
   * Gives up all of the caller's uploads with this key, also one that is just beginning: for a client that never
   * received the upload's URL or the response to it. Does nothing if there is none. An upload that is being finished,
   * or is sent whole, does not become a place's audio after this; audio that a place already has stays. The key is
   * refused for two minutes, because an earlier request may arrive after this one.
   */
  abandonNamed(caller: Caller, key: string): Promise<void>;
  /** Checks that the disk has room for a part of `bytes` bytes. @throws AppError `disk_full`. */
  expectRoom(bytes: number): Promise<void>;
  /** Returns the upload with this id, of any account. */
  rowOf(id: string): Promise<UnfinishedRow | undefined>;
  /**
   * Makes a completely received upload the audio of a place, replacing its previous audio. On failure the upload stays,
   * so that nothing needs to be sent again. A repeat, after the upload is deleted, returns the place's current audio.
   * @throws AppError `conflict` if bytes are missing; as {@link Recordings.attach}.
   */
  finish(
    caller: SessionCaller,
    upload: CallParsed<'finishUpload'>['body'],
    key: string | undefined,
  ): Promise<UploadedAudio>;
  deleteExpired(): Promise<void>;
  /** Deletes the bytes of uploads that no longer exist, such as those of a deleted account. */
  removeParts(ids: readonly string[]): Promise<void>;
}

interface ResumableUploadParts extends BeginParts, FinishParts {
  /** Maximum bytes of a recording. */
  readonly bytesMax: number;
}

/** Opens the uploads in parts, including those of an earlier process. */
export async function openResumableUploads(ground: ResumableUploadParts): Promise<ResumableUploads> {
  const { database, parts, gate, quota, disk, abandonedKeys, clock, bytesMax } = ground;
  const locks = createKeyedLocks();
  const liveSince = (): string => daysAgo(clock, UNFINISHED_UPLOAD_DAYS);
  const toUpload = (row: UnfinishedRow): ResumableUpload => ({
    row,
    expiresAtMs: Date.parse(row.created_at) + UNFINISHED_UPLOAD_DAYS * DAY_MS,
  });

  const find = async (caller: Caller, id: string): Promise<UnfinishedRow | undefined> => {
    const row = await findUnfinished(database.reader, id, liveSince());
    return row?.account_id === caller.id ? row : undefined;
  };

  async function locked<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const unlock = await locks.take(id, () => undefined);
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  async function removeParts(ids: readonly string[]): Promise<void> {
    for (const id of ids) await locked(id, () => parts.remove(id));
  }

  async function abandon(id: string): Promise<void> {
    await database.transact((tx) => deleteUnfinished(tx, id));
    await removeParts([id]);
  }

  const deleteStrays = async (): Promise<void> => removeParts(await listStrayParts(database.reader, parts));

  async function expectRoomFor({ id }: UnfinishedRow): Promise<void> {
    try {
      await quota.expectRoom();
    } catch (error) {
      await abandon(id);
      throw error;
    }
  }

  await deleteStrays();

  return {
    parts,
    locks,
    begin: async (caller, wanted) => {
      if (wanted.bytes > bytesMax)
        throw new AppError('too_large', `Expected a file of at most ${bytesMax} bytes, got ${wanted.bytes}`);
      const { row, isNew, evicted } = await beginUpload(ground, caller, wanted);
      await removeParts(evicted);
      if (isNew) await expectRoomFor(row);
      return toUpload(row);
    },
    find: async (caller, id) => {
      const row = await find(caller, id);
      if (row === undefined) throw new AppError('not_found', `You have no unfinished upload ${id}`);
      return toUpload(row);
    },
    abandon,
    abandonNamed: async (caller, key) => {
      const ids = await database.transact(
        async (tx) => {
          await abandonedKeys.note(tx, caller, key);
          return deleteUnfinishedNamed(tx, caller.id, key);
        },
        { account: caller.id },
      );
      await removeParts(ids);
    },
    expectRoom: disk.expectRoom,
    rowOf: (id) => findUnfinished(database.reader, id),
    finish: async (caller, { uploadId, sessionId, ...fields }, key = uploadId) => {
      await gate.admitAudio(caller, fields.place_id, sessionId);
      return locked(uploadId, async () => {
        const row = await find(caller, uploadId);
        return finishUpload(ground, { caller, row, uploadId, fields, key, sessionId });
      });
    },
    deleteExpired: async () => {
      await database.transact((tx) => deleteUnfinishedUntil(tx, liveSince()));
      await deleteStrays();
    },
    removeParts,
  };
}
