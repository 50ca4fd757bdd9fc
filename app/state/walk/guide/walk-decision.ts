import type { PlaceId } from '../../../../contracts/vocabulary.ts';

/** Time at its place after which a story that started by itself counts as heard. Position errors make 5 s too short. */
export const HEARD_MS = 10_000;

/** A place that the walker has reached, with the distance to it in metres (0 inside a zone). */
export interface Reached {
  readonly placeId: PlaceId;
  readonly distanceM: number;
  /** So near that a story played now counts as heard there. */
  readonly isSure: boolean;
}

/** Why a place is selected: somebody chose it, or it was the nearest one to the walker. */
export type SelectionReason = 'chosen' | 'nearest';

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
  /** The nearest whose story would start by itself, else the nearest. Not `selected` while a story plays to its end. */
  readonly nearest: Reached | null;
  readonly playing: boolean;
  /** The selected story is to start by itself as soon as it is ready. */
  readonly startsItself: boolean;
  /** The browser refused to start this story without a tap: nothing starts by itself until one came. */
  readonly refused: boolean;
  /** The system (a call, another app) stopped the sound: nothing starts by itself until asked. */
  readonly interrupted: boolean;
  /** How long this playback has sounded while the walker was surely at the place, and elsewhere. */
  readonly told: { readonly thereMs: number; readonly elsewhereMs: number };
  /** Places whose story has begun by itself in this session, heard or not. */
  readonly begun: readonly PlaceId[];
  /** Places whose story was heard in this session: none of them starts by itself again. */
  readonly heard: readonly PlaceId[];
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
  | { readonly type: 'on-site-switched'; readonly on: boolean }
  | { readonly type: 'autoplay-switched'; readonly on: boolean }
  /** The places the walker is at, nearest first, as a steady view of the positions has it (`steady-walk.ts`). */
  | { readonly type: 'located'; readonly here: readonly Reached[] }
  /** The story sounds; `goesOn` where it had broken off, and nobody asked for it to go on. */
  | { readonly type: 'started'; readonly placeId: PlaceId; readonly goesOn?: boolean }
  /** So much of the selected story has sounded since the last such event. */
  | { readonly type: 'sounded'; readonly ms: number }
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
  startsItself: false,
  refused: false,
  interrupted: false,
  told: { thereMs: 0, elsewhereMs: 0 },
  begun: [],
  heard: [],
  muted: [],
  silent: [],
};

/**
 * Decides what the walker hears. Pure. The caller acts on the difference: a new `selected` stops the player and loads that
 * place's audio; `startsItself` starts it once it is ready. The rules:
 * - in audio-guide mode the nearest place is selected, and with autoplay its story starts by itself, until it was heard
 *   in this session;
 * - a story that started by itself was heard after 10 s at its place, or all of it where it is shorter. One that sounded
 *   on the way there, or was left at once, starts once more when the walker is surely there. A second playback, and
 *   whatever somebody started, paused or moved within, counts as heard;
 * - what its author listened to while making it counts as heard for them;
 * - among several places here, those that were heard give way to those that were not;
 * - walking out of every place cuts nothing: the story plays to its end;
 * - another place takes over from a playing story only when the walker is out of that story's place and the other story
 *   would start by itself: no story is cut to give silence;
 * - a pause by hand mutes the places here until they are left, or something else plays; so does a story that breaks off,
 *   without being heard by that;
 * - an interruption by the system mutes them as well, and nothing starts by itself until somebody, or the system, lets
 *   sound go on: what starts in a call, or without headphones, is unwanted;
 * - where the browser refused to start sound, nothing starts by itself until somebody taps, wherever that is;
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
      return {
        ...state,
        ...{ onSite: event.on, here: [], nearest: null, distanceM: null },
        ...{ startsItself: false, refused: false, interrupted: false, muted: [] },
      };
    case 'autoplay-switched':
      return arm({
        ...state,
        ...{ autoplay: event.on, startsItself: false, refused: false, interrupted: false, muted: [] },
      });
    case 'located':
      return state.onSite ? locate(state, event.here) : state;
    case 'started':
      return event.placeId === state.selected ? begin(state, event.placeId, event.goesOn ?? false) : state;
    case 'sounded':
      return sound(state, event.ms);
    case 'sought':
      return markHeard(state);
    case 'paused':
      return mute(markHeard(state));
    case 'interrupted':
      return { ...mute(state), interrupted: true };
    case 'broke-off':
      return mute(state);
    case 'ended':
      return end(state);
    case 'refused':
      return { ...state, playing: false, startsItself: false, refused: true };
    case 'permitted':
      return state.refused ? arm({ ...state, refused: false }) : state;
    case 'previewed':
      return preview(state, event.placeId);
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
    told: INITIAL_WALK.told,
    distanceM: distanceTo(state.here, placeId),
    playing: false,
    startsItself: placeId !== null && state.autoplay,
    refused: false,
    interrupted: false,
  };
}

function locate(before: WalkState, here: readonly Reached[]): WalkState {
  const muted = before.muted.filter((placeId) => here.some((reached) => reached.placeId === placeId));
  const state = muted.length === before.muted.length ? before : { ...before, muted };
  const nearest = whoseTurn(state, here);
  const located = { ...state, here, nearest, distanceM: distanceTo(here, state.selected) };
  const isChosen = state.reason === 'chosen';
  if (nearest === null) return isChosen ? located : { ...located, startsItself: false };
  // Each position confirms the nearest place: that alone is no reason to take a choice back.
  if (isChosen && nearest.placeId !== state.selected && nearest.placeId === state.nearest?.placeId) return located;
  const starts = startsByItself(state, nearest);
  // What was paused stays at hand.
  if (!starts && state.selected !== null && muted.includes(state.selected)) return located;
  if (!state.playing) return takeOver(located);
  const leftItsPlace = !here.some(({ placeId }) => placeId === state.selected);
  return leftItsPlace && starts ? takeOver(located) : located;
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
    told: INITIAL_WALK.told,
    playing: false,
    startsItself: false,
  });
}

/** Lets the selected story start by itself where the walker stands in its place and has not heard it yet. */
function arm(state: WalkState): WalkState {
  const { onSite, playing, refused, interrupted, selected } = state;
  if (!onSite || playing || refused || interrupted || selected === null) return state;
  if (state.nearest?.placeId !== state.selected || !startsByItself(state, state.nearest)) return state;
  return { ...state, startsItself: true };
}

