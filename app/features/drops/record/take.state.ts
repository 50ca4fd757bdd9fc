import type { PreparedAudio } from '../upload/upload.state.ts';

/** What would be lost, and so is asked about first. */
export type TakeQuestion = 'close' | 'redo';

/** All that the popup of a finished recording shows of its own; how far its drop is, the outbox tells. Immutable. */
export interface TakeState {
  /**
   * `fresh`: just recorded, put into the outbox at once. `found`: left by a crash; put there when it is saved. `kept`: there
   * already, and not saved yet.
   */
  readonly origin: 'fresh' | 'found' | 'kept';
  /** The recording is being `keeping` as a drop, `saving` for good, `removing`; or nothing of it. */
  readonly step: 'resting' | 'keeping' | 'saving' | 'removing';
  readonly title: string;
  /** Null until it is prepared. */
  readonly audio: PreparedAudio | null;
  /** Its drop in the outbox, which has its place there; null where there is none yet. */
  readonly itemId: string | null;
  /** What went wrong last, in the words that are shown. */
  readonly error: string | null;
  readonly asks: TakeQuestion | null;
  readonly isClosed: boolean;
}

/** What can happen to a finished recording. */
export type TakeEvent =
  | { readonly type: 'titled'; readonly title: string }
  | { readonly type: 'prepared'; readonly audio: PreparedAudio }
  | { readonly type: 'step-began'; readonly step: 'keeping' | 'saving' | 'removing' }
  /** It is in the outbox. */
  | { readonly type: 'kept'; readonly itemId: string }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'asked'; readonly about: TakeQuestion }
  | { readonly type: 'denied' }
  | { readonly type: 'closed' };

/** A finished recording whose popup has just been opened. */
export function openTake(origin: TakeState['origin'], title: string, itemId: string | null): TakeState {
  return { origin, step: 'resting', title, audio: null, itemId, error: null, asks: null, isClosed: false };
}

/** The next state. What comes after the popup was closed is not heard. */
export function reduceTake(state: TakeState, event: TakeEvent): TakeState {
  if (state.isClosed) return state;
  switch (event.type) {
    case 'titled':
      return mayTitle(state) ? { ...state, title: event.title } : state;
    case 'prepared':
      return { ...state, audio: event.audio };
    case 'step-began':
      return { ...state, step: event.step, error: null };
    case 'kept':
      return { ...state, step: 'resting', itemId: event.itemId };
    case 'failed':
      return { ...state, step: 'resting', error: event.message };
    case 'asked':
      return state.step === 'removing' ? state : { ...state, asks: event.about };
    case 'denied':
      return { ...state, asks: null };
    case 'closed':
      return { ...state, isClosed: true, asks: null };
  }
}

/**
 * Whether save can be pressed: never without audio, and for what was just recorded only once its place exists, on the
 * server or in the outbox.
 */
export function maySave(state: TakeState): boolean {
  if (state.audio === null || state.step !== 'resting') return false;
  return state.itemId !== null || state.origin === 'found';
}

/** Whether the title can be changed: not once it is saved. */
export function mayTitle({ step }: TakeState): boolean {
  return step === 'resting' || step === 'keeping';
}
