import { useEffect, useReducer, useRef } from 'react';
import { ApiError } from '../../platform/api.ts';
import { randomHex } from '../../platform/random.ts';
import { Scope } from '../../platform/scope.ts';
import { strings } from '../../platform/strings.ts';
import { holdPage } from '../../state/busy.ts';
import { attachAudio, createPlace, loadPlaces } from '../../state/places.ts';
import { wordsForAudio, wordsForSaving } from './audio-words.ts';
import { type AudioWorkers, prepareAudio, startAudioWorkers } from './prepare-audio.ts';
import { isFinal } from './refusal.ts';
import { type DropTarget, openUpload, type PreparedAudio, reduceUpload, type UploadState } from './upload.state.ts';
import type { Destination } from './where.ts';

/** Of an idempotency key: nobody draws the same twice. */
const KEY_BYTES = 16;

/** An upload and what can be done with it. */
export interface Upload {
  readonly state: UploadState;
  titled(title: string): void;
  aimed(target: DropTarget): void;
  /** Makes a file ready. */
  choose(file: File): void;
  /** Stops the running conversion for real. */
  cancel(): void;
  save(destination: Destination): void;
  /** Shows why what was asked for can't be done; nothing else changes. */
  refuse(message: string): void;
  askToClose(): void;
  denyClose(): void;
  confirmClose(): void;
}

interface Workers extends AudioWorkers {
  readonly scope: Scope;
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
    const audioWorkers = startAudioWorkers(scope);
    scope.add(() => conversion.current?.abort());
    workers.current = { scope, ...audioWorkers };
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
      const audio = await prepareAudio(workers.current, file, controller.signal, ({ fraction, remainingS }) =>
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
    choose(file) {
      if (state.step === 'choosing' || state.step === 'ready') void convert(file);
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
