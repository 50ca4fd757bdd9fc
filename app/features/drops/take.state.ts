import type { PreparedAudio } from './upload.state.ts';

/**
 * What goes on with a finished recording: it `rests`, its audio is being `prepared`, its place is `created`, its audio
 * `sent`, its title `named`, or it is being `removed`.
 */
export type TakeStep = 'resting' | 'preparing' | 'creating' | 'sending' | 'naming' | 'removing';

/** What would be lost, and so is asked about first. */
export type TakeQuestion = 'close' | 'redo';

/** All that the popup of a finished recording shows. Immutable. */
export interface TakeState {
  /** `fresh`: just recorded, its place is made at once. `found`: left by a crash or put aside; made when it is saved. */
  readonly origin: 'fresh' | 'found';
  readonly step: TakeStep;
  readonly title: string;
  /** Null until it is prepared. */
  readonly audio: PreparedAudio | null;
  /** It is known to have a place. */
  readonly hasPlace: boolean;
  readonly isSent: boolean;
  /** The person pressed save; what is missing is done, and the popup closes. */
  readonly wantsSave: boolean;
  /** Share of the audio that has left, 0 to 1; null while nothing is sent. */
  readonly progress: number | null;
  /** What went wrong last, in the words that are shown. */
  readonly error: string | null;
  readonly canRetry: boolean;
  readonly asks: TakeQuestion | null;
  readonly isClosed: boolean;
}

/** What can happen to a finished recording. */
export type TakeEvent =
  | { readonly type: 'titled'; readonly title: string }
  | { readonly type: 'step-began'; readonly step: Exclude<TakeStep, 'resting'> }
  | { readonly type: 'prepared'; readonly audio: PreparedAudio }
  | { readonly type: 'placed' }
  | { readonly type: 'progressed'; readonly progress: number }
  | { readonly type: 'sent' }
  /** All that could be done so far is done. */
  | { readonly type: 'rested' }
  | { readonly type: 'save-wanted' }
  /** `placeGone`: its place does not exist any more, so trying again makes another. */
  | { readonly type: 'failed'; readonly message: string; readonly placeGone: boolean; readonly canRetry: boolean }
  | { readonly type: 'asked'; readonly about: TakeQuestion }
  | { readonly type: 'denied' }
  | { readonly type: 'closed' };

/** A finished recording whose popup has just been opened. */
export function openTake(origin: TakeState['origin'], title: string, hasPlace: boolean): TakeState {
  return {
    origin,
    step: 'preparing',
    title,
    audio: null,
    hasPlace,
    isSent: false,
    wantsSave: false,
    progress: null,
    error: null,
    canRetry: false,
    asks: null,
    isClosed: false,
  };
}

/** The next state. What comes after the popup was closed is not heard. */
export function reduceTake(state: TakeState, event: TakeEvent): TakeState {
  if (state.isClosed) return state;
  switch (event.type) {
    case 'titled':
      return mayTitle(state) ? { ...state, title: event.title } : state;
    case 'step-began':
      return { ...state, step: event.step, error: null, progress: event.step === 'sending' ? 0 : null };
    case 'prepared':
      return { ...state, audio: event.audio };
    case 'placed':
      return { ...state, hasPlace: true };
    case 'progressed':
      return state.step === 'sending' ? { ...state, progress: event.progress } : state;
    case 'sent':
      return { ...state, isSent: true, progress: null };
    case 'rested':
      return { ...state, step: 'resting', progress: null };
    case 'save-wanted':
      return maySave(state) ? { ...state, wantsSave: true, error: null } : state;
    case 'failed':
      return {
        ...state,
        step: 'resting',
        progress: null,
        error: event.message,
        canRetry: event.canRetry,
        wantsSave: false,
        hasPlace: state.hasPlace && !event.placeGone,
        isSent: state.isSent && !event.placeGone,
      };
    case 'asked':
      return state.step === 'removing' ? state : { ...state, asks: event.about };
    case 'denied':
      return { ...state, asks: null };
    case 'closed':
      return { ...state, isClosed: true, asks: null };
  }
}

/** Whether save can be pressed: never without audio, and for what was just recorded only once its place exists. */
export function maySave(state: TakeState): boolean {
  if (state.audio === null || state.wantsSave || state.step === 'removing') return false;
  return state.hasPlace || state.origin === 'found';
}

/** Whether the title can be changed: not once it is on its way. */
export function mayTitle(state: TakeState): boolean {
  return !state.wantsSave && state.step !== 'removing';
}
