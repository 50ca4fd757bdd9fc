import type { PlaceId } from '../../../contracts/vocabulary.ts';
import {
  addPart,
  firstUnplayedMs,
  INITIAL_WALK,
  isHeardBy,
  nextInOrder,
  type PlayedPart,
  playedOf,
  type Reached,
  type StoryProgress,
  type WalkEvent,
  type WalkState,
} from './walk-state.ts';

/** Time at its place after which a story that started by itself is spent. Position errors make 5 s too short. */
export const SPENT_MS = 10_000;

/** Shorter parts of a story, played at its place, don't count: the walker hears only a noise. */
const NOTICED_MS = 5_000;

/** A story this near to its end is not cut off: the next one waits. A longer limit misses places on the way. */
export const LAST_WORDS_MS = 12_000;

/** Period in which the position in a playing story is stored, in case the page ends without an event. */
const NOTED_MS = 5_000;

/**
 * Decides what the walker hears. Pure. The caller acts on the difference: a new `selected` stops the player and loads
 * that place's audio; `startsItself` starts it once it is ready. The rules:
 * - a story is heard once four fifths of it were played, in one playback or several. A story that was started and not
 *   heard is unfinished: it can be resumed, even after its second start or when it is spent;
 * - in audio-guide mode the nearest place is selected, and with autoplay its story starts by itself, until it is spent;
 * - a story that started by itself is spent after 10 s at its place, or at its end, wherever the walker was then. One
 *   that was played to its end mostly away from its place starts once more when the walker has left the place, returns
 *   and is surely there. The place counts as left when it is so far away that the error alone does not explain it:
 *   within one visit nothing starts again, however the error moves the walker in it;
 * - a story that was cut off or left in its middle, before it was spent, starts once more when the walker is surely
 *   there. A second playback spends a story, and so does starting, pausing or seeking by hand;
 * - a story that its author listened to while making it is spent for them;
 * - among several places here, spent ones give way to the others, and of these a place where the walker surely is but
 *   is already leaving comes first: the others can wait;
 * - walking out of every place cuts nothing off: the story plays to its end;
 * - another place takes over from a playing story only when the walker is out of that story's place and the other story
 *   would start by itself: no story is cut off to give silence. None is cut off in its last seconds: the other one
 *   starts after it, if the walker is still there;
 * - a pause by hand mutes the places here until they are left, or something else plays; so does a story that breaks
 *   off, without being spent by that;
 * - an interruption by the system mutes them too, and nothing starts by itself until the person, or the system, resumes
 *   the sound: a start during a call, or without headphones, is unwanted;
 * - if the browser refused to start sound, nothing starts by itself until the person taps, anywhere;
 * - a choice by hand takes over at once, and with autoplay it starts even if it was heard before; it stays until the
 *   walk brings another place than the one that was nearest then, or its story ends;
 * - outside audio-guide mode stories may follow one another in an order: at the end of one, the next that is not spent
 *   starts by itself, after the last of them the first. A spent story is played again only by hand, or if the order is
 *   restarted;
 * - a story that was heard away from its place, hours before a walk starts, starts by itself on that walk.
 */
export function decide(state: WalkState, event: WalkEvent): WalkState {
  switch (event.type) {
    case 'tapped':
      return state.onSite ? state : choose(state, event.placeId);
    case 'chosen':
      return choose(state, event.placeId);
    case 'resumed':
      return choose(state, event.placeId, 'resumed');
    case 'on-site-switched':
      return {
        ...state,
        ...{ onSite: event.on, here: [], nearest: null, distanceM: null, order: null, again: [] },
        ...{ startsItself: false, refused: false, interrupted: false, muted: [] },
      };
    case 'autoplay-switched':
      return startIfDue({
        ...state,
        ...{ autoplay: event.on, startsItself: false, refused: false, interrupted: false, muted: [] },
      });
    case 'ordered':
      return state.onSite ? state : setOrder(state, event.order);
    case 'ordered-anew':
      return state.onSite ? state : setOrder({ ...state, again: event.order }, event.order);
    case 'located':
      return state.onSite ? onLocated(state, event) : state;
    case 'started':
      return event.placeId === state.selected ? onStarted(state, event) : state;
    case 'sounded':
      return countPlayed(state, event);
    case 'sought':
      return onSought(markSpent(state));
    case 'paused':
      return mute(markSpent(state));
    case 'interrupted':
      return { ...mute(state), interrupted: true };
    case 'broke-off':
      return mute(state);
    case 'ended':
      return onEnded(state);
    case 'refused':
      return { ...state, playing: false, startsItself: false, refused: true };
    case 'permitted':
      return state.refused ? startIfDue({ ...state, refused: false }) : state;
    case 'previewed':
      return preview(state, event.placeId);
    case 'dismissed':
      return { ...state, unfinished: state.unfinished.filter(({ placeId }) => placeId !== event.placeId) };
    case 'begun-anew':
      return beginAnew(state, event.placeIds);
    case 'played-away':
      return countAsAway(state, event.placeIds);
    case 'places-changed':
      return startIfDue({ ...tellAnew(retainPlaces(state, event.placeIds), event.sounds), silent: event.silentIds });
  }
}

