import { mayCreateParcours, mayEditParcours, mayHavePicture, mayRecord } from '../../../contracts/permissions.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import type { Quota, Release } from '../media/quota.ts';
import { privilegeOn } from '../parcours/parcours.ts';
import { changeablePlace } from '../places/changeable-place.ts';
import type { UploadIdentity, UploadRepeats } from './upload-repeats.ts';

/**
 * Checks uploads before they are received, so that nobody sends for minutes what will be refused. Each `open` method
 * reserves `bytes` of the quota and returns a function that releases them. All is checked again afterwards.
 */
export interface UploadChecks {
  /**
   * Admits a repeat even if the quota is already full, because it needs no additional space.
   * @throws AppError `forbidden` if the caller may not record anywhere, `quota_exceeded`.
   */
  openAudio(caller: Caller, bytes: number, identity: UploadIdentity): Promise<Release>;
  /**
   * Checks an upload in parts, and returns whether it is a repeat. Reserves nothing: it is its own reservation.
   * @throws AppError as `openAudio` and `admitAudio`, except for the quota.
   */
  admitParts(caller: Caller, placeId: PlaceId, identity: UploadIdentity): Promise<boolean>;
  /** @throws AppError `not_found`, `forbidden`, `conflict` if the session is for another place. */
  admitAudio(caller: Caller, placeId: PlaceId, sessionId?: string): Promise<void>;
  /** @throws AppError `forbidden`, `quota_exceeded`. */
  openPicture(caller: Caller, bytes: number): Promise<Release>;
  /** Admits a file that becomes a parcours, which has as many bytes. @throws AppError `forbidden`, `quota_exceeded`. */
  openParcours(caller: Caller, bytes: number): Promise<Release>;
  /** @throws AppError `not_found`, `forbidden`, `quota_exceeded`. */
  openParcoursImage(caller: Caller, parcoursId: ParcoursId, bytes: number): Promise<Release>;
}

/** Creates a gate that checks against this database. */
export function createUploadChecks({ reader }: Database, repeats: UploadRepeats, quota: Quota): UploadChecks {
  const expectRecorder = ({ role }: Caller): void => {
    if (!mayRecord(role)) throw new AppError('forbidden', 'A guest cannot attach audio to places');
  };
  const admitAudio = async (caller: Caller, placeId: PlaceId, sessionId?: string): Promise<void> => {
    await changeablePlace(reader, caller, placeId);
    await repeats.checkSession(reader, caller, placeId, sessionId);
  };
  return {
    openAudio: async (caller, bytes, identity) => {
      // Only the role, because the place is not known yet.
      expectRecorder(caller);
      const isRepeat = await repeats.isStored(caller, identity);
      return isRepeat ? quota.reserveForRepeat(caller.id, bytes) : quota.reserve(caller.id, bytes);
    },
    admitParts: async (caller, placeId, identity) => {
      expectRecorder(caller);
      await admitAudio(caller, placeId, identity.sessionId);
      return repeats.isStored(caller, identity);
    },
    admitAudio,
    openPicture: async (caller, bytes) => {
      admitPicture(caller);
      return quota.reserve(caller.id, bytes);
    },
    openParcours: async (caller, bytes) => {
      if (!mayCreateParcours(caller.role)) throw new AppError('forbidden', 'A guest cannot create a parcours');
      return quota.reserve(caller.id, bytes);
    },
    openParcoursImage: async (caller, parcoursId, bytes) => {
      await admitParcoursImage(reader, caller, parcoursId);
      return quota.reserve(caller.id, bytes);
    },
  };
}

/** @throws AppError `forbidden` if the caller may not have a picture. */
export function admitPicture({ role }: Caller): void {
  if (!mayHavePicture(role)) throw new AppError('forbidden', 'A guest cannot have a picture');
}

/** @throws AppError `not_found`; `forbidden` if the caller may not edit the parcours. */
export async function admitParcoursImage(reader: Reader, caller: Caller, parcoursId: ParcoursId): Promise<void> {
  if (!mayEditParcours(caller.role, await privilegeOn(reader, parcoursId, caller))) {
    throw new AppError('forbidden', `You may not change parcours ${parcoursId}`);
  }
}
