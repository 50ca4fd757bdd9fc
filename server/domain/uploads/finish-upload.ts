import type { AudioUploadFields, UploadedAudio } from '../../../contracts/recording.ts';
import type { Database } from '../../store/database.ts';
import type { MediaFiles } from '../../store/files.ts';
import type { PartStore } from '../../store/upload-parts.ts';
import { deleteUnfinished, findUnfinished, type UnfinishedRow } from '../../store/uploads.ts';
import { AppError } from '../app-error.ts';
import type { SessionCaller } from '../caller.ts';
import type { DiskReserve } from '../disk-reserve.ts';
import { changeablePlace } from '../places/changeable-place.ts';
import { ownSoundOf } from '../tellings/telling-sounds.ts';
import type { Recordings } from './recordings.ts';
import type { UploadIdentity, UploadRepeats } from './upload-repeats.ts';

/** The dependencies of {@link finishUpload}. */
export interface FinishParts {
  readonly database: Database;
  readonly parts: PartStore;
  readonly mediaFiles: MediaFiles;
  readonly disk: DiskReserve;
  readonly recordings: Recordings;
  readonly repeats: UploadRepeats;
}

interface Finish {
  readonly caller: SessionCaller;
  /** Undefined if there is no such upload. */
  readonly row: UnfinishedRow | undefined;
  readonly uploadId: string;
  readonly fields: AudioUploadFields;
  readonly key: string;
  readonly sessionId: string | undefined;
}

/** Makes a completely received upload the audio of a place, which deletes its row. Then deletes its bytes. */
export async function finishUpload(ground: FinishParts, finish: Finish): Promise<UploadedAudio> {
  const { database, parts, repeats } = ground;
  const { caller, row, uploadId, fields, key } = finish;
  const respondAgain = async (): Promise<UploadedAudio | undefined> => {
    const place = await changeablePlace(database.reader, caller, fields.place_id);
    const telling = await ownSoundOf(database.reader, place, fields.telling);
    return repeats.respondByKey(caller, { placeId: place.id, telling }, key);
  };
  const isThere = async (): Promise<boolean> => (await findUnfinished(database.reader, uploadId)) !== undefined;

  if (row === undefined || row.size_bytes !== fields.size) {
    const response = await respondAgain();
    if (response !== undefined) return response;
    throw new AppError('not_found', `You have no unfinished upload ${uploadId} of this size`);
  }
  try {
    const response = await attach(ground, row, finish);
    // A repeat changes nothing, so that the row is still there.
    if (await isThere()) await database.transact((tx) => deleteUnfinished(tx, uploadId));
    return response;
  } catch (error) {
    if (await isThere()) throw error;
    // Another server has finished it meanwhile, or the client has given it up.
    const response = await respondAgain();
    if (response !== undefined) return response;
    if (error instanceof AppError) throw error;
    throw new AppError('not_found', `Upload ${uploadId} was given up meanwhile`, { cause: error });
  } finally {
    if (!(await isThere())) await parts.remove(uploadId);
  }
}

async function attach(
  { parts, mediaFiles, disk, recordings }: FinishParts,
  { id, key: begunKey, size_bytes: bytes }: UnfinishedRow,
  { caller, fields, key, sessionId }: Finish,
): Promise<UploadedAudio> {
  const arrived = await parts.bytesOf(id);
  if (arrived < bytes) throw new AppError('conflict', `Expected all ${bytes} bytes to have arrived, got ${arrived}`);
  if (!parts.isOnDisk) await disk.expectRoom(bytes);
  const path = await parts.toIncoming(id, bytes);
  try {
    const identity: UploadIdentity = { key, begunKey: begunKey ?? undefined, sessionId, unfinishedId: id };
    return await recordings.attach(caller, path, fields, identity);
  } finally {
    await mediaFiles.discard(path);
  }
}
