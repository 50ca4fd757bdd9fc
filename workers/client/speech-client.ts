import { transfer } from 'comlink';
import { SPEECH_RATE_HZ } from '../../contracts/limits.ts';
import type { Cue } from '../../contracts/web-vtt.ts';
import type { SpeechApi } from '../speech/speech.api.ts';
import { cutIntoParts } from '../speech/speech-parts.ts';
import { createLane } from './lane.ts';

/** The model uses some hundred megabytes, and is loaded again from the device within seconds. */
const IDLE_MS = 30_000;
/** The model doesn't yield its thread: a slow computer may need a minute or two for one part. */
const ANSWER_MAX_MS = 180_000;

/** How far the work is: bytes of the model, then the share of the sound that is written down, from 0 to 1. */
export type SpeechProgress =
  | { readonly stage: 'download'; readonly bytes: number }
  | { readonly stage: 'writing'; readonly share: number };

/** Writes down what is said in a sound, by a model in a worker. */
export interface SpeechClient {
  /** Bytes that the first use downloads; null if the model can't be used. @throws what a lane's `run` throws. */
  findDownload(language: string): Promise<number | null>;
  /**
   * Writes down a whole sound, part by part.
   *
   * @param samples one channel at 16 kHz; they stay the caller's
   * @param on `cues` gets those of each part, in the order of the sound
   * @throws the signal's reason; what a lane's `run`, and the library, throw
   */
  write(
    samples: Float32Array,
    language: string,
    signal: AbortSignal,
    on: { readonly progress: (progress: SpeechProgress) => void; readonly cues: (cues: readonly Cue[]) => void },
  ): Promise<void>;
}

/**
 * Creates the client. Its worker starts with the first call, and is terminated after half an idle minute.
 *
 * @param folder whole address of the library and the model, ending with a slash
 */
export function createSpeechClient(folder: string): SpeechClient {
  const lane = createLane<SpeechApi>({
    name: 'speech',
    spawn: () => new Worker(new URL('../speech/speech.worker.ts', import.meta.url), { type: 'module', name: 'speech' }),
    idleMs: IDLE_MS,
    answerMaxMs: ANSWER_MAX_MS,
  });
  return {
    findDownload: (language) => lane.run((remote) => remote.findDownload(folder, language)),
    async write(samples, language, signal, on) {
      const parts = cutIntoParts(samples);
      for (const { from, to } of parts) {
        const cues = await lane.run(
          (remote, call) => {
            const part = samples.slice(from, to);
            const onBytes = call.callback((bytes: number | null) =>
              on.progress(
                bytes === null ? { stage: 'writing', share: from / samples.length } : { stage: 'download', bytes },
              ),
            );
            return remote.write(folder, language, transfer(part, [part.buffer]), onBytes);
          },
          { signal },
        );
        const fromMs = Math.round((from / SPEECH_RATE_HZ) * 1000);
        on.cues(cues.map((cue) => ({ ...cue, startMs: cue.startMs + fromMs, endMs: cue.endMs + fromMs })));
        on.progress({ stage: 'writing', share: to / samples.length });
      }
    },
  };
}
