import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** A place that the walker has reached, with the distance to it in metres (0 inside a zone). */
export interface Reached {
  readonly placeId: PlaceId;
  readonly distanceM: number;
  /** So near that a story played now counts as heard there. */
  readonly isSure: boolean;
  /** The walker moves away from it. Missing if unknown. */
  readonly isLeaving?: boolean;
}

/** Why a place is selected: the person chose it, resumed its story, or it was the nearest one. */
export type SelectionReason = 'chosen' | 'resumed' | 'nearest';

/** Progress of the story in the player. */
export interface StoryProgress {
  /** How long this playback has sounded while the walker was surely at the place. */
  readonly thereMs: number;
  /** Position in the story, from its beginning. */
  readonly atMs: number;
  /** Remaining time; null if unknown. */
  readonly leftMs: number | null;
  /** Start of the part that is played without a seek; null before the first sound, and after a seek. */
  readonly fromMs: number | null;
}

/** A story that was started and not heard. */
export interface UnfinishedStory {
  readonly placeId: PlaceId;
  /** Position in the story at which it last stopped, from its beginning. */
  readonly atMs: number;
  readonly parts: readonly PlayedPart[];
  /** The telling whose sound was played; missing for the place's own sound. */
  readonly sound?: string | undefined;
}

/** Everything on which the decision what to play depends. Immutable. */
export interface WalkState {
  /** Audio-guide mode ('sur place'): the position chooses the place, taps on the map don't. */
  readonly onSite: boolean;
  readonly autoplay: boolean;
  /** The place whose story is in the player. */
  readonly selected: PlaceId | null;
  readonly reason: SelectionReason | null;
  /** Distance to the selected place in metres, null while the walker is not at it. */
  readonly distanceM: number | null;
  /** The places that the walker is at, nearest first. */
  readonly here: readonly Reached[];
  /** The next place: one whose story would start by itself, else the nearest. Not `selected` during another's story. */
  readonly nearest: Reached | null;
  readonly playing: boolean;
  /** The selected story was played to its end, and since then not chosen, sought in or started again. */
  readonly isOver: boolean;
  /** The stories that follow one another by themselves, in this order; null if none follows. */
  readonly order: readonly PlaceId[] | null;
  /** The selected story starts by itself as soon as it is ready. */
  readonly startsItself: boolean;
  /** The browser refused to start this story without a tap: nothing starts by itself until the next tap. */
  readonly refused: boolean;
  /** The system (a call, another app) stopped the sound: nothing starts by itself until the person resumes. */
  readonly interrupted: boolean;
  readonly progress: StoryProgress;
  /** The stories that were started and not heard, the latest first; including the one in the player. */
  readonly unfinished: readonly UnfinishedStory[];
  /** Places whose story has started by itself in this session, heard or not. */
  readonly begun: readonly PlaceId[];
  /** Places whose story does not start by itself again: all heard ones, and others of which enough was played. */
  readonly spent: readonly PlaceId[];
  /** Places whose story was played to at least four fifths: on a walk, or from elsewhere not long before it. */
  readonly heard: readonly PlaceId[];
  /** Places whose story was heard from elsewhere, long ago: heard when listening from there, but not on a walk. */
  readonly heardAway: readonly PlaceId[];
  /** Places whose story follows in the order once more, although it was heard. */
  readonly again: readonly PlaceId[];
  /** Places whose story was played to its end, mostly away from them, and whether they were left since. */
  readonly playedAway: readonly { readonly placeId: PlaceId; readonly isLeft: boolean }[];
  /** Places here at a pause, or when a story broke off: silent until they are left, or something plays. */
  readonly muted: readonly PlaceId[];
  /** Places without audio, which can't start. */
  readonly silent: readonly PlaceId[];
  /** The tellings whose sounds are played at places instead of their own. */
  readonly sounds: ReadonlyMap<PlaceId, string>;
}

