import type { Position } from '../../../contracts/geo.ts';
import { DEFAULT_PLACE_TITLE } from '../../../contracts/limits.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { ApiError } from '../../platform/api.ts';
import { wordsFor } from '../../platform/error-words.ts';
import { randomHex } from '../../platform/random.ts';
import type { RecordingNote } from '../../platform/recording-note.ts';
import { Scope } from '../../platform/scope.ts';
import { strings } from '../../platform/strings.ts';
import { attachAudio, createPlace, deletePlace, loadPlaces, renamePlace } from '../../state/places.ts';
import { changeNote, noteOf, openRecording, removeRecording, sessionSettled, writeNote } from '../../state/recorder.ts';
import { wordsForAudio, wordsForSaving } from './audio-words.ts';
import { prepareAudio, startAudioWorkers } from './prepare-audio.ts';
import { isFinal } from './refusal.ts';
import type { TakeEvent, TakeStep } from './take.state.ts';
import type { PreparedAudio } from './upload.state.ts';

const KEY_BYTES = 16;

/** A finished recording on this device. */
export interface Take {
  readonly id: string;
  readonly origin: 'fresh' | 'found';
  /** Null where a crash left none that can be read; {@link Take.fallback} serves then. */
  readonly note: RecordingNote | null;
  readonly userId: UserId;
  /** Where it goes if its own note does not tell; null where that is not known either. */
  readonly fallback: { readonly mapId: ParcoursId; readonly position: Position } | null;
}

/** Brings a recording to the server, or takes it back. One thing at a time; what fails can be tried again. */
export interface TakeFlow {
  /** Does what is missing: for a fresh recording place and audio. */
  advance(): void;
  /** Tries again what failed, the saving included. */
  retry(title: string): void;
  /** Notes the title, so that a crash does not lose it. */
  titled(title: string): void;
  /** Does what is missing, gives the place its title, and lets go of the recording on the device. */
  save(title: string): void;
  /** Deletes the place and the recording. Resolves with whether that worked; what is being sent stops. */
  remove(): Promise<boolean>;
  /** Stops what goes on. The recording stays on the device. */
  dispose(): void;
}

