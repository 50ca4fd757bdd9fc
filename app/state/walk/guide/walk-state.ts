import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { ToldPart } from './told-parts.ts';

/** A place that the walker has reached, with the distance to it in metres (0 inside a zone). */
export interface Reached {
  readonly placeId: PlaceId;
  readonly distanceM: number;
  /** So near that a story played now counts as heard there. */
  readonly isSure: boolean;
  /** The walker moves away from it. Absent where that is unknown. */
  readonly isLeaving?: boolean;
}

/** Why a place is selected: somebody chose it, went on with its story, or it was the nearest one to the walker. */
export type SelectionReason = 'chosen' | 'resumed' | 'nearest';

/** How far the story in the player has come. */
export interface Told {
  /** How long this playback has sounded while the walker was surely at the place. */
  readonly thereMs: number;
  /** Where in the story it is, from its beginning. */
  readonly atMs: number;
  /** How much of it is still to come; null while that is not known. */
  readonly leftMs: number | null;
  /** From where on it was told without a jump; null before the first sound, and after a jump. */
  readonly fromMs: number | null;
}

/** A story that began and was not heard. */
export interface UnfinishedStory {
  readonly placeId: PlaceId;
  /** Where in the story it stopped last, from its beginning. */
  readonly atMs: number;
  /** What of it was told. */
  readonly parts: readonly ToldPart[];
}

/** All that the decision of what plays depends on. Immutable. */
export interface WalkState {
  /** Audio-guide mode ('sur place'): the position chooses the place, taps on the map don't. */
  readonly onSite: boolean;
  readonly autoplay: boolean;
  /** The place whose story is in the player. */
  readonly selected: PlaceId | null;
  readonly reason: SelectionReason | null;
  /** Distance to the selected place in metres, null while the walker is not at it. */
  readonly distanceM: number | null;
  /** The places the walker is at, nearest first. */
  readonly here: readonly Reached[];
  /** Whose turn it is: one whose story would start by itself, else the nearest. Not `selected` while a story plays to its end. */
  readonly nearest: Reached | null;
  readonly playing: boolean;
  /** The selected story was told to its end, and has neither been chosen nor moved within nor started again since. */
  readonly isOver: boolean;
  /** The stories that follow one another by themselves, in this order; null where none follows another. */
  readonly order: readonly PlaceId[] | null;
  /** The selected story is to start by itself as soon as it is ready. */
  readonly startsItself: boolean;
  /** The browser refused to start this story without a tap: nothing starts by itself until one came. */
  readonly refused: boolean;
  /** The system (a call, another app) stopped the sound: nothing starts by itself until asked. */
  readonly interrupted: boolean;
  readonly told: Told;
  /** The stories that began and were not heard, the last one first; the one in the player among them. */
  readonly unfinished: readonly UnfinishedStory[];
  /** Places whose story has begun by itself in this session, heard or not. */
  readonly begun: readonly PlaceId[];
  /** Places whose story does not start by itself again: all that were heard, and others of which enough was told. */
  readonly spent: readonly PlaceId[];
  /** Places whose story was told to four fifths at least: on a walk, or from elsewhere not long before it. */
  readonly heard: readonly PlaceId[];
  /** Places whose story was heard from elsewhere, long before: there it is heard, and on a walk as if it never was. */
  readonly heardAway: readonly PlaceId[];
  /** Places whose story follows in the order once more, although it was heard. */
  readonly again: readonly PlaceId[];
  /** Places whose story was told to its end, mostly away from them, and whether they were left since. */
  readonly toldAway: readonly { readonly placeId: PlaceId; readonly isLeft: boolean }[];
  /** Places here at a pause, or when a story broke off: silent until they are left, or something plays. */
  readonly muted: readonly PlaceId[];
  /** Places without audio: there is nothing that could start. */
  readonly silent: readonly PlaceId[];
}