/** An event on a walk. */
export type WalkEvent =
  /** A tap on a place of the map, or on empty space (null). Has no effect in audio-guide mode. */
  | { readonly type: 'tapped'; readonly placeId: PlaceId | null }
  /** A choice that always counts: from the list of places, or a place just made. */
  | { readonly type: 'chosen'; readonly placeId: PlaceId | null }
  /** The person resumes a story that was started. Counts as a choice. */
  | { readonly type: 'resumed'; readonly placeId: PlaceId }
  | { readonly type: 'on-site-switched'; readonly on: boolean }
  | { readonly type: 'autoplay-switched'; readonly on: boolean }
  /** From now on the stories follow one another in this order, or no longer (null). Never in audio-guide mode. */
  | { readonly type: 'ordered'; readonly order: readonly PlaceId[] | null }
  /** The order is restarted, whatever was heard; what was heard stays heard. */
  | { readonly type: 'ordered-anew'; readonly order: readonly PlaceId[] }
  /**
   * The walker's places, nearest first, from the steady view of the positions (`steady-walk.ts`), and all that may not
   * have been left; without `around` none has been left.
   */
  | { readonly type: 'located'; readonly here: readonly Reached[]; readonly around?: readonly PlaceId[] | undefined }
  /** The story sounds, from `atMs` on if known; `goesOn` if it had broken off, and the person did not resume it. */
  | { readonly type: 'started'; readonly placeId: PlaceId; readonly goesOn?: boolean; readonly atMs?: number }
  /** `ms` of the selected story have sounded since the last such event; it is at `atMs`, with `leftMs` remaining. */
  | { readonly type: 'sounded'; readonly ms: number; readonly atMs: number; readonly leftMs: number | null }
  /** The listener moved within the selected story by hand. */
  | { readonly type: 'sought' }
  | { readonly type: 'paused' }
  /** The sound stopped without the person's action: a call, another app, headphones that were unplugged. */
  | { readonly type: 'interrupted' }
  /** The story stopped by itself, in its middle: the rest of its audio could not be loaded. */
  | { readonly type: 'broke-off' }
  | { readonly type: 'ended' }
  /** The browser refused to start sound without a tap. */
  | { readonly type: 'refused' }
  /** The person has tapped since, anywhere: the browser permits sound. */
  | { readonly type: 'permitted' }
  /** The person doesn't want to hear the rest of this story. */
  | { readonly type: 'dismissed'; readonly placeId: PlaceId }
  /** These places are walked again from the start: none of their stories counts as played. */
  | { readonly type: 'begun-anew'; readonly placeIds: readonly PlaceId[] }
  /** These stories were played only from elsewhere, long before the walk that starts. */
  | { readonly type: 'played-away'; readonly placeIds: readonly PlaceId[] }
  /** Its author has listened to this story while making it. */
  | { readonly type: 'previewed'; readonly placeId: PlaceId }
  /**
   * The parcours' places are now these, some without audio, some with the sound of a telling instead of their own; a place
   * that is gone can't stay selected.
   */
  | {
      readonly type: 'places-changed';
      readonly placeIds: readonly PlaceId[];
      readonly silentIds: readonly PlaceId[];
      readonly sounds?: ReadonlyMap<PlaceId, string>;
    };

/** State at the start of every session: both modes off, nothing selected, nothing heard. */
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
  progress: { thereMs: 0, atMs: 0, leftMs: null, fromMs: null },
  unfinished: [],
  begun: [],
  spent: [],
  heard: [],
  heardAway: [],
  again: [],
  playedAway: [],
  muted: [],
  silent: [],
  sounds: new Map(),
};

/** Returns the heard stories for the current listening: on a walk those heard for it, from elsewhere all. Pure. */
export function heardNow({
  onSite,
  heard,
  heardAway,
}: Pick<WalkState, 'onSite' | 'heard' | 'heardAway'>): readonly PlaceId[] {
  return onSite || heardAway.length === 0 ? heard : [...heard, ...heardAway];
}

/**
 * Returns the story that follows the selected one: the next of the order that has audio and is neither spent nor heard,
 * unless the order was restarted; after the last one the first; null if none is left, and without an order. Pure.
 *
 * @param stories the order if the walk has none; by default nothing follows then
 */
export function nextInOrder(walk: WalkState, stories: readonly PlaceId[] | null = null): PlaceId | null {
  const { order: own, selected, again, silent } = walk;
  const done = new Set([...walk.spent, ...heardNow(walk)]);
  const order = own ?? stories;
  if (order === null) return null;
  const at = selected === null ? -1 : order.indexOf(selected);
  const turned = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  const isDue = (id: PlaceId): boolean => (!done.has(id) || again.includes(id)) && !silent.includes(id);
  return turned.find((id) => id !== selected && isDue(id)) ?? null;
}

/** Returns the story before the selected one, heard or not; null if there is none in the order. Pure. */
export function previousInOrder({ order, selected }: WalkState, stories: readonly PlaceId[]): PlaceId | null {
  const known = order ?? stories;
  return selected === null ? null : (known[known.indexOf(selected) - 1] ?? null);
}

/** A played part of a story, from and to, in ms from its beginning. */
export type PlayedPart = readonly [fromMs: number, toMs: number];

/**
 * Returns what was played of a story that was started and not heard: nothing, from its beginning, if another sound is
 * played there now. Null for other stories. Pure.
 */
export function playedOf(
  { unfinished, sounds }: Pick<WalkState, 'unfinished' | 'sounds'>,
  placeId: PlaceId | null,
): Pick<UnfinishedStory, 'atMs' | 'parts'> | null {
  const story = unfinished.find((known) => known.placeId === placeId);
  if (story === undefined) return null;
  return story.sound === sounds.get(story.placeId) ? story : { atMs: 0, parts: [] };
}

/** Share of a story that must be played for it to count as heard: the last words may be missed, or skipped. */
export const HEARD_PART = 0.8;

/** Adds a part. Overlapping or touching parts become one, so that nothing counts twice; they stay in order. Pure. */
export function addPart(parts: readonly PlayedPart[], [fromMs, toMs]: PlayedPart): readonly PlayedPart[] {
  const apart = parts.filter(([from, to]) => to < fromMs || from > toMs);
  const joined = parts.filter((part) => !apart.includes(part));
  const whole: PlayedPart = [
    Math.min(fromMs, ...joined.map(([from]) => from)),
    Math.max(toMs, ...joined.map(([, to]) => to)),
  ];
  return [...apart, whole].sort(([a], [b]) => a - b);
}

/** True if enough of a story of this length was played to count as heard. Pure. */
export function isHeardBy(parts: readonly PlayedPart[], lengthMs: number): boolean {
  return parts.reduce((sum, [from, to]) => sum + to - from, 0) >= HEARD_PART * lengthMs;
}

/** Returns where the first unplayed part begins. Pure. */
export function firstUnplayedMs(parts: readonly PlayedPart[]): number {
  const [first] = parts;
  return first === undefined || first[0] > 0 ? 0 : first[1];
}