/** @param tell hears each step; `onSaved` that all is done and the recording on the device has gone. */
export function createTakeFlow(
  take: Take,
  tell: (event: TakeEvent) => void,
  onSaved: (placeId: PlaceId) => void,
): TakeFlow {
  const { id, origin, userId } = take;
  const scope = new Scope();
  const workers = startAudioWorkers(scope);
  let sending = new AbortController();
  scope.add(() => sending.abort());
  let isBusy = false;
  let titleToSave: string | null = null;
  let hasFailedSaving = false;
  let audio: PreparedAudio | null = null;
  let isSent = false;
  /** How far the sending got; another try goes on there. */
  let resumeUrl: string | null = null;

  async function run(): Promise<void> {
    if (isBusy || scope.disposed) return;
    isBusy = true;
    const { signal } = sending;
    let step: TakeStep = 'preparing';
    const begin = (next: Exclude<TakeStep, 'resting'>): void => {
      step = next;
      tell({ type: 'step-began', step });
    };
    try {
      if (audio === null) {
        begin('preparing');
        audio = await prepare(signal);
        tell({ type: 'prepared', audio });
      }
      if (origin === 'fresh' || titleToSave !== null) {
        let placeId = noteOf(id)?.placeId ?? null;
        if (placeId === null) {
          begin('creating');
          placeId = await makePlace(signal);
        }
        tell({ type: 'placed' });
        if (!isSent) {
          begin('sending');
          await send(audio, placeId, signal);
          isSent = true;
          tell({ type: 'sent' });
        }
        // Pressed meanwhile, perhaps.
        if (titleToSave !== null) {
          begin('naming');
          if ((titleToSave.trim() || DEFAULT_PLACE_TITLE) !== DEFAULT_PLACE_TITLE) {
            await renamePlace(placeId, titleToSave, { signal });
          }
          await removeRecording(id, userId);
          onSaved(placeId);
          return;
        }
      }
      tell({ type: 'rested' });
    } catch (error) {
      if (!signal.aborted) await hearFailure(step, error);
    } finally {
      isBusy = false;
    }
    // Save was pressed between the last look at it and the end.
    if (titleToSave !== null && !sending.signal.aborted) await run();
  }

  async function hearFailure(step: TakeStep, error: unknown): Promise<void> {
    const isAboutPlace = step === 'sending' || step === 'naming';
    const placeGone = isAboutPlace && error instanceof ApiError && error.code === 'not_found';
    if (placeGone) {
      isSent = false;
      await changeNote(id, { placeId: null, placeAsked: false, placeKey: randomHex(KEY_BYTES) });
      void loadPlaces();
    } else if (step === 'creating' && isFinal(error)) await changeNote(id, { placeAsked: false });
    hasFailedSaving = titleToSave !== null;
    titleToSave = null;
    const canRetry = step !== 'removing' || (noteOf(id)?.placeId ?? null) === null;
    tell({ type: 'failed', message: wordsForStep(step, error), placeGone, canRetry });
  }

  async function prepare(signal: AbortSignal): Promise<PreparedAudio> {
    const wav = await openRecording(take);
    if (wav === null) throw new GoneError();
    if (noteOf(id) === null && take.fallback !== null) {
      const blank = { title: '', sessionId: null, placeKey: randomHex(KEY_BYTES), placeAsked: false, placeId: null };
      writeNote(id, { startedAtMs: Date.now(), userId, ...take.fallback, ...blank });
    }
    return prepareAudio(workers, wav, signal);
  }

  async function makePlace(signal: AbortSignal): Promise<PlaceId> {
    const note = noteOf(id);
    if (note === null) throw new NowhereError();
    if (!note.placeAsked) await changeNote(id, { placeAsked: true });
    const { mapId, position, placeKey } = note;
    // Always the same body, so that the server knows a repeat; the title comes when it is saved.
    const feature = { type: 'Point' as const, coordinates: position };
    const placeId = await createPlace(feature, '', mapId, { signal, idempotencyKey: placeKey });
    await changeNote(id, { placeId });
    return placeId;
  }

  async function send({ wav, durationS }: PreparedAudio, placeId: PlaceId, signal: AbortSignal): Promise<void> {
    const onProgress = (progress: number): void => tell({ type: 'progressed', progress });
    const options = {
      signal,
      onProgress,
      key: `${id}-${placeId}`,
      resumeUrl,
      onResumeUrl: (url: string | null) => {
        resumeUrl = url;
      },
    };
    await sessionSettled(id);
    const sessionId = noteOf(id)?.sessionId ?? null;
    try {
      await attachAudio(placeId, wav, durationS, { ...options, sessionId });
    } catch (error) {
      // A session that ended, or belongs to something else: the recording is worth more than it.
      const isSessionAtFault =
        sessionId !== null && error instanceof ApiError && (error.code === 'not_found' || error.code === 'conflict');
      if (!isSessionAtFault) throw error;
      await changeNote(id, { sessionId: null });
      await attachAudio(placeId, wav, durationS, options);
    }
  }

  function save(title: string): void {
    titleToSave = title;
    tell({ type: 'save-wanted' });
    void run();
  }

  return {
    advance: () => void run(),
    retry(title) {
      if (hasFailedSaving) save(title);
      else void run();
    },
    titled: (title) => void changeNote(id, { title }),
    save,
    async remove() {
      sending.abort();
      sending = new AbortController();
      const { signal } = sending;
      titleToSave = null;
      tell({ type: 'step-began', step: 'removing' });
      try {
        const note = noteOf(id);
        // Asked for without an answer: asking again tells which one it is.
        const placeId = note?.placeId ?? (note?.placeAsked ? await makePlace(signal) : null);
        if (placeId !== null) await deletePlace(placeId, { signal });
        await removeRecording(id, userId);
        return true;
      } catch (error) {
        if (!signal.aborted) await hearFailure('removing', error);
        return false;
      }
    },
    dispose: () => scope.dispose(),
  };
}

/** Another tab has the recording, or it does not exist any more. */
class GoneError extends Error {}

/** Neither the recording nor the map says where it goes. */
class NowhereError extends Error {}

function wordsForStep(step: TakeStep, error: unknown): string {
  const words = strings.record;
  if (error instanceof GoneError) return words.gone;
  if (error instanceof NowhereError) return strings.drops.nowhere;
  switch (step) {
    case 'creating':
      return words.placeFailed(wordsFor(error));
    case 'sending':
      return `${wordsForSaving('upload', error)} ${words.keptHere}`;
    case 'naming':
      return words.nameFailed(wordsFor(error));
    case 'removing':
      return words.removeFailed(wordsFor(error));
    default:
      return wordsForAudio(error);
  }
}
