import type { UploadedAudio } from '../../../contracts/recording.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { type PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { linkToIncoming, type MediaFiles } from '../../store/files.ts';
import type { ResumableFiles, ResumableNote } from '../../store/resumable-files.ts';
import { AppError } from '../app-error.ts';
import type { Caller, SessionCaller } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { createKeyedLocks, type KeyedLocks } from '../keyed-locks.ts';
import type { Quota } from '../media/quota.ts';
import type { GivenUp } from './given-up.ts';
import type { Recordings } from './recordings.ts';
import type { UploadGate } from './upload-gate.ts';
import type { UploadRepeats } from './upload-repeats.ts';

/** Days after which an unfinished upload in parts is deleted: a week's holiday without a network. */
export const RESUMABLE_UPLOAD_DAYS = 7;
/** Most unfinished uploads in parts of one account; a further one replaces the oldest. An app sends two at a time. */
export const RESUMABLE_UPLOADS_MAX = 20;

/** A request to begin an upload in parts. */
export interface NewResumableUpload {
  /** Size of the whole file. */
  readonly bytes: number;
  /** The place that the audio is for; finishing may name another. */
  readonly placeId: PlaceId;
  readonly sessionId: string | undefined;
  readonly key: string | undefined;
}

/** An unfinished upload in parts. */
export interface ResumableUpload {
  readonly note: ResumableNote;
  /** When it is deleted, in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Recordings that arrive in parts. Each is visible only to the account that began it. */
export interface ResumableUploads {
  /** The files, for the server of the tus protocol. */
  readonly files: ResumableFiles;
  /** Locks by upload id, held while an upload is read or changed. */
  readonly locks: KeyedLocks;
  /**
   * Begins an upload after the checks of {@link UploadGate}, and reserves its bytes of the quota until it is finished,
   * given up or deleted. Returns the unfinished upload with the same key and size if there is one. Creates no files.
   *
   * @throws AppError `too_large`, `forbidden`, `not_found`, `quota_exceeded`; `conflict`, also if the key was just given up.
   */
  begin(caller: Caller, wanted: NewResumableUpload): Promise<ResumableUpload>;
  /** @throws AppError `not_found`, also for another account's upload. */
  find(caller: Caller, id: string): ResumableUpload;
  /** Deletes an upload with its files; does nothing if it does not exist. */
  giveUp(id: string): Promise<void>;
  /**
   * Gives up all of the caller's uploads with this key, also one that is just beginning: for a client that never received
   * the upload's URL or the response to it. Does nothing if there is none. An upload that is being finished, or is sent
   * whole, does not become a place's audio after this; audio that a place has by then stays. For two minutes the key is
   * refused, since a request that was sent earlier may arrive after this.
   */
  giveUpNamed(caller: Caller, key: string): Promise<void>;
  /** Deletes all uploads of an account that is gone. */
  giveUpAll(id: UserId): Promise<void>;
  /** Checks that the disk has room for a part of so many bytes. @throws AppError `disk_full`. */
  expectRoom(bytes: number): Promise<void>;
  /** Whether there is an upload with this id, of any account. */
  has(id: string): boolean;
  /**
   * Makes a completely received upload the audio of a place, replacing what it had. On failure the upload stays, so that
   * nothing needs to be sent again. The response to a repeat, after the upload is gone, is what the place plays by then.
   *
   * @throws AppError `conflict` if bytes are missing; as {@link Recordings.attach}.
   */
  finish(
    caller: SessionCaller,
    upload: CallParsed<'finishUpload'>['body'],
    key: string | undefined,
  ): Promise<UploadedAudio>;
  /** Deletes expired uploads. */
  deleteExpired(): Promise<void>;
}

/** What {@link openResumableUploads} works with. */
export interface ResumableUploadParts {
  readonly files: ResumableFiles;
  readonly mediaFiles: MediaFiles;
  readonly gate: UploadGate;
  readonly quota: Quota;
  readonly disk: DiskReserve;
  readonly recordings: Recordings;
  readonly repeats: UploadRepeats;
  /** The same as in `recordings`. */
  readonly givenUp: GivenUp;
  readonly clock: Clock;
  /** Largest accepted recording. */
  readonly bytesMax: number;
}

interface Held extends ResumableUpload {
  readonly release: () => void;
}

/** Opens the uploads in parts, with those left by an earlier process; they still count for the quotas. */
export async function openResumableUploads({
  files,
  mediaFiles,
  gate,
  quota,
  disk,
  recordings,
  repeats,
  givenUp,
  clock,
  bytesMax,
}: ResumableUploadParts): Promise<ResumableUploads> {
  const locks = createKeyedLocks();
  const held = new Map<string, Held>();

  const hold = (note: ResumableNote, release: () => void): Held => {
    const upload = { note, expiresAtMs: Date.parse(note.createdAt) + RESUMABLE_UPLOAD_DAYS * DAY_MS, release };
    held.set(note.id, upload);
    return upload;
  };
  const isLive = ({ expiresAtMs }: Held): boolean => clock() < expiresAtMs;
  const liveOf = (caller: Caller): Held[] =>
    [...held.values()].filter((upload) => upload.note.ownerId === caller.id && isLive(upload));

  const find = (caller: Caller, id: string): Held | undefined => {
    const upload = held.get(id);
    return upload !== undefined && upload.note.ownerId === caller.id && isLive(upload) ? upload : undefined;
  };

  async function locked<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
    const unlock = await locks.take(id, () => undefined);
    try {
      return await work();
    } finally {
      unlock();
    }
  }

