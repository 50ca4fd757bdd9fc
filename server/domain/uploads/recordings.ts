import {
  CONFORMING_WAV,
  isConformingWav,
  readWavFormat,
  type WavFormat,
  WavFormatError,
} from '../../../audio-wasm/wav.ts';
import type { AudioUploadFields, UploadedAudio } from '../../../contracts/recording.ts';
import { tellingCode } from '../../../contracts/telling.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { hashFile, type MediaName, viewFile } from '../../store/files.ts';
import { putMedia } from '../../store/media.ts';
import { type PlaceWithMediaRow, setPlaceMedia } from '../../store/places.ts';
import { unapproveOwnTranscript } from '../../store/tellings.ts';
import type { AbandonedKeys } from '../abandoned-keys.ts';
import { AppError } from '../app-error.ts';
import type { SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { fingerprintOf, type RepeatableRequest } from '../idempotency.ts';
import type { PlayedMedia } from '../media/played-media.ts';
import type { Quota } from '../media/quota.ts';
import type { StoredRenditions } from '../media/renditions/renditions.ts';
import type { StoredWaveforms } from '../media/waveforms.ts';
import { askApprovalAgain, changeablePlace } from '../places/changeable-place.ts';
import { hideKnownAudio } from '../places/known-audio.ts';
import { boundReplacedAudio, noteVersion } from '../places/place-versions.ts';
import { settlePlan } from '../places/planned-places.ts';
import { ownSoundOf, setTellingSound } from '../tellings/telling-sounds.ts';
import type { UploadCall, UploadIdentity, UploadRepeats, UploadTarget } from './upload-repeats.ts';

/** The audio of places. */
export interface Recordings {
  /**
   * Makes a received WAV file the audio of a place, or of one of its tellings. A place's previous audio becomes part of
   * an earlier version; the same audio needs no new approval. A repeat changes nothing; its response is the current audio.
   * @param path a complete, flushed file in the incoming folder. On success it is moved away; otherwise the caller
   * removes it.
   * @throws AppError `not_found`, `forbidden`, `invalid_audio`, `too_many`, `quota_exceeded`; `conflict` if the key or the session
   * was used for another recording, or its upload was abandoned before the place had this audio.
   */
  attach(
    caller: SessionCaller,
    path: string,
    fields: AudioUploadFields,
    identity?: UploadIdentity,
  ): Promise<UploadedAudio>;
}

interface RecordingsParts {
  readonly database: Database;
  readonly played: PlayedMedia;
  readonly quota: Quota;
  readonly waveforms: StoredWaveforms;
  readonly renditions: StoredRenditions;
  readonly repeats: UploadRepeats;
  readonly abandonedKeys: AbandonedKeys;
  readonly clock: Clock;
}

/** The recordings in this database. */
export function createRecordings(parts: RecordingsParts): Recordings {
  const { database, played, quota, waveforms, renditions, repeats, abandonedKeys, clock } = parts;
  return {
    attach: async (
      caller,
      path,
      { place_id, telling: code, size },
      { key, begunKey, sessionId, unfinishedId } = {},
    ) => {
      const keys = [key, begunKey].filter((one) => one !== undefined);
      await repeats.refuseAbandoned(caller, keys);
      // Checked before the long work, and again in the transaction, because all of it may change meanwhile.
      const telling = await ownSoundOf(database.reader, await changeablePlace(database.reader, caller, place_id), code);
      let target: UploadTarget = { placeId: place_id, telling };
      await repeats.checkSession(database.reader, caller, place_id, sessionId);
      const { name, sizeBytes, durationS } = await readRecording(path, size);
      const request: RepeatableRequest<UploadCall> = {
        caller,
        call: sessionId === undefined ? 'uploadAudio' : 'uploadSessionAudio',
        key,
        // Only a telling adds a part, because outcomes from before there were tellings are stored for 30 days.
        fingerprint: fingerprintOf([
          ...[place_id, sizeBytes, name.sha256, sessionId ?? null],
          ...(telling === undefined ? [] : [tellingCode(telling)]),
        ]),
      };
      const isRepeat = (reader: Reader): Promise<boolean> => repeats.isRepeat(reader, request, place_id, sessionId);

      await played.add(
        path,
        name,
        async () => ((await isRepeat(database.reader)) ? 'repeat' : undefined),
        async (tx) => {
          // Another server may have been faster.
          if (await isRepeat(tx)) return { result: 'repeat' as const, released: [] };
          const place = await changeablePlace(tx, caller, place_id);
          const telling = await ownSoundOf(tx, place, code);
          target = { placeId: place_id, telling };
          await putMedia(tx, {
            ...name,
            size_bytes: sizeBytes,
            duration_s: durationS,
            uploader_id: caller.id,
            created_at: stamp(clock),
          });
          await quota.check(tx, caller.id);
          const released = await (telling === undefined
            ? setOwnSound(tx, caller, place, name.sha256)
            : setTellingSound(tx, clock, caller, place, telling, name.sha256));
          await hideKnownAudio(tx, clock, place_id);
          await settlePlan(tx, clock, place_id);
          await repeats.save(tx, request, target, { sessionId, unfinishedId });
          // A client that gives the key up after this transaction learns that the place has the audio.
          await abandonedKeys.refuse(tx, caller, keys);
          return { result: 'stored' as const, released };
        },
      );
      await waveforms.add(name.sha256);
      renditions.wake();
      return repeats.respond(caller, target);
    },
  };

  /** Returns the audio that may now be unused. */
  async function setOwnSound(
    tx: Transactor,
    caller: SessionCaller,
    place: PlaceWithMediaRow,
    sha256: string,
  ): Promise<(string | null)[]> {
    const released = await noteVersion(tx, clock, caller, place, { media_sha256: sha256 });
    await setPlaceMedia(tx, place.id, sha256, caller.id);
    released.push(...(await boundReplacedAudio(tx, place.audio_by)));
    if (sha256 !== place.media_sha256) {
      await unapproveOwnTranscript(tx, place);
      await askApprovalAgain(tx, caller, place);
    }
    return [...released, place.media_sha256];
  }
}

/** A received recording that may be stored. */
export interface ReceivedRecording {
  readonly name: MediaName;
  readonly sizeBytes: number;
  readonly durationS: number;
}

/**
 * Checks and hashes a received file. Only one audio format is stored, so that everything that reads it later (players,
 * peaks) can rely on it.
 * @param claimedBytes the size that the upload stated.
 * @throws AppError `invalid_audio`.
 */
export async function readRecording(path: string, claimedBytes: number): Promise<ReceivedRecording> {
  const file = await viewFile(path);
  const sizeBytes = file.size;
  if (sizeBytes !== claimedBytes) {
    throw new AppError('invalid_audio', `Expected ${claimedBytes} bytes of audio, as 'size' says, got ${sizeBytes}`);
  }
  const format = await readFormat(file);
  if (!format.isWhole) {
    throw new AppError(
      'invalid_audio',
      `Expected a WAV header that matches the file's ${sizeBytes} bytes, got other sizes`,
    );
  }
  if (format.otherBytes > CONFORMING_WAV.otherBytesMax) {
    throw new AppError(
      'invalid_audio',
      `Expected at most ${CONFORMING_WAV.otherBytesMax} bytes beside the samples, got ${format.otherBytes}`,
    );
  }
  if (!isConformingWav(format)) {
    throw new AppError(
      'invalid_audio',
      `Expected 16-bit PCM at 44100 Hz with 1 or 2 channels, got ${format.bitsPerSample}-bit samples of format ` +
        `${format.audioFormat} at ${format.sampleRateHz} Hz with ${format.channels} channels`,
    );
  }
  if (format.frames === 0) throw new AppError('invalid_audio', 'Expected at least one audio sample, got none');
  return { name: { sha256: await hashFile(path), extension: 'wav' }, sizeBytes, durationS: format.durationS };
}

async function readFormat(file: Blob): Promise<WavFormat> {
  try {
    return await readWavFormat(file);
  } catch (cause) {
    if (cause instanceof WavFormatError) throw new AppError('invalid_audio', cause.message, { cause });
    throw cause;
  }
}
