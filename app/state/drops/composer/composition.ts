import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { PreparedAudio } from './prepare-audio.ts';

/** What would be lost, and so is asked about first. */
export type LossQuestion = 'close' | 'redo';

/** How far a conversion is. */
export interface Conversion {
  /** Share that is done, 0 to 1, of the converter's download as long as there is one; null while it can't be told. */
  readonly share: number | null;
  /** Seconds left; null while they can't be told. */
  readonly remainingS: number | null;
  /** The converter is being downloaded, which comes first; null where it is on the device. */
  readonly download: ConverterDownload | null;
}

/** How much of the converter has arrived. */
export interface ConverterDownload {
  readonly loadedBytes: number;
  /** Null until the server has answered. */
  readonly totalBytes: number | null;
}

/**
 * A drop that is being composed: its audio is made ready, titled, kept in the outbox and sent from there. All that its
 * sheet shows of its own; how far it is sent, the outbox tells. Immutable.
 */
export interface Composition {
  /**
   * Where the audio comes from: a `picked` file; a recording that is `fresh`, `found` after a crash, or was `kept` in the
   * outbox before and not saved.
   */
  readonly origin: 'picked' | 'fresh' | 'found' | 'kept';
  readonly title: string;
  readonly fileName: string | null;
  /** The conversion under way. */
  readonly conversion: Conversion | null;
  /** Null until it is ready. */
  readonly audio: PreparedAudio | null;
  /** It is being put into the outbox, saved for good, or removed. */
  readonly step: 'resting' | 'keeping' | 'saving' | 'removing';
  /** Its drop in the outbox; null until it is kept. */
  readonly itemId: string | null;
  /** Where it can be heard, once the server has all of it. */
  readonly placeId: PlaceId | null;
  /** What went wrong last, in words. */
  readonly error: string | null;
  readonly asks: LossQuestion | null;
  readonly isClosed: boolean;
}

/** What can happen to a composition. */
export type CompositionEvent =
  | { readonly type: 'titled'; readonly title: string }
  | { readonly type: 'conversion-began'; readonly fileName: string | null }
  /** More of the converter has arrived. */
  | ({ readonly type: 'downloaded' } & ConverterDownload)
  | { readonly type: 'progressed'; readonly share: number | null; readonly remainingS: number | null }
  | { readonly type: 'prepared'; readonly audio: PreparedAudio }
  /** The person wants what could be read of a file that is not whole. */
  | { readonly type: 'part-accepted' }
  /** The audio could not be converted, or the conversion was cancelled (`message` null). */
  | { readonly type: 'conversion-ended'; readonly message: string | null }
  | { readonly type: 'step-began'; readonly step: 'keeping' | 'saving' | 'removing' }
  | { readonly type: 'kept'; readonly itemId: string }
  | { readonly type: 'sent'; readonly placeId: PlaceId }
  | { readonly type: 'failed'; readonly message: string }
  /** Something was asked for that can't be done: all stays as it is, but the reason is shown. */
  | { readonly type: 'refused'; readonly message: string }
  | { readonly type: 'asked'; readonly about: LossQuestion }
  | { readonly type: 'denied' }
  | { readonly type: 'closed' };

const NOTHING_KNOWN: Conversion = { share: null, remainingS: null, download: null };

/** A composition that has just been opened. */
export function compose(origin: Composition['origin'], title = '', itemId: string | null = null): Composition {
  return {
    ...{ origin, title, fileName: null, conversion: null, audio: null, step: 'resting' },
    ...{ itemId, placeId: null, error: null, asks: null, isClosed: false },
  };
}

/** The next state. An event that doesn't fit, such as a result that comes after a cancel, changes nothing. */
export function reduceComposition(state: Composition, event: CompositionEvent): Composition {
  if (state.isClosed) return state;
  switch (event.type) {
    case 'titled':
      return mayTitle(state) ? { ...state, title: event.title } : state;
    case 'conversion-began':
      return {
        ...{ ...state, fileName: event.fileName, conversion: NOTHING_KNOWN, audio: null },
        // A recording that could not be kept still shows why while it is prepared.
        error: state.origin === 'picked' ? null : state.error,
      };
    case 'downloaded': {
      if (state.conversion === null) return state;
      const { loadedBytes, totalBytes } = event;
      const share = totalBytes === null ? null : loadedBytes / totalBytes;
      return { ...state, conversion: { share, remainingS: null, download: { loadedBytes, totalBytes } } };
    }
    case 'progressed':
      if (state.conversion === null) return state;
      return { ...state, conversion: { share: event.share, remainingS: event.remainingS, download: null } };
    case 'prepared':
      return state.conversion === null ? state : { ...state, audio: event.audio, conversion: null };
    case 'part-accepted':
      if (state.audio === null) return state;
      return { ...state, audio: { ...state.audio, statedS: null } };
    case 'conversion-ended':
      if (state.conversion === null) return state;
      // Removing a recording aborts its conversion, which is no failure.
      if (state.step === 'removing') return { ...state, conversion: null };
      return { ...state, fileName: null, conversion: null, error: event.message };
    case 'step-began':
      return state.step === event.step ? state : { ...state, step: event.step, error: null };
    case 'kept':
      return { ...state, step: 'resting', itemId: event.itemId };
    case 'sent':
      // A sent file can't be given up any more; a recording still waits for its title.
      return { ...state, placeId: event.placeId, asks: state.origin === 'picked' ? null : state.asks };
    case 'failed':
      return { ...state, step: 'resting', error: event.message };
    case 'refused':
      return state.conversion !== null || state.step !== 'resting' ? state : { ...state, error: event.message };
    case 'asked':
      return state.step === 'removing' ? state : { ...state, asks: event.about };
    case 'denied':
      return { ...state, asks: null };
    case 'closed':
      return { ...state, asks: null, isClosed: true };
  }
}

/** Whether a question is open: only a part of the file could be read, and nothing is kept before the person wants that. */
export function isPartOnly({ audio, origin, itemId }: Composition): boolean {
  return origin === 'picked' && itemId === null && audio?.statedS != null;
}

/** Whether the title can be changed: of a file until it is kept, of a recording until it is saved. */
export function mayTitle({ origin, step, itemId }: Composition): boolean {
  return origin === 'picked' ? step === 'resting' && itemId === null : step === 'resting' || step === 'keeping';
}

/** Whether it can be saved: never without audio, and a fresh recording only once the outbox has it. */
export function maySave({ origin, step, audio, itemId }: Composition): boolean {
  return audio !== null && step === 'resting' && (itemId !== null || origin !== 'fresh');
}

/** Whether closing would lose what was made ready of a file; what is kept is the outbox's to send. */
export function losesFile({ conversion, audio, itemId }: Composition): boolean {
  return itemId === null && (conversion !== null || audio !== null);
}
