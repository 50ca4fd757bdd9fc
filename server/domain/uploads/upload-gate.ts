import { mayRecord } from '../../../contracts/permissions.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { hasOutcome } from '../kept-answers.ts';
import type { Quota } from '../media/quota.ts';
import { changeablePlace } from '../places/changeable-place.ts';
import type { Images } from './images.ts';
import { hasRecording, sessionFor } from './recording-sessions.ts';
import type { RepeatOfUpload } from './recordings.ts';

/**
 * Looks at uploads before they are received, so that nobody sends for minutes what will be refused. Each `open` sets
 * `bytes` of the caller's quota aside and returns what gives them back; the domain looks at everything again afterwards.
 */
export interface UploadGate {
  /**
   * A repeat adds nothing to what is kept, so it gets its answer also where the quota is full by now.
   *
   * @throws AppError `forbidden` where the caller may drop nowhere, `quota_exceeded`.
   */
  openAudio(caller: Caller, bytes: number, repeat: RepeatOfUpload): Promise<() => void>;
  /** @throws AppError `not_found`, `forbidden`, `conflict` for a session of another place. */
  admitAudio(caller: Caller, placeId: PlaceId, sessionId?: string): Promise<void>;
  /** @throws AppError `forbidden`, `quota_exceeded`. */
  openPicture(caller: Caller, bytes: number): Promise<() => void>;
  /** @throws AppError `not_found`, `forbidden`, `quota_exceeded`. */
  openParcoursImage(caller: Caller, parcoursId: ParcoursId, bytes: number): Promise<() => void>;
}

/** A gate before this database. */
export function createUploadGate(database: Database, images: Images, quota: Quota, clock: Clock): UploadGate {
  return {
    openAudio: async (caller, bytes, { key, sessionId }) => {
      // Where the recording goes is not known yet.
      if (!mayRecord(caller.role)) throw new AppError('forbidden', 'A guest cannot attach audio to places');
      const { reader } = database;
      const isRepeat =
        (key !== undefined && (await hasOutcome(reader, clock, caller, key))) ||
        (sessionId !== undefined && (await hasRecording(reader, clock, caller, sessionId)));
      return isRepeat ? quota.reserveForRepeat(caller.id, bytes) : quota.reserve(caller.id, bytes);
    },
    admitAudio: async (caller, placeId, sessionId) => {
      await changeablePlace(database.reader, caller, placeId);
      if (sessionId !== undefined) await sessionFor(database.reader, clock, caller, { sessionId, placeId });
    },
    openPicture: async (caller, bytes) => {
      await images.admitPicture(caller);
      return quota.reserve(caller.id, bytes);
    },
    openParcoursImage: async (caller, parcoursId, bytes) => {
      await images.admitParcoursImage(caller, parcoursId);
      return quota.reserve(caller.id, bytes);
    },
  };
}
