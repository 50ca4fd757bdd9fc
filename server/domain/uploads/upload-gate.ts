import { mayRecord } from '../../../contracts/permissions.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { Quota } from '../media/quota.ts';
import { changeablePlace } from '../places/changeable-place.ts';
import { admitParcoursImage, admitPicture } from './admit-image.ts';
import type { UploadIdentity, UploadRepeats } from './upload-repeats.ts';

/**
 * Checks uploads before they are received, so that nobody sends for minutes what will be refused. Each `open` reserves
 * `bytes` of the caller's quota and returns a function that releases them. Everything is checked again afterwards.
 */
export interface UploadGate {
  /**
   * A repeat needs no more space, so it is let in even if the quota is full by now.
   *
   * @throws AppError `forbidden` if the caller may not record anywhere, `quota_exceeded`.
   */
  openAudio(caller: Caller, bytes: number, identity: UploadIdentity): Promise<() => void>;
  /** @throws AppError `not_found`, `forbidden`, `conflict` if the session is for another place. */
  admitAudio(caller: Caller, placeId: PlaceId, sessionId?: string): Promise<void>;
  /** @throws AppError `forbidden`, `quota_exceeded`. */
  openPicture(caller: Caller, bytes: number): Promise<() => void>;
  /** @throws AppError `not_found`, `forbidden`, `quota_exceeded`. */
  openParcoursImage(caller: Caller, parcoursId: ParcoursId, bytes: number): Promise<() => void>;
}

/** A gate that checks against this database. */
export function createUploadGate({ reader }: Database, repeats: UploadRepeats, quota: Quota): UploadGate {
  return {
    openAudio: async (caller, bytes, identity) => {
      // The place is not known yet.
      if (!mayRecord(caller.role)) throw new AppError('forbidden', 'A guest cannot attach audio to places');
      const isRepeat = await repeats.isStored(caller, identity);
      return isRepeat ? quota.reserveForRepeat(caller.id, bytes) : quota.reserve(caller.id, bytes);
    },
    admitAudio: async (caller, placeId, sessionId) => {
      await changeablePlace(reader, caller, placeId);
      await repeats.checkSession(reader, caller, placeId, sessionId);
    },
    openPicture: async (caller, bytes) => {
      admitPicture(caller);
      return quota.reserve(caller.id, bytes);
    },
    openParcoursImage: async (caller, parcoursId, bytes) => {
      await admitParcoursImage(reader, caller, parcoursId);
      return quota.reserve(caller.id, bytes);
    },
  };
}
