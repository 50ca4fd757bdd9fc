import type { PcmFormat } from './wav-header.ts';

/** A recording as it is kept on the device. */
export interface KeptRecording {
  readonly id: string;
  /** What was noted beside it, as text; empty where a crash left nothing readable. */
  readonly note: string;
  readonly durationS: number;
}

/**
 * What a recorder posts: samples, transferred, whose memory is posted back, and the end of them; or once, in place of
 * both, the sound of a microphone's track for the worker to read itself, with a port for what goes between. Transferred.
 */
export type CaptureMessage =
  | { readonly samples: Int16Array<ArrayBuffer> }
  | { readonly ended: true }
  | { readonly track: ReadableStream<AudioData>; readonly control: MessagePort };

/** What a recorder tells the worker that reads its track. */
export type TrackCommand =
  /** Let what is heard pass by. */
  | { readonly paused: boolean }
  /** Read what was captured until now, then stop. */
  | { readonly end: true };

/** What the worker tells the recorder whose track it reads, some twenty times a second. */
export interface TrackReport {
  /** Frames recorded so far. */
  readonly frames: number;
  /** The loudest sample since the last report, 0 to 1. Told while paused, too. */
  readonly peak: number;
}

/** Tells why a running recording could not be written any more; what was written before it is kept. */
export type WriteFault = 'disk-full' | 'write-failed';

/** What the recording worker does. Recordings live in the browser's private file system, each as a WAV with its note. */
export interface RecordingApi {
  /**
   * Starts a recording: from now on what comes by `blocks` is written.
   *
   * @param id the caller's choice: letters, digits and dashes.
   * @param blocks carries {@link CaptureMessage}s, and memory back. Transferred.
   * @param faults carries a {@link WriteFault}, once at most. Transferred.
   * @throws RecordingStoreError where the browser has no such file system, or does not let this page use it;
   * QuotaExceededError where the device is full
   */
  begin(id: string, note: string, format: PcmFormat, blocks: MessagePort, faults: MessagePort): Promise<void>;
  /** Waits for the last samples, two seconds at the most, and closes the file of a running recording. */
  finish(id: string): Promise<void>;
  /** Replaces the note of a recording. */
  annotate(id: string, note: string): Promise<void>;
  /** The recordings of this device that no other tab works with, oldest first. Those without a sample are removed. */
  list(): Promise<KeptRecording[]>;
  /**
   * Takes a recording for this tab and returns it, mended where it was cut off; type `audio/wav`.
   *
   * @returns null where it has gone, or another tab has it
   */
  open(id: string): Promise<Blob | null>;
  /** A finished recording as it lies there, whoever works with it; null where it has gone. */
  read(id: string): Promise<Blob | null>;
  /** Lets go of a recording that was opened here, so that any tab may take it. */
  release(id: string): Promise<void>;
  /** Removes a recording. One that has gone already is no error. */
  remove(id: string): Promise<void>;
  /**
   * Keeps audio that was not recorded here, in a folder beside the recordings; all of it is on the disk when this
   * resolves, and nothing of it when it rejects.
   *
   * @throws RecordingStoreError as `begin` does; QuotaExceededError where the device is full
   */
  keepFile(id: string, bytes: Blob): Promise<void>;
  /** Audio that was kept; null where there is none. */
  readFile(id: string): Promise<Blob | null>;
  /** Removes kept audio. What has gone already is no error. */
  removeFile(id: string): Promise<void>;
  /** Ids of all audio that is kept beside the recordings. */
  listFiles(): Promise<string[]>;
}
