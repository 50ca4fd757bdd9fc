import { proxy, ref } from 'valtio';
import { createPeaksClient } from '../../../workers/client/peaks-client.ts';
import { createTranscoder, discardConverted, type TranscodeOptions } from '../../../workers/client/transcode-client.ts';
import { Scope } from '../../platform/scope.ts';
import { maxAudioBytes } from '../device-storage.ts';
import { currentOutbox, whyNotDiscarded } from '../drop-services.ts';
import { converterErrorOf, type ReadyAudio } from '../outbox/outbox-audio.ts';
import { type DropDraft, outboxFaultOf } from '../outbox/outbox-records.ts';
import {
  type Composition,
  type CompositionEvent,
  type DropFault,
  type PreparedAudio,
  reduceComposition,
} from './composition.ts';

/** Makes one drop from a file or a recording: the common steps of recorded, picked and edited drops. */
export type Composer = ReturnType<typeof createComposer>;

/**
 * Creates a composer. @param takeBack removes a drop that was called off from the outbox
 * @param workers shared with other composers; null for its own
 */
export function createComposer(
  start: Composition,
  takeBack: (itemId: string) => Promise<unknown> = whyNotDiscarded,
  workers: AudioWorkers | null = null,
) {
  const scope = new Scope();
  const view = proxy({ now: ref(start) });
  let converting: AbortController | null = null;
  // Not read from the view, because a tap may come before it is rendered.
  let queuedId: string | null = null;
  let isCalledOff = false;
  scope.add(() => converting?.abort());

  const change = (event: CompositionEvent): void => {
    view.now = ref(reduceComposition(view.now, event));
  };
  const showProgress: TranscodeOptions['onProgress'] = (progress) => {
    if (progress.stage === 'download') {
      const { loadedBytes, totalBytes } = progress;
      change({ type: 'downloaded', loadedBytes, totalBytes });
    } else change({ type: 'progressed', share: progress.fraction, remainingS: progress.remainingS });
  };
  /** Audio that is being handed to the outbox belongs to it. */
  const discardPicked = (): void => {
    const { origin, audio, step, itemId } = view.now;
    if (origin === 'picked' && audio !== null && step === 'resting' && itemId === null) discardAudio(audio);
  };

  async function run(
    fileName: string | null,
    make: (workers: AudioWorkers, signal: AbortSignal) => Promise<ReadyAudio | PreparedAudio>,
  ): Promise<ReadyAudio | null> {
    workers ??= startAudioWorkers(scope);
    discardPicked();
    const controller = new AbortController();
    converting = controller;
    change({ type: 'conversion-began', fileName });
    try {
      const audio = await make(workers, controller.signal);
      if (controller.signal.aborted) return null;
      change('peaks' in audio ? { type: 'prepared', audio } : { type: 'conversion-ended', error: null });
      return audio;
    } catch (error) {
      if (!controller.signal.aborted) change({ type: 'conversion-ended', error: audioFaultOf(error) });
      return null;
    } finally {
      if (converting === controller) converting = null;
    }
  }

  return {
    /** The state that its sheet shows; replaced as a whole. */
    view,
    /** Owns the workers; disposed when nothing is left to do. */
    scope,
    change,
    /** Converts a file; one at a time. @returns null if it failed, as the view shows, was cancelled, or has no sound */
    convertFile: (file: File, { draws }: { readonly draws: boolean }) =>
      run(file.name, async ({ convert, draw }, signal) => {
        if (file.size > maxAudioBytes()) throw new AudioError('memory-full');
        const ready = file.size === 0 ? null : await convert(file, { signal, onProgress: showProgress });
        if (ready === null || ready.wav.size === 0 || ready.durationS === 0) throw new AudioError('no-sound');
        try {
          signal.throwIfAborted();
          return draws ? await draw(ready, signal) : ready;
        } catch (error) {
          discardAudio(ready);
          throw error;
        }
      }),
    /** Prepares a recording for playback. @param read null if the recording is gone */
    async prepare(read: (workers: AudioWorkers, signal: AbortSignal) => Promise<ReadyAudio | null>): Promise<void> {
      await run(null, async (own, signal) => {
        const ready = await read(own, signal);
        if (ready === null) throw new AudioError('recording-gone');
        return own.draw(ready, signal);
      });
    },
    cancel(): void {
      converting?.abort();
      change({ type: 'conversion-ended', error: null });
    },
    /** Puts the drop into the outbox. @returns its id; null if that failed, as the view shows, or it was called off */
    async queue(draft: DropDraft, step: 'queuing' | 'saving'): Promise<string | null> {
      change({ type: 'step-began', step });
      try {
        const outbox = currentOutbox();
        const itemId = await outbox.add(draft);
        if (isCalledOff) {
          await takeBack(itemId);
          return null;
        }
        queuedId = itemId;
        change({ type: 'queued', itemId });
        outbox.whenSent(itemId).then(
          (placeId) => change({ type: 'sent', placeId }),
          // Discarded, or its owner has logged out: there is nothing to report.
          () => {},
        );
        return itemId;
      } catch (error) {
        change({ type: 'failed', error: outboxFaultOf(error) });
        return null;
      }
    },
    /** Stops everything, and takes the drop back, now or as soon as it is queued. */
    callOff(): void {
      isCalledOff = true;
      converting?.abort();
      discardPicked();
      if (queuedId !== null) void takeBack(queuedId);
    },
  };
}

class AudioError extends Error {
  readonly fault: DropFault;

  constructor(fault: DropFault) {
    super(`The audio can't become a drop: ${fault}`);
    this.fault = fault;
  }
}

/** Returns why audio could not be prepared. An error of a worker is known only by its name. */
export function audioFaultOf(error: unknown): DropFault {
  if (error instanceof AudioError) return error.fault;
  const { name = '' } = error instanceof Error ? error : {};
  if (name === 'WorkerCrashedError') return 'converter-crashed';
  return converterErrorOf(error) ?? (name === 'TimeoutError' || name === 'NetworkError' ? 'network' : 'unexpected');
}

/** More bars than fit into any sheet; the waveform draws fewer of them. */
const PEAKS_PIXELS = 600;

/** The workers that convert audio and draw its waveform. */
export type AudioWorkers = ReturnType<typeof startAudioWorkers>;

/** Creates the workers, which start when needed and end with `scope`. */
export function startAudioWorkers(scope: Scope) {
  const transcoder = createTranscoder();
  const peaks = createPeaksClient();
  scope.add(() => transcoder.dispose());
  scope.add(() => peaks.dispose());
  return {
    /** @throws as `Transcoder.transcode` does */
    async convert(file: Blob, options: TranscodeOptions): Promise<ReadyAudio> {
      const { wav, durationS, statedS, skippedTracks } = await transcoder.transcode(file, options);
      return { wav, durationS, statedS, skippedTracks };
    },
    /** Adds no peaks if they can't be computed: the audio can still be heard and saved. @throws the signal's reason */
    async draw(audio: ReadyAudio, signal: AbortSignal): Promise<PreparedAudio> {
      const drawn = await peaks.draw(audio.wav, PEAKS_PIXELS, signal).catch(() => ({ peaks: [] }));
      signal.throwIfAborted();
      return { ...audio, peaks: drawn.peaks };
    },
  };
}

/** Frees the device's storage that converted audio occupies. */
export const discardAudio = ({ wav }: ReadyAudio): void => discardConverted(wav);