function choose(state: WalkState, placeId: PlaceId | null, reason: 'chosen' | 'resumed' = 'chosen'): WalkState {
  if (placeId !== null && placeId === state.selected && state.playing) return state;
  return {
    ...noteUnfinished(state),
    selected: placeId,
    reason: placeId === null ? null : reason,
    progress: INITIAL_WALK.progress,
    distanceM: distanceTo(state.here, placeId),
    playing: false,
    isOver: false,
    startsItself: placeId !== null && state.autoplay,
    refused: false,
    interrupted: false,
  };
}

/** Without an order a story that was about to follow does not start. */
function setOrder(state: WalkState, order: WalkState['order']): WalkState {
  return { ...state, order, startsItself: state.startsItself && (order !== null || state.autoplay) };
}

function onLocated(before: WalkState, { here, around }: Extract<WalkEvent, { type: 'located' }>): WalkState {
  const isLeft = (placeId: PlaceId): boolean => around !== undefined && !around.includes(placeId);
  const muted = before.muted.filter((placeId) => isAmong(here, placeId));
  const playedAway = before.playedAway.map((played) => (isLeft(played.placeId) ? { ...played, isLeft: true } : played));
  const state = { ...before, muted, playedAway };
  const nearest = pickPlace(state, here);
  const located = { ...state, here, nearest, distanceM: distanceTo(here, state.selected) };
  const isChosen = state.reason === 'chosen' || state.reason === 'resumed';
  if (nearest === null) return isChosen ? located : { ...located, startsItself: false };
  // Each position confirms the nearest place, which alone is no reason to withdraw a choice.
  if (isChosen && nearest.placeId !== state.selected && nearest.placeId === state.nearest?.placeId) return located;
  const starts = startsByItself(state, nearest);
  // A paused story stays selected.
  if (!starts && state.selected !== null && muted.includes(state.selected)) return located;
  if (!state.playing) return takeOver(located);
  const leftItsPlace = state.selected === null || !isAmong(here, state.selected);
  return leftItsPlace && starts && !isEnding(state) ? takeOver(located) : located;
}

/** Selects the nearest place, if there is one; if it is selected already, its story may still have to start. */
function takeOver(state: WalkState): WalkState {
  const { nearest } = state;
  if (nearest === null) return state;
  if (nearest.placeId === state.selected) return startIfDue(state);
  return startIfDue({
    ...noteUnfinished(state),
    selected: nearest.placeId,
    reason: 'nearest',
    distanceM: nearest.distanceM,
    progress: INITIAL_WALK.progress,
    playing: false,
    isOver: false,
    startsItself: false,
  });
}

/** Lets the selected story start by itself if the walker is at its place and it is not spent. */
function startIfDue(state: WalkState): WalkState {
  const { onSite, playing, refused, interrupted, selected } = state;
  if (!onSite || playing || refused || interrupted || selected === null) return state;
  if (state.nearest?.placeId !== state.selected || !startsByItself(state, state.nearest)) return state;
  return { ...state, startsItself: true };
}

