import { isConformingWav, readWavFormat, type WavFormat, WavFormatError } from '../../../audio-wasm/wav.ts';
import type { UploadedAudio } from '../../../contracts/recording.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database, Reader } from '../../store/database.ts';
import { hashFile, type MediaName, viewFile } from '../../store/files.ts';
import { putMedia } from '../../store/media.ts';
import { deletePlace, setPlaceMedia } from '../../store/places.ts';
import { AppError } from '../app-error.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import {
  findOutcome,
  findOutcomeByKey,
  fingerprintOf,
  hasOutcome,
  keepOutcome,
  type RepeatableRequest,
} from '../kept-answers.ts';
import type { MediaLinks } from '../media/media-links.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import type { Quota } from '../media/quota.ts';
import type { StoredWaveforms } from '../media/stored-waveforms.ts';
import { changeablePlace } from '../places/changeable-place.ts';
import { mediaOf } from '../places/place-answers.ts';
import type { GivenUp } from './given-up.ts';
import { finishSession, isSessionFinished, sessionFor } from './recording-sessions.ts';

/** The audio of places. */
export interface Recordings {
  /**
   * Makes a received WAV file the audio of a place, in place of what it had. A repeat changes nothing; it is answered
   * with what the place plays by then.
   *
   * @param path A complete, flushed file in the incoming folder. It is moved away on success; otherwise it stays, and is
   *   the caller's to remove.
   * @throws AppError `not_found`, `forbidden`, `invalid_audio`, `quota_exceeded`, `conflict` for a key or a session that was used for
   *   another recording, and for a key that was given up before this came to be the place's audio.
   */
  attach(
    caller: Caller,
    path: string,
    fields: CallParsed<'uploadAudio'>['body'],
    repeat?: RepeatOfUpload,
  ): Promise<UploadedAudio>;
  /**
   * The answer to a repeat of an upload whose file is not there any more: what the place plays by now. Undefined where no
   * upload with this key gave this place its audio.
   *
   * @throws AppError `not_found`, `forbidden`, `conflict` for a key of another call.
   */
  answerAgain(caller: Caller, placeId: PlaceId, key: string): Promise<UploadedAudio | undefined>;
  /**
   * Deletes a place with its audio, which goes where no other place plays it.
   *
   * @throws AppError `not_found`, `forbidden`.
   */
  deletePlace(caller: Caller, id: PlaceId): Promise<void>;
}

/** What an upload is known again by when its sender repeats it. */
export interface RepeatOfUpload {
  /** The Idempotency-Key. */
  readonly key?: string | undefined;
  /** The one that it began with where it came in parts, by which it may be given up as well. */
  readonly begunKey?: string | undefined;
  /** The recording session that it belongs to. */
  readonly sessionId?: string;
}

/** Recordings kept in this database and these files. */
export function createRecordings(
  database: Database,
  played: PlayedMedia,
  quota: Quota,
  waveforms: StoredWaveforms,
  links: MediaLinks,
  givenUp: GivenUp,
  clock: Clock,
): Recordings {
  /** Spares a file that was given up the long work; a repeat of what a place plays since is answered all the same. */
  async function refuseGivenUp(caller: Caller, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (givenUp.has(caller, key) && (await hasOutcome(database.reader, clock, caller, key))) return;
    }
    givenUp.refuse(caller, keys);
  }

  async function isRepeat(reader: Reader, request: RepeatableRequest, placeId: PlaceId, sessionId?: string) {
    const { caller, fingerprint } = request;
    if ((await findOutcome(reader, clock, request)) !== undefined) return true;
    return sessionId !== undefined && isSessionFinished(reader, clock, caller, { sessionId, placeId }, fingerprint);
  }

  async function answerFor(reader: Reader, caller: Caller, placeId: PlaceId): Promise<UploadedAudio> {
    const media = mediaOf(await changeablePlace(reader, caller, placeId), links);
    if (media === null) throw new AppError('not_found', `Place ${placeId} has no audio any more`);
    return { place_id: placeId, media_data: media };
  }

  return {
    attach: async (caller, path, { place_id, size }, { key, begunKey, sessionId } = {}) => {
      const keys = [key, begunKey].filter((one) => one !== undefined);
      await refuseGivenUp(caller, keys);
      // Looked at before the long work, and again in the transaction, since all of it may change meanwhile.
      await changeablePlace(database.reader, caller, place_id);
      if (sessionId !== undefined) await sessionFor(database.reader, clock, caller, { sessionId, placeId: place_id });
      const { format, sizeBytes } = await readRecording(path, size);
      const name: MediaName = { sha256: await hashFile(path), extension: 'wav' };
      const request: RepeatableRequest = {
        caller,
        call: sessionId === undefined ? 'uploadAudio' : 'uploadSessionAudio',
        key,
        fingerprint: fingerprintOf([place_id, sizeBytes, name.sha256, sessionId ?? null]),
      };

      const placeId = await givenUp.under(caller, keys, () =>
        played.add(
          path,
          name,
          async () => ((await isRepeat(database.reader, request, place_id, sessionId)) ? place_id : undefined),
          async (tx) => {
            const place = await changeablePlace(tx, caller, place_id);
            const { sha256, extension } = name;
            const now = stamp(clock);
            await putMedia(tx, {
              sha256,
              extension,
              size_bytes: sizeBytes,
              duration_s: format.durationS,
              uploader_id: caller.id,
              created_at: now,
            });
            await quota.check(tx, caller.id);
            await setPlaceMedia(tx, place_id, sha256);
            await keepOutcome(tx, clock, request, { placeId: place_id });
            if (sessionId !== undefined) {
              await sessionFor(tx, clock, caller, { sessionId, placeId: place_id });
              await finishSession(tx, { sessionId, placeId: place_id }, request.fingerprint);
            }
            // Last, and within `under`: whoever gives it up later hears of it when the place plays it.
            givenUp.refuse(caller, keys);
            return { result: place_id, released: [place.media_sha256] };
          },
        ),
      );
      await waveforms.add(name.sha256);
      return answerFor(database.reader, caller, placeId);
    },

    answerAgain: async (caller, placeId, key) => {
      const { reader } = database;
      const outcome = await findOutcomeByKey(reader, clock, {
        caller,
        calls: ['uploadAudio', 'uploadSessionAudio'],
        key,
      });
      return outcome?.placeId === placeId ? answerFor(reader, caller, placeId) : undefined;
    },

    deletePlace: (caller, id) =>
      played.release(async (tx) => {
        const place = await changeablePlace(tx, caller, id);
        await deletePlace(tx, id);
        return { result: undefined, released: [place.media_sha256] };
      }),
  };
}

/** The kept audio is of one kind, so that whatever reads it later (players, peaks) meets no surprise. */
async function readRecording(path: string, claimedBytes: number): Promise<{ format: WavFormat; sizeBytes: number }> {
  const file = await viewFile(path);
  const sizeBytes = file.size;
  if (sizeBytes !== claimedBytes) {
    throw new AppError('invalid_audio', `Expected ${claimedBytes} bytes of audio, as 'size' says, got ${sizeBytes}`);
  }
  const format = await readFormat(file);
  if (!format.isWhole) {
    throw new AppError('invalid_audio', `Expected a WAV whose sizes are those of its ${sizeBytes} bytes, got others`);
  }
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
