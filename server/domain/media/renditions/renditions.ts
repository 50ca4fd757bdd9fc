import { createAudioThread } from '../audio-thread.ts';
import type { MadeRendition } from './make-rendition.ts';

/** Time limit of a short recording: starting the worker and the encoder takes a second. */
const TIME_MIN_MS = 60_000;

/** A rendition to make. */
export interface RenditionJob {
  readonly wavPath: string;
  /** An empty folder for the written files; the caller removes it. */
  readonly folder: string;
}

/** Makes renditions in a worker thread, one after the other. */
export interface Renditions {
  /**
   * Makes the rendition of a WAV file (see `makeRendition`).
   *
   * @param durationS duration of the recording; a job slower than real time counts as a failure
   * @throws Error if the file is not such a WAV, the worker crashed, it took too long, or this was closed.
   */
  make(job: RenditionJob, durationS: number): Promise<MadeRendition>;
  /** Terminates the worker and rejects the running call. */
  close(): Promise<void>;
}

/** Creates a separate thread for renditions. */
export function createRenditions(): Renditions {
  const thread = createAudioThread<RenditionJob, MadeRendition>('renditions', import.meta.url);
  return {
    make: (job, durationS) => thread.run(job, TIME_MIN_MS + durationS * 1000),
    close: thread.close,
  };
}
