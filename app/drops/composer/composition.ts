import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { ConverterError, ReadyAudio } from '../outbox/outbox-audio.ts';
import type { OutboxFault } from '../outbox/outbox-records.ts';

/** Audio prepared for upload, with the peaks of its waveform. */
export interface PreparedAudio extends ReadyAudio {
  /** One array per channel, one number per bar, -1 to 1. */
  readonly peaks: Float32Array[];
}

/** An action that would lose something, so that the person is asked first. */
export type LossQuestion = 'close' | 'redo';

/** Why a drop could not be composed, queued, saved or discarded. */
export type DropFault =
  | ConverterError
  | OutboxFault
  /** The chosen file or its audio, or too many files at once. */
  | 'file-type'
  | 'too-many-files'
  | 'no-sound'
  | 'memory-full'
  | 'converter-crashed'
  | 'no-position'
  | 'no-parcours'
  | 'place-unknown'
  /** It was sent or discarded a moment before. */
  | 'no-longer-queued'
  | 'not-removed'
  | 'not-discarded'
  | 'network'
  | 'unexpected';

/** Progress of a conversion. */
export interface Conversion {
  /** Finished share, 0 to 1; of the converter's download while there is one; null while unknown. */
  readonly share: number | null;
  readonly remainingS: number | null;
  /** The converter's download, which comes first; null if the converter is on the device. */
  readonly download: ConverterDownload | null;
}

interface ConverterDownload {
  readonly loadedBytes: number;
  /** Null until the server has answered. */
  readonly totalBytes: number | null;
}

/** A drop that is being composed, as its sheet shows it; the outbox reports the progress of sending. Immutable. */
export interface Composition {
  /** A `picked` file; a recording that is `fresh`, `found` after a crash, or was `queued` without being saved. */
  readonly origin: 'picked' | 'fresh' | 'found' | 'queued';
  readonly title: string;
  readonly fileName: string | null;
  readonly conversion: Conversion | null;
  /** Null until it is ready. */
  readonly audio: PreparedAudio | null;
  /** It is being put into the outbox, saved for good, or removed. */
  readonly step: 'resting' | 'queuing' | 'saving' | 'removing';
  /** Its drop in the outbox; null until it is queued there. */
  readonly itemId: string | null;
  /** Its place, once the server has everything. */
  readonly placeId: PlaceId | null;
  readonly error: DropFault | null;
  readonly asks: LossQuestion | null;
  readonly isClosed: boolean;
}

/** What happens to a composition. */
export type CompositionEvent =
  | { readonly type: 'titled'; readonly title: string }
  /** It will be tried again once others are done. */
  | { readonly type: 'awaited' }
  | { readonly type: 'conversion-began'; readonly fileName: string | null }
  | ({ readonly type: 'downloaded' } & ConverterDownload)
  | { readonly type: 'progressed'; readonly share: number | null; readonly remainingS: number | null }
  | { readonly type: 'prepared'; readonly audio: PreparedAudio }
  /** The person accepts the readable part of an incomplete file. */
  | { readonly type: 'part-accepted' }
  /** The audio could not be converted, or the conversion was cancelled (`error` null). */
  | { readonly type: 'conversion-ended'; readonly error: DropFault | null }
  | { readonly type: 'step-began'; readonly step: 'queuing' | 'saving' | 'removing' }
  | { readonly type: 'queued'; readonly itemId: string }
  | { readonly type: 'sent'; readonly placeId: PlaceId }
  /** `error` is null if the recorder says why. */
  | { readonly type: 'failed'; readonly error: DropFault | null }
  /** A request of the person is impossible: nothing changes, but the reason is shown. */
  | { readonly type: 'refused'; readonly error: DropFault }
  | { readonly type: 'asked'; readonly about: LossQuestion }
  | { readonly type: 'denied' }
  | { readonly type: 'closed' };

const NOTHING_KNOWN: Conversion = { share: null, remainingS: null, download: null };

/** Returns a newly opened composition. */
export function compose(origin: Composition['origin'], title = '', itemId: string | null = null): Composition {
  return {
    ...{ origin, title, fileName: null, conversion: null, audio: null, step: 'resting' },
    ...{ itemId, placeId: null, error: null, asks: null, isClosed: false },
  };
}

/** Returns the next state. An event that doesn't fit, for example a result after a cancel, changes nothing. */
export function reduceComposition(state: Composition, event: CompositionEvent): Composition {
  if (state.isClosed) return state;
  switch (event.type) {
    case 'titled':
      return mayTitle(state) ? { ...state, title: event.title } : state;
    case 'awaited':
      return { ...state, error: null };
    case 'conversion-began':
      return {
        ...{ ...state, fileName: event.fileName, conversion: NOTHING_KNOWN, audio: null },
        // A recording that could not be queued still shows why while it is prepared.
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
      // Removing a recording aborts its conversion, which is not a failure.
      if (state.step === 'removing') return { ...state, conversion: null };
      return { ...state, fileName: null, conversion: null, error: event.error };
    case 'step-began':
      return state.step === event.step ? state : { ...state, step: event.step, error: null };
    case 'queued':
      return { ...state, step: 'resting', itemId: event.itemId };
    case 'sent':
      // A sent file can no longer be given up; a recording still waits for its title.
      return { ...state, placeId: event.placeId, asks: state.origin === 'picked' ? null : state.asks };
    case 'failed':
      return { ...state, step: 'resting', error: event.error };
    case 'refused':
      return state.conversion !== null || state.step !== 'resting' ? state : { ...state, error: event.error };
    case 'asked':
      return state.step === 'removing' ? state : { ...state, asks: event.about };
    case 'denied':
      return { ...state, asks: null };
    case 'closed':
      return { ...state, asks: null, isClosed: true };
  }
}

/** Whether a question is open: only a part of the file was readable, and the person has not accepted it yet. */
export function isPartOnly({ audio, origin, itemId }: Composition): boolean {
  return origin === 'picked' && itemId === null && audio?.statedS != null;
}

/** Whether the title can be changed: of a file until it is queued, of a recording until it is saved. */
export function mayTitle({ origin, step, itemId }: Composition): boolean {
  return origin === 'picked' ? step === 'resting' && itemId === null : step === 'resting' || step === 'queuing';
}

/** Whether it can be saved: never without audio, and a fresh recording only once the outbox has it. */
export function maySave({ origin, step, audio, itemId }: Composition): boolean {
  return audio !== null && step === 'resting' && (itemId !== null || origin !== 'fresh');
}

/** Whether closing would lose prepared audio of a file. A queued drop is the outbox's to send. */
export function losesFile({ conversion, audio, itemId }: Composition): boolean {
  return itemId === null && (conversion !== null || audio !== null);
}