/** What can happen on a walk. */
export type WalkEvent =
  /** A tap on a place of the map, or on empty space (null). Without effect in audio-guide mode. */
  | { readonly type: 'tapped'; readonly placeId: PlaceId | null }
  /** A choice that always counts: from the list of places, or a place just made. */
  | { readonly type: 'chosen'; readonly placeId: PlaceId | null }
  /** Somebody goes on with a story that had begun. A choice as well. */
  | { readonly type: 'resumed'; readonly placeId: PlaceId }
  | { readonly type: 'on-site-switched'; readonly on: boolean }
  | { readonly type: 'autoplay-switched'; readonly on: boolean }
  /** From now on the stories follow one another in this order, or not any more (null). Never in audio-guide mode. */
  | { readonly type: 'ordered'; readonly order: readonly PlaceId[] | null }
  /** The order begins anew, whatever was heard, and nothing is forgotten by that. */
  | { readonly type: 'ordered-anew'; readonly order: readonly PlaceId[] }
  /**
   * The places the walker is at, nearest first, as a steady view of the positions has it (`steady-walk.ts`), and all that
   * may not have been left; without `around` none has been.
   */
  | { readonly type: 'located'; readonly here: readonly Reached[]; readonly around?: readonly PlaceId[] | undefined }
  /**
   * The story sounds, from `atMs` on where that is known; `goesOn` where it had broken off, and nobody asked for it to go
   * on.
   */
  | { readonly type: 'started'; readonly placeId: PlaceId; readonly goesOn?: boolean; readonly atMs?: number }
  /** So much of the selected story has sounded since the last such event; it is at `atMs`, and `leftMs` are to come. */
  | { readonly type: 'sounded'; readonly ms: number; readonly atMs: number; readonly leftMs: number | null }
  /** The listener moved within the selected story by hand. */
  | { readonly type: 'sought' }
  | { readonly type: 'paused' }
  /** The sound stopped, and nobody asked for it: the phone rang, another app plays, the headphones were pulled out. */
  | { readonly type: 'interrupted' }
  /** The story stopped by itself, in its middle: its audio could not be loaded on. */
  | { readonly type: 'broke-off' }
  | { readonly type: 'ended' }
  /** The browser refused to start sound without a tap. */
  | { readonly type: 'refused' }
  /** Somebody has tapped since, wherever it was: the browser lets sound start. */
  | { readonly type: 'permitted' }
  /** Nobody wants to hear the rest of this story. */
  | { readonly type: 'dismissed'; readonly placeId: PlaceId }
  /** These places are walked anew: nothing of their stories was told. */
  | { readonly type: 'begun-anew'; readonly placeIds: readonly PlaceId[] }
  /** These stories were told from elsewhere only, long before the walk that begins. */
  | { readonly type: 'told-away'; readonly placeIds: readonly PlaceId[] }
  /** Its author has listened to this story while making it. */
  | { readonly type: 'previewed'; readonly placeId: PlaceId }
  /** The parcours' places are now these, some without audio; what is gone can't stay selected. */
  | {
      readonly type: 'places-changed';
      readonly placeIds: readonly PlaceId[];
      readonly silentIds: readonly PlaceId[];
    };

/** Where every session begins: both modes off, nothing selected, nothing heard. */
export const INITIAL_WALK: WalkState = {
  onSite: false,
  autoplay: false,
  selected: null,
  reason: null,
  distanceM: null,
  here: [],
  nearest: null,
  playing: false,
  isOver: false,
  order: null,
  startsItself: false,
  refused: false,
  interrupted: false,
  told: { thereMs: 0, atMs: 0, leftMs: null, fromMs: null },
  unfinished: [],
  begun: [],
  spent: [],
  heard: [],
  heardAway: [],
  again: [],
  toldAway: [],
  muted: [],
  silent: [],
};

/** What counts as heard where somebody listens now: on a walk what was heard for it, from elsewhere all. Pure. */
export function heardNow({
  onSite,
  heard,
  heardAway,
}: Pick<WalkState, 'onSite' | 'heard' | 'heardAway'>): readonly PlaceId[] {
  return onSite || heardAway.length === 0 ? heard : [...heard, ...heardAway];
}