  async function drop(id: string): Promise<void> {
    await files.remove(id);
    held.get(id)?.release();
    held.delete(id);
  }

  /** Runs the beginning and giving up of an account's uploads with the same key one after the other. */
  const named = <Result>(caller: Caller, key: string | undefined, work: () => Promise<Result>): Promise<Result> =>
    key === undefined ? work() : locked(`${caller.id} ${key}`, work);

  async function begin(caller: Caller, { bytes, placeId, sessionId, key }: NewResumableUpload): Promise<Held> {
    if (key !== undefined) givenUp.refuse(caller, [key]);
    const begun = liveOf(caller).find(({ note }) => key !== undefined && note.key === key && note.bytes === bytes);
    if (begun !== undefined) {
      await gate.admitAudio(caller, placeId, sessionId);
      return begun;
    }
    const release = await gate.openAudio(caller, bytes, { key, sessionId });
    try {
      await gate.admitAudio(caller, placeId, sessionId);
    } catch (error) {
      release();
      throw error;
    }
    const note = { id: files.newId(), ownerId: caller.id, key: key ?? null, bytes, createdAt: stamp(clock) };
    const upload = hold(note, release);
    const [oldest, ...others] = liveOf(caller);
    if (oldest !== undefined && others.length >= RESUMABLE_UPLOADS_MAX) {
      await locked(oldest.note.id, () => drop(oldest.note.id));
    }
    return upload;
  }

  for (const note of await files.list()) hold(note, quota.hold(UserId.parse(note.ownerId), note.bytes));

  return {
    files,
    locks,
    begin: async (caller, wanted) => {
      if (wanted.bytes > bytesMax)
        throw new AppError('too_large', `Expected a file of at most ${bytesMax} bytes, got ${wanted.bytes}`);
      return named(caller, wanted.key, () => begin(caller, wanted));
    },
    find: (caller, id) => {
      const upload = find(caller, id);
      if (upload === undefined) throw new AppError('not_found', `You have no unfinished upload ${id}`);
      return upload;
    },
    giveUp: (id) => locked(id, () => drop(id)),
    giveUpNamed: async (caller, key) => {
      // Before waiting for the locks: their holder may be about to make the upload a place's audio.
      await givenUp.note(caller, key);
      await named(caller, key, async () => {
        const ids = liveOf(caller).flatMap(({ note }) => (note.key === key ? note.id : []));
        for (const id of ids) await locked(id, () => drop(id));
      });
    },
    giveUpAll: async (id) => {
      for (const { note } of [...held.values()]) {
        if (note.ownerId === id) await locked(note.id, () => drop(note.id));
      }
    },
    expectRoom: disk.expectRoom,
    has: (id) => held.has(id),
    finish: async (caller, { uploadId, sessionId, ...fields }, key = uploadId) => {
      await gate.admitAudio(caller, fields.place_id, sessionId);
      return locked(uploadId, async () => {
        const upload = find(caller, uploadId);
        if (upload === undefined || upload.note.bytes !== fields.size) {
          const response = await repeats.respondByKey(caller, fields.place_id, key);
          if (response !== undefined) return response;
          throw new AppError('not_found', `You have no unfinished upload ${uploadId} of this size`);
        }
        const arrived = await files.bytesOf(uploadId);
        if (arrived < upload.note.bytes) {
          throw new AppError('conflict', `Expected all ${upload.note.bytes} bytes to have arrived, got ${arrived}`);
        }
        const path = await linkToIncoming(mediaFiles, files.pathOf(uploadId));
        try {
          const begunKey = upload.note.key ?? undefined;
          const response = await recordings.attach(caller, path, fields, { key, begunKey, sessionId });
          await drop(uploadId);
          return response;
        } finally {
          await mediaFiles.discard(path);
        }
      });
    },
    deleteExpired: async () => {
      for (const upload of held.values()) {
        if (!isLive(upload)) await locked(upload.note.id, () => drop(upload.note.id));
      }
    },
  };
}
