import type { Geometry } from '../../../contracts/geo.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';

/** Where a drop goes: the walker's position, the middle of the map, or a place that has no audio yet. */
export type DropTarget = 'position' | 'centre' | 'selected';

/** A file made ready for upload, with what its waveform needs. */
export interface PreparedAudio {
  /** 16-bit PCM WAV at 44.1 kHz. */
  readonly wav: Blob;
  readonly durationS: number;
  /** One array a channel, each number a bar, -1 to 1. */
  readonly peaks: Float32Array[];
  /** Drawn anew for each audio. With the place, it names an upload to the server, which so knows a repeat. */
  readonly key: string;
}

/** A place that was asked for, and how the server knows it if it is asked for again. */
export interface PlaceToMake {
  readonly key: string;
  readonly feature: Geometry;
  readonly mapId: ParcoursId;
  readonly title: string;
}

/**
 * How far an upload is: `choosing` a file, `converting` it, `ready` to save, `creating` the place, `uploading` the
 * audio, `saved`.
 */
export type UploadStep = 'choosing' | 'converting' | 'ready' | 'creating' | 'uploading' | 'saved';

/** All that the upload sheet shows. Immutable. */
export interface UploadState {
  readonly step: UploadStep;
  readonly target: DropTarget;
  readonly title: string;
  readonly fileName: string | null;
  /** Share of the running conversion or upload that is done, 0 to 1; null while it can't be told. */
  readonly progress: number | null;
  /** Estimated seconds that the running conversion still takes; null while it can't be told. */
  readonly remainingS: number | null;
  readonly audio: PreparedAudio | null;
  /** The place that the audio goes to, once there is one. While it is set, no other is created. */
  readonly placeId: PlaceId | null;
  /**
   * The place that is being made, or that was asked for without an answer and so may exist. While it is set, trying again
   * asks for this very one.
   */
  readonly creation: PlaceToMake | null;
  /** What went wrong last, in the words that are shown. */
  readonly error: string | null;
  /** Closing was asked for while something would be lost by it. */
  readonly asksToClose: boolean;
  readonly closed: boolean;
}

/** What can happen to an upload. */
export type UploadEvent =
  | { readonly type: 'titled'; readonly title: string }
  | { readonly type: 'aimed'; readonly target: DropTarget }
  | { readonly type: 'file-chosen'; readonly fileName: string }
  /** Something was asked for that can't be done; all stays as it is, but the reason is shown. */
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'progressed'; readonly progress: number | null; readonly remainingS?: number | null }
  | { readonly type: 'converted'; readonly audio: PreparedAudio }
  /** The file could not be read, or the conversion was cancelled (`message` null): back to choosing. */
  | { readonly type: 'conversion-ended'; readonly message: string | null }
  /** Goes to a place that exists, or to one that is made first. */
  | { readonly type: 'save-started'; readonly placeId: PlaceId }
  | { readonly type: 'save-started'; readonly placeId: null; readonly creation: PlaceToMake }
  | { readonly type: 'place-created'; readonly placeId: PlaceId }
  /**
   * `placeGone`: the place does not exist any more, so trying again makes another. `isFinal`: the server said no for
   * good, so there is no place that it made without our knowing.
   */
  | { readonly type: 'save-failed'; readonly message: string; readonly placeGone: boolean; readonly isFinal: boolean }
  | { readonly type: 'uploaded' }
  | { readonly type: 'close-asked' }
  | { readonly type: 'close-denied' }
  | { readonly type: 'close-confirmed' };

/** An upload that has just been opened, aimed at `target`. */
export function openUpload(target: DropTarget): UploadState {
  return {
    step: 'choosing',
    target,
    title: '',
    fileName: null,
    progress: null,
    remainingS: null,
    audio: null,
    placeId: null,
    creation: null,
    error: null,
    asksToClose: false,
    closed: false,
  };
}

/**
 * The next state of an upload. An event that does not fit the step (an answer that comes after a cancel, a second tap
 * on save) leaves the state as it is. A failed upload keeps the place that was made for it, or that may have been, so that
 * trying again sends the audio to that place and makes no second one.
 */
export function reduceUpload(state: UploadState, event: UploadEvent): UploadState {
  if (state.closed) return state;
  switch (event.type) {
    case 'titled':
      return mayAim(state) ? { ...state, title: event.title } : state;
    case 'aimed':
      return mayAim(state) ? { ...state, target: event.target } : state;
    case 'file-chosen':
      if (state.step !== 'choosing' && state.step !== 'ready') return state;
      return {
        ...state,
        step: 'converting',
        fileName: event.fileName,
        progress: null,
        remainingS: null,
        audio: null,
        error: null,
      };
    case 'refused':
      return state.step === 'choosing' || state.step === 'ready' ? { ...state, error: event.message } : state;
    case 'progressed':
      if (state.step !== 'converting' && state.step !== 'uploading') return state;
      return { ...state, progress: event.progress, remainingS: event.remainingS ?? null };
    case 'converted':
      if (state.step !== 'converting') return state;
      return { ...state, step: 'ready', audio: event.audio, progress: null };
    case 'conversion-ended':
      if (state.step !== 'converting') return state;
      return { ...state, step: 'choosing', fileName: null, progress: null, error: event.message };
    case 'save-started':
      return startSaving(state, event);
    case 'place-created':
      if (state.step !== 'creating') return state;
      return { ...state, step: 'uploading', placeId: event.placeId, creation: null, progress: 0 };
    case 'save-failed':
      if (state.step !== 'creating' && state.step !== 'uploading') return state;
      return {
        ...state,
        step: 'ready',
        progress: null,
        error: event.message,
        placeId: event.placeGone ? null : state.placeId,
        creation: event.isFinal ? null : state.creation,
      };
    case 'uploaded':
      return state.step === 'uploading' ? { ...state, step: 'saved', progress: null, asksToClose: false } : state;
    case 'close-asked':
      return losesSomething(state) ? { ...state, asksToClose: true } : { ...state, closed: true };
    case 'close-denied':
      return { ...state, asksToClose: false };
    case 'close-confirmed':
      return { ...state, closed: true, asksToClose: false };
  }
}

/** Whether the place can still be aimed and titled: not once it exists on the server, or may exist there. */
export function mayAim(state: UploadState): boolean {
  if (state.placeId !== null || state.creation !== null) return false;
  return state.step === 'choosing' || state.step === 'converting' || state.step === 'ready';
}

function startSaving(state: UploadState, event: Extract<UploadEvent, { type: 'save-started' }>): UploadState {
  if (state.step !== 'ready' || state.audio === null) return state;
  const placeId = state.placeId ?? event.placeId;
  if (placeId !== null) return { ...state, step: 'uploading', placeId, creation: null, progress: 0, error: null };
  const creation = state.creation ?? (event.placeId === null ? event.creation : null);
  return { ...state, step: 'creating', creation, progress: null, error: null };
}

function losesSomething(state: UploadState): boolean {
  if (state.step === 'saved') return false;
  return state.step !== 'choosing' || state.placeId !== null || state.creation !== null;
}
