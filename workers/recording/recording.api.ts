import type { PcmFormat } from '../../audio-wasm/wav-header.ts';

/** Most bytes that one worker stores without a private file system; reading a file needs the same amount again. */
export const MEMORY_MAX_BYTES = 128 * 1024 * 1024;

/** A recording stored on the device. */
export interface StoredRecording {
  readonly id: string;
  /** The text stored with it; empty if a crash left none. */
  readonly note: string;
  readonly durationS: number;
}

/**
 * A message from the recorder: blocks of samples, whose memory is posted back for reuse, and finally the end; or
 * instead, one microphone track for the worker to read, with a port for commands and reports. All transferred.
 */
export type CaptureMessage =
  | { readonly samples: Int16Array<ArrayBuffer> }
  | { readonly ended: true }
  | { readonly track: ReadableStream<AudioData>; readonly control: MessagePort };

/** A message from the recorder to the worker that reads its track. The worker posts `CaptureReport`s back. */
export type TrackCommand =
  /** Drops the samples while paused. */
  | { readonly paused: boolean }
  /** Reads what was captured so far, then stops. */
  | { readonly end: true };

/** Why a running recording can no longer be written; the written part stays. */
export type WriteFault = 'disk-full' | 'write-failed';

/**
 * The API of the recording worker. Recordings are WAV files with a note in the browser's private file system. Without
 * one they are in memory, up to MEMORY_MAX_BYTES, and "device" below means the worker.
 */
export interface RecordingApi {
  /** Whether stored data outlives the page. */
  isLasting(): Promise<boolean>;
  /**
   * Starts a recording of the {@link CaptureMessage}s that `blocks` receives. Posts at most one {@link WriteFault} to
   * `faults`. Both are transferred.
   *
   * @param id letters, digits and dashes
   * @throws RecordingStoreError if the private file system fails; QuotaExceededError if the device is full
   */
  begin(id: string, note: string, format: PcmFormat, blocks: MessagePort, faults: MessagePort): Promise<void>;
  /** Waits for the last samples, at most two seconds, and closes a running recording's file. */
  finish(id: string): Promise<void>;
  annotate(id: string, note: string): Promise<void>;
  /** Returns the recordings that no other tab uses, oldest first. Deletes those without samples. */
  list(): Promise<StoredRecording[]>;
  /**
   * Locks a recording for this tab, repairs an interrupted one, and returns it; null if it is gone or another tab has
   * it.
   */
  open(id: string): Promise<Blob | null>;
  /** Returns a finished recording unchanged, without locking it; null if it does not exist. */
  read(id: string): Promise<Blob | null>;
  /** Unlocks a recording that was opened here. */
  release(id: string): Promise<void>;
  /** Deletes a recording; does nothing if it does not exist. */
  remove(id: string): Promise<void>;
  /**
   * Stores audio that was not recorded here: all of it is on the disk when this resolves, nothing if it rejects.
   *
   * @throws as `begin`
   */
  storeFile(id: string, bytes: Blob): Promise<void>;
  /** Returns audio stored by `storeFile`; null if it does not exist. */
  readFile(id: string): Promise<Blob | null>;
  /** Deletes audio stored by `storeFile`; does nothing if it does not exist. */
  removeFile(id: string): Promise<void>;
  /** Returns the ids of all audio stored by `storeFile`. */
  listFiles(): Promise<string[]>;
}

/** The browser's private file system failed. */
export class RecordingStoreError extends Error {
  override readonly name = 'RecordingStoreError';
}