function begin(state: WalkState, placeId: PlaceId, goesOn: boolean): WalkState {
  const started = { ...state, playing: true, startsItself: false, refused: false, interrupted: false, muted: [] };
  const isFirst = state.startsItself && state.reason === 'nearest' && !state.begun.includes(placeId);
  if (isFirst) return { ...started, begun: [...state.begun, placeId] };
  // The same playback, after its audio had to be loaded again: nobody asked for it.
  const isSameTelling = state.playing || (goesOn && !state.startsItself);
  return isSameTelling ? started : markHeard(started);
}

function sound(state: WalkState, ms: number): WalkState {
  const { selected, here } = state;
  if (!state.playing || selected === null || state.heard.includes(selected)) return state;
  const isThere = here.some(({ placeId, isSure }) => placeId === selected && isSure);
  const thereMs = state.told.thereMs + (isThere ? ms : 0);
  const elsewhereMs = state.told.elsewhereMs + (isThere ? 0 : ms);
  const told = { ...state, told: { thereMs, elsewhereMs } };
  return thereMs >= HEARD_MS ? markHeard(told) : told;
}

function mute(state: WalkState): WalkState {
  return { ...state, playing: false, startsItself: false, muted: state.here.map(({ placeId }) => placeId) };
}

function end(state: WalkState): WalkState {
  // A story shorter than HEARD_MS counts as heard once it ends.
  const ended = state.playing && state.told.elsewhereMs === 0 ? markHeard(state) : state;
  const stopped = { ...ended, playing: false, told: INITIAL_WALK.told };
  return takeOver({ ...stopped, nearest: whoseTurn(stopped, stopped.here) });
}

function markHeard(state: WalkState): WalkState {
  const { selected, heard } = state;
  return selected === null || heard.includes(selected) ? state : { ...state, heard: [...heard, selected] };
}

function preview(state: WalkState, placeId: PlaceId): WalkState {
  if (state.heard.includes(placeId)) return state;
  const isDue = state.selected === placeId && state.reason === 'nearest';
  return { ...state, heard: [...state.heard, placeId], startsItself: state.startsItself && !isDue };
}

function keepOnly(state: WalkState, placeIds: readonly PlaceId[]): WalkState {
  const isThere = (placeId: PlaceId): boolean => placeIds.includes(placeId);
  const here = state.here.filter(({ placeId }) => isThere(placeId));
  const left = { ...state, here, nearest: whoseTurn(state, here) };
  return state.selected === null || isThere(state.selected) ? left : choose(left, null);
}

function startsByItself(state: WalkState, { placeId, isSure }: Reached): boolean {
  const { autoplay, heard, muted, silent, begun } = state;
  const isQuiet = heard.includes(placeId) || muted.includes(placeId) || silent.includes(placeId);
  return autoplay && !isQuiet && (isSure || !begun.includes(placeId));
}

function whoseTurn(state: WalkState, here: readonly Reached[]): Reached | null {
  return here.find((reached) => startsByItself(state, reached)) ?? here[0] ?? null;
}

function distanceTo(here: readonly Reached[], selected: PlaceId | null): number | null {
  return here.find(({ placeId }) => placeId === selected)?.distanceM ?? null;
}