function onStarted(state: WalkState, { placeId, goesOn, atMs }: Extract<WalkEvent, { type: 'started' }>): WalkState {
  const playedAway = state.playedAway.filter((played) => played.placeId !== placeId);
  const started = {
    ...state,
    progress: { ...state.progress, fromMs: state.progress.fromMs ?? atMs ?? null },
    playedAway,
    again: state.again.filter((id) => id !== placeId),
    playing: true,
    isOver: false,
    startsItself: false,
    refused: false,
    interrupted: false,
    muted: [],
  };
  const isFirst = state.startsItself && state.reason === 'nearest' && !state.begun.includes(placeId);
  if (isFirst) return { ...started, begun: [...state.begun, placeId] };
  // The same playback, after its audio had to be loaded again: the person did not start it.
  const isSamePlayback = state.playing || (goesOn === true && !state.startsItself);
  return isSamePlayback ? started : markSpent(started);
}

function countPlayed(
  state: WalkState,
  { ms, atMs, leftMs }: Pick<StoryProgress, 'atMs' | 'leftMs'> & { readonly ms: number },
): WalkState {
  const { selected, here } = state;
  if (!state.playing || selected === null) return state;
  const isThere = here.some(({ placeId, isSure }) => placeId === selected && isSure);
  const thereMs = state.progress.thereMs + (isThere ? ms : 0);
  const goesOn = state.progress.fromMs !== null && atMs >= state.progress.atMs;
  const fromMs = goesOn ? state.progress.fromMs : Math.max(0, atMs - ms);
  const played = { ...state, progress: { thereMs, atMs, leftMs, fromMs } };
  const next = thereMs >= SPENT_MS ? markSpent(played) : played;
  if (state.heard.includes(selected)) return next;
  if (leftMs !== null && isHeardBy(partsOf(next), atMs + leftMs)) return markHeard(next);
  const isDue = !isNoted(state, selected) || Math.floor(atMs / NOTED_MS) !== Math.floor(state.progress.atMs / NOTED_MS);
  return isDue ? noteUnfinished(next) : next;
}

function isNoted({ unfinished }: WalkState, selected: PlaceId): boolean {
  return unfinished.some(({ placeId }) => placeId === selected);
}

/** Returns the parts of the selected story that were played so far. */
function partsOf(state: WalkState): readonly PlayedPart[] {
  const { progress } = state;
  const before = playedOf(state, state.selected)?.parts ?? [];
  return progress.fromMs === null ? before : addPart(before, [progress.fromMs, progress.atMs]);
}

/** Stores the position in the selected story, and its played parts, if any. A heard story is spent instead. */
function noteUnfinished(state: WalkState, atMs = state.progress.atMs): WalkState {
  const { selected, progress, heard, sounds } = state;
  if (selected === null || progress.fromMs === null) return state;
  if (heard.includes(selected)) return markSpent(state);
  const others = state.unfinished.filter(({ placeId }) => placeId !== selected);
  const story = { placeId: selected, atMs, parts: partsOf(state), sound: sounds.get(selected) };
  return { ...state, unfinished: [story, ...others] };
}

/** After a seek by hand a new part begins. */
function onSought(state: WalkState): WalkState {
  return { ...noteUnfinished(state), progress: { ...state.progress, fromMs: null }, isOver: false };
}

function mute(state: WalkState): WalkState {
  return {
    ...noteUnfinished(state),
    playing: false,
    startsItself: false,
    muted: state.here.map(({ placeId }) => placeId),
  };
}

function onEnded(state: WalkState): WalkState {
  const played = state.playing ? countPlayedToEnd(state) : state;
  const stopped = { ...played, playing: false, isOver: state.selected !== null, progress: INITIAL_WALK.progress };
  const next = nextInOrder(stopped);
  if (next !== null) return { ...choose(stopped, next), startsItself: true };
  return takeOver({ ...stopped, nearest: pickPlace(stopped, stopped.here) });
}

function countPlayedToEnd(state: WalkState): WalkState {
  const { selected, progress, spent } = state;
  const wasAway =
    selected !== null && !spent.includes(selected) && progress.thereMs < Math.min(NOTICED_MS, progress.atMs / 2);
  const playedAway = wasAway ? [...state.playedAway, { placeId: selected, isLeft: false }] : state.playedAway;
  const lengthMs = progress.atMs + (progress.leftMs ?? 0);
  // The player reports four times a second, so the last words were played too.
  const ended = markSpent({ ...state, playedAway, progress: { ...progress, atMs: lengthMs } });
  const parts = partsOf(ended);
  return isHeardBy(parts, lengthMs) ? markHeard(ended) : noteUnfinished(ended, firstUnplayedMs(parts));
}

