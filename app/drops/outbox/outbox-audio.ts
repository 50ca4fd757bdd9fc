import type { RecordingClient } from '../../../workers/client/recording-client.ts';
import {
  createTranscoder,
  discardConverted,
  type TranscodeOptions,
  type Transcoder,
} from '../../../workers/client/transcode-client.ts';
import type { Scope } from '../../platform/scope.ts';
import type { OutboxRecord } from '../../platform/storage/outbox-store.ts';

/** Larger uploads count as large. At 1 Mbit/s this much takes two minutes (90 s of stereo). */
const SMALL_MAX_BYTES = 16 * 1024 * 1024;
/** Estimated growth of a file by its conversion: a WAV is eleven times the size of an mp3 at 128 kbit/s. */
const GROWTH = 11;

const CONVERTER_ERRORS = [
  'NotAudioError',
  'NoAudioTrackError',
  'ProtectedFileError',
  'UnsupportedFormatError',
  'TooManyChannelsError',
  'DamagedFileError',
  'EngineUnavailableError',
  'OutOfMemoryError',
  'DeviceFullError',
  'TranscodeFailedError',
] as const;

/** Name of an error of the converter. */
export type ConverterError = (typeof CONVERTER_ERRORS)[number];

/** Returns the name of the converter's error; null for any other. An error of a worker is known only by its name. */
export function converterErrorOf(error: unknown): ConverterError | null {
  return CONVERTER_ERRORS.find((name) => error instanceof Error && error.name === name) ?? null;
}

/** Audio in the server's format. */
export interface ReadyAudio {
  /** 16-bit PCM WAV at 44.1 kHz. */
  readonly wav: Blob;
  readonly durationS: number;
  /** Duration that its file states, in seconds, if clearly less was readable. */
  readonly statedS?: number | null;
  /** Number of tracks of its file that were skipped because their formats are unreadable. */
  readonly skippedTracks?: number;
}

/** The progress of a conversion. */
export type ConversionProgress = Parameters<NonNullable<TranscodeOptions['onProgress']>>[0];

/** The audio of the drops on this device, as chosen or recorded, and converted. */
export class OutboxAudio {
  readonly #files: RecordingClient;
  readonly #onProgress: (id: string, progress: ConversionProgress) => void;
  /** Large audio has its own, so that small audio doesn't wait. */
  readonly #transcoders: { readonly small: Transcoder; readonly large: Transcoder };
  /** By drop, while this page is open. */
  readonly #converted = new Map<string, ReadyAudio>();
  readonly #conversions = new Map<string, { readonly audio: Promise<ReadyAudio>; readonly abort: AbortController }>();
  readonly #bytes = new Map<string, number>();

  constructor(scope: Scope, files: RecordingClient, onProgress: (id: string, progress: ConversionProgress) => void) {
    this.#files = files;
    this.#onProgress = onProgress;
    this.#transcoders = { small: createTranscoder(), large: createTranscoder() };
    for (const transcoder of Object.values(this.#transcoders)) scope.add(() => transcoder.dispose());
  }

  /** Reads the audio as chosen or recorded; null if it is no longer on this device. */
  readOriginal({ id, recordingId }: OutboxRecord): Promise<Blob | null> {
    return recordingId === null ? this.#files.readFile(id) : this.#files.read(recordingId);
  }

  /**
   * Returns the converted audio, by one conversion for all callers; null if it is no longer on this device.
   *
   * @throws as `Transcoder.transcode` does; an AbortError if the drop was discarded, the `signal`'s reason before that
   */
  async readConverted(record: OutboxRecord, signal?: AbortSignal): Promise<ReadyAudio | null> {
    const { id } = record;
    const converted = this.#converted.get(id);
    if (converted !== undefined && (await isReadable(converted.wav))) return converted;
    const running = this.#conversions.get(id);
    if (running !== undefined) return running.audio;
    const original = await this.readOriginal(record);
    signal?.throwIfAborted();
    return original === null ? null : (this.#conversions.get(id)?.audio ?? this.#convert(id, original));
  }

  /** Adds audio that was converted before its drop was queued. */
  addConverted(id: string, audio: ReadyAudio): void {
    this.#converted.set(id, audio);
  }

  abort(id: string): void {
    this.#conversions.get(id)?.abort.abort();
  }

  /** Estimates the upload sizes of the drops, for {@link isLarge}. */
  async measure(records: readonly OutboxRecord[]): Promise<void> {
    for (const record of records) {
      const { id, fileName, isSent } = record;
      if (isSent || this.#bytes.has(id)) continue;
      const converted = this.#converted.get(id);
      // Unreadable audio counts as small; sending it reports the error.
      const bytes = converted?.wav.size ?? (await this.readOriginal(record).catch(() => null))?.size ?? 0;
      const isFinal = converted !== undefined || fileName === null || fileName.toLowerCase().endsWith('.wav');
      this.#bytes.set(id, isFinal ? bytes : bytes * GROWTH);
    }
  }

  isLarge(id: string): boolean {
    return (this.#bytes.get(id) ?? 0) > SMALL_MAX_BYTES;
  }

  async removeOriginal({ id, recordingId }: OutboxRecord): Promise<void> {
    if (recordingId === null) await this.#files.removeFile(id);
    else await this.#files.remove(recordingId);
  }

  removeConverted(id: string): void {
    const converted = this.#converted.get(id);
    if (converted !== undefined) discardConverted(converted.wav);
    this.#converted.delete(id);
  }

  async #convert(id: string, original: Blob): Promise<ReadyAudio> {
    const abort = new AbortController();
    const transcoder = this.isLarge(id) ? this.#transcoders.large : this.#transcoders.small;
    const audio = transcoder.transcode(original, {
      signal: abort.signal,
      onProgress: (progress) => this.#onProgress(id, progress),
    });
    this.#conversions.set(id, { audio, abort });
    try {
      const ready = await audio;
      this.#converted.set(id, ready);
      return ready;
    } finally {
      this.#conversions.delete(id);
    }
  }
}

/** False if the person has changed or moved a chosen file that needed no conversion; the stored copy still exists. */
function isReadable(wav: Blob): Promise<boolean> {
  const read = wav.slice(0, 1).arrayBuffer();
  return read.then(
    () => true,
    () => false,
  );
}
