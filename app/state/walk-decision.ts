import type { PlaceId } from '../../contracts/vocabulary.ts';

/** A place that the walker has reached, with the distance to it in metres (0 inside a zone). */
export interface Reached {
  readonly placeId: PlaceId;
  readonly distanceM: number;
}

/** Why a place is selected: somebody chose it, or it was the nearest one to the walker. */
export type SelectionReason = 'chosen' | 'nearest';

/** All that the decision of what plays depends on. Immutable: each decision makes a new one. */
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
  /**
   * Of these the one whose turn it is: the nearest, or the nearest of those whose story would start by itself. It
   * differs from `selected` while a story plays to its end.
   */
  readonly nearest: Reached | null;
  readonly playing: boolean;
  /** The selected story is to start by itself as soon as it is ready. */
  readonly startsItself: boolean;
  /** The browser refused to start this story without a tap: nothing starts by itself until one came. */
  readonly refused: boolean;
  /** Places whose story has begun in this session: none of them starts by itself again. */
  readonly heard: readonly PlaceId[];
  /** Places without audio: there is nothing that could start. */
  readonly silent: readonly PlaceId[];
}

/** What can happen on a walk. */
export type WalkEvent =
  /** A tap on a place of the map, or on empty space (null). Without effect in audio-guide mode. */
  | { readonly type: 'tapped'; readonly placeId: PlaceId | null }
  /** A choice that always counts: from the list of places, or a place just made. */
  | { readonly type: 'chosen'; readonly placeId: PlaceId | null }
  | { readonly type: 'on-site-switched'; readonly on: boolean }
  | { readonly type: 'autoplay-switched'; readonly on: boolean }
  /** The places the walker is at, nearest first, as a steady view of the positions has it (`steady-walk.ts`). */
  | { readonly type: 'located'; readonly here: readonly Reached[] }
  | { readonly type: 'started'; readonly placeId: PlaceId }
  | { readonly type: 'paused' }
  | { readonly type: 'ended' }
  /** The browser refused to start sound without a tap. */
  | { readonly type: 'refused' }
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
  startsItself: false,
  refused: false,
  heard: [],
  silent: [],
};

/**
 * Decides what the walker hears. Pure: the same state and event give the same state, and nothing else happens. Whoever
 * calls it acts on the difference: a new `selected` stops the player and loads that place's audio; `startsItself`
 * starts it once it is ready.
 *
 * The rules:
 * - in audio-guide mode the nearest place reached is selected, and with autoplay its story starts by itself, once in
 *   a session;
 * - where the walker is at several places, those that were heard give way to those that were not;
 * - walking out of every place cuts nothing: the story plays to its end;
 * - another place takes over from a playing story only when the walker is out of that story's place and the other
 *   story would start by itself, for otherwise a story would be cut to give silence; it waits until the end;
 * - a choice by hand takes over at once, and with autoplay it starts even when it was heard before; it stands until the
 *   walk brings another place than the one that was nearest then, or its story ends.
 */
export function decide(state: WalkState, event: WalkEvent): WalkState {
  switch (event.type) {
    case 'tapped':
      return state.onSite ? state : choose(state, event.placeId);
    case 'chosen':
      return choose(state, event.placeId);
    case 'on-site-switched':
      return { ...state, onSite: event.on, here: [], nearest: null, distanceM: null, startsItself: false };
    case 'autoplay-switched':
      return arm({ ...state, autoplay: event.on, startsItself: false });
    case 'located':
      return state.onSite ? locate(state, event.here) : state;
    case 'started':
      return event.placeId === state.selected ? begin(state, event.placeId) : state;
    case 'paused':
      return { ...state, playing: false, startsItself: false };
    case 'ended':
      return takeOver({ ...state, playing: false, nearest: whoseTurn(state, state.here) });
    case 'refused':
      return { ...state, playing: false, startsItself: false, refused: true };
    case 'places-changed':
      return arm({ ...keepOnly(state, event.placeIds), silent: event.silentIds });
  }
}

function choose(state: WalkState, placeId: PlaceId | null): WalkState {
  if (placeId !== null && placeId === state.selected && state.playing) return state;
  return {
    ...state,
    selected: placeId,
    reason: placeId === null ? null : 'chosen',
    distanceM: distanceTo(state.here, placeId),
    playing: false,
    startsItself: placeId !== null && state.autoplay,
    refused: false,
  };
}

function locate(state: WalkState, here: readonly Reached[]): WalkState {
  const nearest = whoseTurn(state, here);
  const located = { ...state, here, nearest, distanceM: distanceTo(here, state.selected) };
  const isChosen = state.reason === 'chosen';
  if (nearest === null) return isChosen ? located : { ...located, startsItself: false };
  // Each position confirms the nearest place: that alone is no reason to take a choice back.
  if (isChosen && nearest.placeId !== state.selected && nearest.placeId === state.nearest?.placeId) return located;
  if (!state.playing) return takeOver(located);
  const leftItsPlace = !here.some(({ placeId }) => placeId === state.selected);
  return leftItsPlace && startsByItself(state, nearest.placeId) ? takeOver(located) : located;
}

/** Selects the nearest place, if there is one; if it is selected already, its story may still have to start. */
function takeOver(state: WalkState): WalkState {
  const { nearest } = state;
  if (nearest === null) return state;
  if (nearest.placeId === state.selected) return arm(state);
  return arm({
    ...state,
    selected: nearest.placeId,
    reason: 'nearest',
    distanceM: nearest.distanceM,
    playing: false,
    startsItself: false,
  });
}

/** Lets the selected story start by itself where the walker stands in its place and has not heard it yet. */
function arm(state: WalkState): WalkState {
  if (!state.onSite || state.playing || state.refused || state.selected === null) return state;
  if (state.nearest?.placeId !== state.selected || !startsByItself(state, state.selected)) return state;
  return { ...state, startsItself: true };
}

function begin(state: WalkState, placeId: PlaceId): WalkState {
  const heard = state.heard.includes(placeId) ? state.heard : [...state.heard, placeId];
  return { ...state, playing: true, startsItself: false, refused: false, heard };
}

function keepOnly(state: WalkState, placeIds: readonly PlaceId[]): WalkState {
  const isThere = (placeId: PlaceId): boolean => placeIds.includes(placeId);
  const here = state.here.filter(({ placeId }) => isThere(placeId));
  const left = { ...state, here, nearest: whoseTurn(state, here) };
  return state.selected === null || isThere(state.selected) ? left : choose(left, null);
}

function startsByItself(state: WalkState, placeId: PlaceId): boolean {
  return state.autoplay && !state.heard.includes(placeId) && !state.silent.includes(placeId);
}

function whoseTurn(state: WalkState, here: readonly Reached[]): Reached | null {
  return here.find(({ placeId }) => startsByItself(state, placeId)) ?? here[0] ?? null;
}

function distanceTo(here: readonly Reached[], selected: PlaceId | null): number | null {
  return here.find(({ placeId }) => placeId === selected)?.distanceM ?? null;
}