function markSpent(state: WalkState): WalkState {
  const { selected, spent, onSite, heardAway } = state;
  if (selected === null || spent.includes(selected)) return state;
  const next = { ...state, spent: [...spent, selected] };
  // Heard again from elsewhere, and therefore not long before the next walk.
  return !onSite && heardAway.includes(selected) ? markHeard(next) : next;
}

/** Marks the selected story as heard: four fifths of it were played. */
function markHeard(state: WalkState): WalkState {
  const { selected, heard } = state;
  if (selected === null || heard.includes(selected)) return state;
  const unfinished = state.unfinished.filter(({ placeId }) => placeId !== selected);
  const heardAway = state.heardAway.filter((placeId) => placeId !== selected);
  return { ...state, heard: [...heard, selected], heardAway, unfinished };
}

function preview(state: WalkState, placeId: PlaceId): WalkState {
  if (state.spent.includes(placeId)) return state;
  const isDue = state.selected === placeId && state.reason === 'nearest';
  return { ...state, spent: [...state.spent, placeId], startsItself: state.startsItself && !isDue };
}

function countAsAway(state: WalkState, placeIds: readonly PlaceId[]): WalkState {
  if (placeIds.length === 0) return state;
  const isOther = (placeId: PlaceId): boolean => !placeIds.includes(placeId);
  const heardAway = [...state.heardAway, ...state.heard.filter((placeId) => !isOther(placeId))];
  const { heard, spent, begun } = state;
  return {
    ...state,
    heard: heard.filter(isOther),
    spent: spent.filter(isOther),
    begun: begun.filter(isOther),
    heardAway,
  };
}

function beginAnew(state: WalkState, placeIds: readonly PlaceId[]): WalkState {
  const isOther = (placeId: PlaceId): boolean => !placeIds.includes(placeId);
  const isOthers = ({ placeId }: { readonly placeId: PlaceId }): boolean => isOther(placeId);
  return startIfDue({
    ...state,
    ...{ heard: state.heard.filter(isOther), spent: state.spent.filter(isOther), begun: state.begun.filter(isOther) },
    ...{ unfinished: state.unfinished.filter(isOthers), playedAway: state.playedAway.filter(isOthers) },
    heardAway: state.heardAway.filter(isOther),
    progress: { ...INITIAL_WALK.progress, atMs: state.progress.atMs, leftMs: state.progress.leftMs },
  });
}

function retainPlaces(state: WalkState, placeIds: readonly PlaceId[]): WalkState {
  const isThere = (placeId: PlaceId): boolean => placeIds.includes(placeId);
  const here = state.here.filter(({ placeId }) => isThere(placeId));
  const left = { ...state, here, nearest: pickPlace(state, here) };
  return state.selected === null || isThere(state.selected) ? left : choose(left, null);
}

/** Lets places be told by these sounds. The position in the selected story belongs to its former sound. */
function tellAnew(state: WalkState, sounds = INITIAL_WALK.sounds): WalkState {
  const { selected, progress } = state;
  if (selected === null || sounds.get(selected) === state.sounds.get(selected)) return { ...state, sounds };
  const { thereMs } = progress;
  return { ...noteUnfinished(state), sounds, progress: { ...INITIAL_WALK.progress, thereMs } };
}

function startsByItself(state: WalkState, { placeId, isSure }: Reached): boolean {
  const { autoplay, spent, playedAway, muted, silent, begun } = state;
  const isOver = spent.includes(placeId) && !playedAway.some((played) => played.placeId === placeId && played.isLeft);
  const isQuiet = isOver || muted.includes(placeId) || silent.includes(placeId);
  return autoplay && !isQuiet && (isSure || !begun.includes(placeId));
}

function pickPlace(state: WalkState, here: readonly Reached[]): Reached | null {
  const due = here.filter((reached) => startsByItself(state, reached));
  return due.find(({ isSure, isLeaving }) => isSure && isLeaving) ?? due[0] ?? here[0] ?? null;
}

function isAmong(here: readonly Reached[], placeId: PlaceId): boolean {
  return here.some((reached) => reached.placeId === placeId);
}

function isEnding({ progress }: WalkState): boolean {
  return progress.leftMs !== null && progress.leftMs <= LAST_WORDS_MS;
}

function distanceTo(here: readonly Reached[], selected: PlaceId | null): number | null {
  return here.find(({ placeId }) => placeId === selected)?.distanceM ?? null;
}
