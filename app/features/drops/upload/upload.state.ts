import type { PlaceId } from '../../../../contracts/vocabulary.ts';

/** Where a drop goes: the walker's position, the middle of the map, or a place that has no audio yet. */
export type DropTarget = 'position' | 'centre' | 'selected';

/** A file made ready for upload, with what its waveform needs. */
export interface PreparedAudio {
  /** 16-bit PCM WAV at 44.1 kHz. */
  readonly wav: Blob;
  readonly durationS: number;
  /** One array a channel, each number a bar, -1 to 1. */
  readonly peaks: Float32Array[];
}

/**
 * How far an upload is: `choosing` a file, `converting` it, `ready` to save, `keeping` it on this device, `kept` there while
 * the outbox sends it, `saved` on the server.
 */
export type UploadStep = 'choosing' | 'converting' | 'ready' | 'keeping' | 'kept' | 'saved';

/** All that the upload sheet shows. Immutable. */
export interface UploadState {
  readonly step: UploadStep;
  readonly target: DropTarget;
  readonly title: string;
  readonly fileName: string | null;
  /** Share of the running conversion that is done, 0 to 1; null while it can't be told. */
  readonly progress: number | null;
  /** Estimated seconds that the running conversion still takes; null while it can't be told. */
  readonly remainingS: number | null;
  readonly audio: PreparedAudio | null;
  /** Its drop in the outbox; null until it is kept. */
  readonly itemId: string | null;
  /** Where it can be heard, once it is saved. */
  readonly placeId: PlaceId | null;
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
  | { readonly type: 'save-started' }
  /** It is on this device, and the outbox sends it. */
  | { readonly type: 'kept'; readonly itemId: string }
  /** It could not be kept. */
  | { readonly type: 'save-failed'; readonly message: string }
  /** The server has all of it. */
  | { readonly type: 'sent'; readonly placeId: PlaceId }
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
    itemId: null,
    placeId: null,
    error: null,
    asksToClose: false,
    closed: false,
  };
}

/**
 * The next state of an upload. An event that does not fit the step (an answer that comes after a cancel, a second tap
 * on save) leaves the state as it is.
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
      return ['choosing', 'ready', 'kept'].includes(state.step) ? { ...state, error: event.message } : state;
    case 'progressed':
      if (state.step !== 'converting') return state;
      return { ...state, progress: event.progress, remainingS: event.remainingS ?? null };
    case 'converted':
      if (state.step !== 'converting') return state;
      return { ...state, step: 'ready', audio: event.audio, progress: null };
    case 'conversion-ended':
      if (state.step !== 'converting') return state;
      return { ...state, step: 'choosing', fileName: null, progress: null, error: event.message };
    case 'save-started':
      return state.step === 'ready' ? { ...state, step: 'keeping', error: null } : state;
    case 'kept':
      return state.step === 'keeping' ? { ...state, step: 'kept', itemId: event.itemId } : state;
    case 'save-failed':
      return state.step === 'keeping' ? { ...state, step: 'ready', error: event.message } : state;
    case 'sent':
      return state.step === 'kept' ? { ...state, step: 'saved', placeId: event.placeId, asksToClose: false } : state;
    case 'close-asked':
      return losesSomething(state) ? { ...state, asksToClose: true } : { ...state, closed: true };
    case 'close-denied':
      return { ...state, asksToClose: false };
    case 'close-confirmed':
      return { ...state, closed: true, asksToClose: false };
  }
}

/** Whether the place can still be aimed and titled: not once it is kept. */
export function mayAim({ step }: UploadState): boolean {
  return step === 'choosing' || step === 'converting' || step === 'ready';
}

function losesSomething({ step }: UploadState): boolean {
  return step === 'converting' || step === 'ready' || step === 'keeping';
}
