import { useEffect, useReducer, useRef } from 'react';
import { createPeaksClient, type PeaksClient } from '../../../workers/client/peaks-client.ts';
import { createTranscoder, type TranscodeOptions, type Transcoder } from '../../../workers/client/transcode-client.ts';
import { ApiError } from '../../platform/api.ts';
import { randomHex } from '../../platform/random.ts';
import { Scope } from '../../platform/scope.ts';
import { strings } from '../../platform/strings.ts';
import { holdPage } from '../../state/busy.ts';
import { attachAudio, createPlace, loadPlaces } from '../../state/places.ts';
import { wordsForAudio, wordsForSaving } from './audio-words.ts';
import { type DropTarget, openUpload, type PreparedAudio, reduceUpload, type UploadState } from './upload.state.ts';
import type { Destination } from './where.ts';

/** More bars than any sheet is wide; the waveform draws fewer of them. */
const PEAKS_PIXELS = 600;
/** Of an idempotency key: nobody draws the same twice. */
const KEY_BYTES = 16;
/** Who asks, how slowly or how often: refused before what was asked for was looked at. */
const NOT_READ = [401, 408, 429];

/** An upload and what can be done with it. */
export interface Upload {
  readonly state: UploadState;
  titled(title: string): void;
  aimed(target: DropTarget): void;
  /** Makes files ready; more than one is refused. */
  choose(files: readonly File[]): void;
  /** Stops the running conversion for real. */
  cancel(): void;
  save(destination: Destination): void;
  /** Shows why what was asked for can't be done; nothing else changes. */
  refuse(message: string): void;
  askToClose(): void;
  denyClose(): void;
  confirmClose(): void;
}

interface Workers {
  readonly scope: Scope;
  readonly transcoder: Transcoder;
  readonly peaks: PeaksClient;
}

/** An upload that lives as long as the component: when that goes, workers end and what is being sent stops. */
export function useUpload(target: DropTarget): Upload {
  const [state, dispatch] = useReducer(reduceUpload, target, openUpload);
  const workers = useRef<Workers | null>(null);
  const conversion = useRef<AbortController | null>(null);
  // From the chosen file to the saved one: all of it would have to be done again.
  const isUnderWay = !state.closed && state.step !== 'choosing' && state.step !== 'saved';

  useEffect(() => (isUnderWay ? holdPage('upload') : undefined), [isUnderWay]);

  useEffect(() => {
    const scope = new Scope();
    const transcoder = createTranscoder();
    const peaks = createPeaksClient();
    scope.add(() => transcoder.dispose());
    scope.add(() => peaks.dispose());
    scope.add(() => conversion.current?.abort());
    workers.current = { scope, transcoder, peaks };
    return () => {
      workers.current = null;
      scope.dispose();
    };
  }, []);

  async function convert(file: File): Promise<void> {
    if (workers.current === null) return;
    const controller = new AbortController();
    conversion.current = controller;
    dispatch({ type: 'file-chosen', fileName: file.name });
    try {
      const audio = await prepare(workers.current, file, controller.signal, ({ fraction, remainingS }) =>
        dispatch({ type: 'progressed', progress: fraction, remainingS }),
      );
      if (controller.signal.aborted) return;
      if (audio.durationS > 0) dispatch({ type: 'converted', audio });
      else dispatch({ type: 'conversion-ended', message: strings.drops.missing });
    } catch (error) {
      if (!controller.signal.aborted) dispatch({ type: 'conversion-ended', message: wordsForAudio(error) });
    }
  }

  async function save(audio: PreparedAudio, destination: Destination): Promise<void> {
    if (workers.current === null) return;
    const signal = workers.current.scope.signal();
    let placeId = state.placeId ?? destination.placeId;
    try {
      if (placeId === null && destination.placeId === null) {
        const { feature, mapId } = destination;
        const creation = state.creation ?? { key: randomHex(KEY_BYTES), feature, mapId, title: state.title };
        dispatch({ type: 'save-started', placeId: null, creation });
        placeId = await createPlace(creation.feature, creation.title, creation.mapId, {
          signal,
          idempotencyKey: creation.key,
        });
        dispatch({ type: 'place-created', placeId });
      } else if (placeId !== null) dispatch({ type: 'save-started', placeId });
      if (placeId === null) return;
      const onProgress = (progress: number): void => dispatch({ type: 'progressed', progress });
      const idempotencyKey = `${audio.key}-${placeId}`;
      await attachAudio(placeId, audio.wav, audio.durationS, { signal, onProgress, idempotencyKey });
      dispatch({ type: 'uploaded' });
    } catch (error) {
      if (signal.aborted) return;
      const stage = placeId === null ? 'create' : 'upload';
      const placeGone = stage === 'upload' && error instanceof ApiError && error.code === 'not_found';
      dispatch({ type: 'save-failed', message: wordsForSaving(stage, error), placeGone, isFinal: isFinal(error) });
      if (placeGone) void loadPlaces();
    }
  }

  return {
    state,
    titled: (title) => dispatch({ type: 'titled', title }),
    aimed: (aim) => dispatch({ type: 'aimed', target: aim }),
    choose(files) {
      const [file, ...others] = files;
      if (file === undefined) return;
      if (others.length > 0) dispatch({ type: 'refused', message: strings.drops.oneFile });
      else if (state.step === 'choosing' || state.step === 'ready') void convert(file);
    },
    cancel() {
      conversion.current?.abort();
      dispatch({ type: 'conversion-ended', message: null });
    },
    save(destination) {
      if (state.audio !== null && state.step === 'ready') void save(state.audio, destination);
    },
    refuse: (message) => dispatch({ type: 'refused', message }),
    askToClose: () => dispatch({ type: 'close-asked' }),
    denyClose: () => dispatch({ type: 'close-denied' }),
    confirmClose: () => dispatch({ type: 'close-confirmed' }),
  };
}

/** True where the server read the request and refused it; not where it may have heard an earlier one and not this. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status >= 400 && error.status < 500 && !NOT_READ.includes(error.status);
}

async function prepare(
  { transcoder, peaks }: Workers,
  file: File,
  signal: AbortSignal,
  onProgress: TranscodeOptions['onProgress'],
): Promise<PreparedAudio> {
  const { wav, durationS } = await transcoder.transcode(file, { signal, onProgress });
  // A recording without a drawing can still be saved and heard.
  const drawn = await peaks.draw(wav, PEAKS_PIXELS, signal).catch((error: unknown) => {
    if (signal.aborted) throw error;
    return { peaks: [] };
  });
  return { wav, durationS, peaks: drawn.peaks, key: randomHex(KEY_BYTES) };
}
