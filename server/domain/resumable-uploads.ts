import { RESUMABLE_UPLOAD_DAYS, RESUMABLE_UPLOADS_MAX } from '../../contracts/limits.ts';
import type { UploadedAudio } from '../../contracts/recording.ts';
import type { CallParsed } from '../../contracts/routes.ts';
import { type PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { linkToIncoming, type MediaFiles } from '../store/files.ts';
import type { ResumableFiles, ResumableNote } from '../store/resumable-files.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, DAY_MS, stamp } from './clock.ts';
import { createKeyedLocks, type KeyedLocks } from './keyed-locks.ts';
import type { Quota } from './quota.ts';
import type { Recordings } from './recordings.ts';
import type { UploadGate } from './upload-gate.ts';

/** How long a name that was given up is refused: longer than a request may be on its way behind the one that gave it up. */
const GIVEN_UP_MS = 120_000;

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
   * Gives up all of the caller's uploads that began with this key, one whose beginning is being looked at included: for
   * who never heard where theirs is. None is no error. For two minutes none begins with it: a beginning that was sent
   * before may arrive after this.
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
  clock,
  bytesMax,
}: ResumableUploadParts): Promise<ResumableUploads> {
  const locks = createKeyedLocks();
  const held = new Map<string, Held>();
  // By account and key: until when. They go with this life of the server, as the requests do that they are against.
  const givenUp = new Map<string, number>();

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

  const nameOf = (caller: Caller, key: string): string => `${caller.id} ${key}`;
  /** Of one name an account begins or gives up one after the other. */
  const named = <Result>(caller: Caller, key: string | undefined, work: () => Promise<Result>): Promise<Result> =>
    key === undefined ? work() : locked(nameOf(caller, key), work);
  const refuseFor = (name: string): void => {
    const nowMs = clock();
    givenUp.delete(name);
    // Oldest first.
    for (const [earlier, untilMs] of givenUp) {
      if (untilMs > nowMs) break;
      givenUp.delete(earlier);
    }
    givenUp.set(name, nowMs + GIVEN_UP_MS);
  };
  const isGivenUp = (caller: Caller, key: string): boolean => (givenUp.get(nameOf(caller, key)) ?? 0) > clock();

  async function begin(caller: Caller, { bytes, placeId, sessionId, key }: ResumableWish): Promise<Held> {
    if (key !== undefined && isGivenUp(caller, key)) throw new AppError('conflict', 'This upload was given up');
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
    giveUpNamed: (caller, key) =>
      named(caller, key, async () => {
        const ids = liveOf(caller).flatMap(({ note }) => (note.key === key ? note.id : []));
        for (const id of ids) await locked(id, () => drop(id));
        refuseFor(nameOf(caller, key));
      }),
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
          const repeat = { key, ...(sessionId === undefined ? {} : { sessionId }) };
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
