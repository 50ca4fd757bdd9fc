import { isConformingWav, readWavFormat, type WavFormat, WavFormatError } from '../../audio-wasm/wav.ts';
import { mayChangePlace } from '../../contracts/permissions.ts';
import type { UploadedAudio } from '../../contracts/recording.ts';
import type { CallParsed } from '../../contracts/routes.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Database, Reader } from '../store/database.ts';
import { hashFile, type MediaFiles, type MediaName, viewFile } from '../store/files.ts';
import { deleteMedia, findMedia, putMedia } from '../store/media.ts';
import { findPrivilege } from '../store/parcours.ts';
import { findPlace, isMediaPlayed, type PlaceWithMediaRow, setPlaceMedia } from '../store/places.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, stamp } from './clock.ts';
import { createLock } from './lock.ts';
import type { MediaLinks } from './media-links.ts';

/** The audio of places. */
export interface Recordings {
  /**
   * Makes a received WAV file the audio of a place, in place of what it had.
   *
   * @param path A complete, flushed file in the incoming folder. It is moved away on success; otherwise it stays, and is
   *   the caller's to remove.
   * @throws AppError `not_found`, `forbidden`, `invalid_audio`.
   */
  attach(caller: Caller, path: string, fields: CallParsed<'uploadAudio'>['body']): Promise<UploadedAudio>;
}

/** Recordings kept in this database and these files. */
export function createRecordings(database: Database, files: MediaFiles, links: MediaLinks, clock: Clock): Recordings {
  // A file that one request just moved in must not be taken for unused by another that is removing the same content.
  const lock = createLock();

  return {
    attach: async (caller, path, { place_id, size }) => {
      await placeToAttachTo(database.reader, caller, place_id);
      const { format, sizeBytes } = await readRecording(path, size);
      const name: MediaName = { sha256: await hashFile(path), extension: 'wav' };

      return lock(async () => {
        await files.keep(path, name);
        const unused = await database
          .transact(async (tx) => {
            const place = await placeToAttachTo(tx, caller, place_id);
            const { sha256, extension } = name;
            const now = stamp(clock);
            await putMedia(tx, {
              sha256,
              extension,
              size_bytes: sizeBytes,
              duration_s: format.durationS,
              created_at: now,
            });
            await setPlaceMedia(tx, place_id, sha256);
            const previous = place.media_sha256;
            if (previous === null || (await isMediaPlayed(tx, previous))) return undefined;
            return deleteMedia(tx, previous);
          })
          .catch(async (error: unknown) => {
            if ((await findMedia(database.reader, name.sha256)) === undefined) await files.remove(name);
            throw error;
          });
        if (unused !== undefined) await files.remove(unused);
        return { place_id, media_data: { link: links.sign(name), length: format.durationS, peaks: null } };
      });
    },
  };
}

async function placeToAttachTo(reader: Reader, caller: Caller, id: PlaceId): Promise<PlaceWithMediaRow> {
  const place = await findPlace(reader, id);
  if (place === undefined) throw new AppError('not_found', `There is no place ${id}`);
  const privilege = await findPrivilege(reader, place.parcours_id, caller.id);
  if (!mayChangePlace(caller.role, privilege, place.author_id === caller.id)) {
    throw new AppError('forbidden', `You may not attach audio to place ${id}`);
  }
  return place;
}

/** The kept audio is of one kind, so that whatever reads it later (players, peaks) meets no surprise. */
async function readRecording(path: string, claimedBytes: number): Promise<{ format: WavFormat; sizeBytes: number }> {
  const file = await viewFile(path);
  const sizeBytes = file.size;
  if (sizeBytes !== claimedBytes) {
    throw new AppError('invalid_audio', `Expected ${claimedBytes} bytes of audio, as 'size' says, got ${sizeBytes}`);
  }
  const format = await readFormat(file);
  if (!isConformingWav(format)) {
    throw new AppError(
      'invalid_audio',
      `Expected 16-bit PCM at 44100 Hz with 1 or 2 channels, got ${format.bitsPerSample}-bit samples of format ` +
        `${format.audioFormat} at ${format.sampleRateHz} Hz with ${format.channels} channels`,
    );
  }
  if (format.frames === 0) throw new AppError('invalid_audio', 'Expected at least one audio sample, got none');
  return { format, sizeBytes };
}

async function readFormat(file: Blob): Promise<WavFormat> {
  try {
    return await readWavFormat(file);
  } catch (cause) {
    if (cause instanceof WavFormatError) throw new AppError('invalid_audio', cause.message, { cause });
    throw cause;
  }
}
