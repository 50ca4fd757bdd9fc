import type { UploadedAudio } from '../../../contracts/recording.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { type PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { linkToIncoming, type MediaFiles } from '../../store/files.ts';
import type { ResumableFiles, ResumableNote } from '../../store/resumable-files.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { createKeyedLocks, type KeyedLocks } from '../keyed-locks.ts';
import type { Quota } from '../media/quota.ts';
import type { GivenUp } from './given-up.ts';
import type { Recordings } from './recordings.ts';
import type { UploadGate } from './upload-gate.ts';

/** Days after which an upload in parts that was not finished is forgotten: a week's holiday without a network. */
export const RESUMABLE_UPLOAD_DAYS = 7;
/** Most unfinished uploads in parts of one account; another one takes the place of the oldest. An app sends two at a time. */
export const RESUMABLE_UPLOADS_MAX = 20;

/** What somebody wants to upload in parts. */
export interface ResumableWish {
  /** Size of the whole file. */
  readonly bytes: number;
  /** Where it is to go; finishing may say another place. */
  readonly placeId: PlaceId;
  readonly sessionId: string | undefined;
  readonly key: string | undefined;
}

/** An upload in parts that is not finished. */
export interface ResumableUpload {
  readonly note: ResumableNote;
  /** When it is forgotten, in milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Recordings that arrive in parts. Each belongs to who began it; to all others it does not exist. */
export interface ResumableUploads {
  /** The files, for the server that speaks the protocol. */
  readonly files: ResumableFiles;
  /** Held by whoever reads or changes the upload of that id. */
  readonly locks: KeyedLocks;
  /**
   * Lets an upload begin, as {@link UploadGate} lets whole ones, and sets its bytes of the quota aside until it is
   * finished, given up or forgotten. One that began with the same key and size is gone on with. The files are not made.
   *
   * @throws AppError `too_large`, `forbidden`, `not_found`, `quota_exceeded`; `conflict`, also for a key that was just given up.
   */
  begin(caller: Caller, wish: ResumableWish): Promise<ResumableUpload>;
  /** @throws AppError `not_found`, for somebody else's too. */
  find(caller: Caller, id: string): ResumableUpload;
  /** Forgets an upload, and removes its files; one that does not exist is no error. */
  giveUp(id: string): Promise<void>;
  /**
   * Gives up all of the caller's uploads with this key, one whose beginning is being looked at included: for who never heard
   * where theirs is, or what came of it. None is no error. One that is being finished, or that came whole, becomes no
   * place's audio after this; what is a place's by then stays. For two minutes none begins with the key or becomes audio: a
   * request that was sent before may arrive after this.
   */
  giveUpNamed(caller: Caller, key: string): Promise<void>;
  /** Whether an upload is there, whoever's. */
  has(id: string): boolean;
  /**
   * Makes an upload that has arrived whole the audio of a place, in place of what it had. On failure it stays, so that
   * nothing needs to be sent again. A repeat is answered with what the place plays by then, though the upload is gone.
   *
   * @throws AppError `conflict` where bytes are missing, and as {@link Recordings.attach}.
   */
  finish(caller: Caller, upload: CallParsed<'finishUpload'>['body'], key: string | undefined): Promise<UploadedAudio>;
  /** Removes what has expired. */
  forgetExpired(): Promise<void>;
}

/** What uploads in parts are made of. */
export interface ResumableUploadParts {
  readonly files: ResumableFiles;
  readonly mediaFiles: MediaFiles;
  readonly gate: UploadGate;
  readonly quota: Quota;
  readonly recordings: Recordings;
  /** The one that `recordings` looks at. */
  readonly givenUp: GivenUp;
  readonly clock: Clock;
  /** Largest recording that is received. */
  readonly bytesMax: number;
}

interface Held extends ResumableUpload {
  readonly release: () => void;
}

/** Opens the uploads in parts that an earlier life of the server left; they go on counting for the quotas. */
export async function openResumableUploads({
  files,
  mediaFiles,
  gate,
  quota,
  recordings,
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
    const giveBack = await locks.take(id, () => undefined);
    try {
      return await work();
    } finally {
      giveBack();
    }
  }

  async function drop(id: string): Promise<void> {
    await files.remove(id);
    held.get(id)?.release();
    held.delete(id);
  }

  /** Of one name an account begins or gives up one after the other. */
  const named = <Result>(caller: Caller, key: string | undefined, work: () => Promise<Result>): Promise<Result> =>
    key === undefined ? work() : locked(`${caller.id} ${key}`, work);

  async function begin(caller: Caller, { bytes, placeId, sessionId, key }: ResumableWish): Promise<Held> {
    if (key !== undefined) givenUp.refuse(caller, [key]);
    const begun = liveOf(caller).find(({ note }) => key !== undefined && note.key === key && note.bytes === bytes);
    if (begun !== undefined) {
      await gate.admitAudio(caller, placeId, sessionId);
      return begun;
    }
    const release = await gate.openAudio(caller, bytes, { key, ...(sessionId === undefined ? {} : { sessionId }) });
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
    begin: async (caller, wish) => {
      if (wish.bytes > bytesMax)
        throw new AppError('too_large', `Expected a file of at most ${bytesMax} bytes, got ${wish.bytes}`);
      return named(caller, wish.key, () => begin(caller, wish));
    },
    find: (caller, id) => {
      const upload = find(caller, id);
      if (upload === undefined) throw new AppError('not_found', `You have no unfinished upload ${id}`);
      return upload;
    },
    giveUp: (id) => locked(id, () => drop(id)),
    giveUpNamed: async (caller, key) => {
      // Before the locks are waited for, since what holds them may be about to make it a place's audio.
      await givenUp.note(caller, key);
      await named(caller, key, async () => {
        const ids = liveOf(caller).flatMap(({ note }) => (note.key === key ? note.id : []));
        for (const id of ids) await locked(id, () => drop(id));
      });
    },
    has: (id) => held.has(id),
    finish: async (caller, { uploadId, sessionId, ...fields }, key = uploadId) => {
      await gate.admitAudio(caller, fields.place_id, sessionId);
      return locked(uploadId, async () => {
        const upload = find(caller, uploadId);
        if (upload === undefined || upload.note.bytes !== fields.size) {
          const answer = await recordings.answerAgain(caller, fields.place_id, key);
          if (answer === undefined)
            throw new AppError('not_found', `You have no unfinished upload ${uploadId} of this size`);
          return answer;
        }
        const arrived = await files.bytesOf(uploadId);
        if (arrived < upload.note.bytes) {
          throw new AppError('conflict', `Expected all ${upload.note.bytes} bytes to have arrived, got ${arrived}`);
        }
        const path = await linkToIncoming(mediaFiles, files.pathOf(uploadId));
        try {
          const begunKey = upload.note.key ?? undefined;
          const repeat = { key, begunKey, ...(sessionId === undefined ? {} : { sessionId }) };
          const answer = await recordings.attach(caller, path, fields, repeat);
          await drop(uploadId);
          return answer;
        } finally {
          await mediaFiles.discard(path);
        }
      });
    },
    forgetExpired: async () => {
      for (const upload of held.values()) {
        if (!isLive(upload)) await locked(upload.note.id, () => drop(upload.note.id));
      }
    },
  };
}
