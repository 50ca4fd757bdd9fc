import { proxy, ref, subscribe } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { createPlayer, type Player, type PlayerState } from '../../platform/audio/audio-player.ts';
import { onFirstTap, onOnline } from '../../platform/page/page-events.ts';
import { type Release, Scope } from '../../platform/scope.ts';
import { editorTools, isDrawing, leaveDrawTools } from '../maps/editor-tools.ts';
import { holdPage } from '../page/busy.ts';
import { keepScreen } from '../page/kept-screen.ts';
import { places } from '../places/places.ts';
import { openLocationOverlay, requestLocation, setWalking } from '../position/location.ts';
import { followNearest } from './guide/nearest-place.ts';
import {
  INITIAL_LISTENING,
  type Listening,
  type ListeningEffect,
  type ListeningEvent,
  step,
} from './listening-steps.ts';
import { createStoryAudio, type StoryAudio } from './story-audio.ts';
import { AUTOPLAY_DELAY_MS } from './story-delays.ts';
import { listToldAway, recallWalk, rememberWalk } from './walk-memory.ts';

/** What is heard, and why. */
export interface ListeningState {
  /** What was decided last. Replaced as a whole. */
  walk: Listening['walk'] & { $$valtioSnapshot: Listening['walk'] };
  /** The player, as it stands. Replaced as a whole. */
  audio: PlayerState;
  /** The selected place has no audio. */
  noAudio: boolean;
  /** Playback speed of all stories, as a factor; kept until the session ends. */
  speed: number;
  /** The nearest place could not be looked up, so audio-guide mode stands still. */
  lookupFailed: boolean;
}

/** A story that is resumed goes on so long before: in the middle of a word nobody knows where they are. */
const RESUME_LEAD_S = 3;

let state = INITIAL_LISTENING;
let player: Player | null = null;
let story: StoryAudio | null = null;
/** Owns what audio-guide mode needs, while it is on. */
let guideScope = new Scope();
/** Owns the wait for a tap, while the browser wants one before sound starts. */
let refusal = new Scope();
/** Called when a story is about to start by itself. */
let announceStart: (() => Promise<void>) | null = null;
/** Keeps the page from being reloaded while a story is heard. */
let releasePage: () => void = () => {};

const makeInitial = (): ListeningState => ({
  walk: ref(INITIAL_LISTENING.walk),
  audio: INITIAL_LISTENING.audio,
  noAudio: false,
  speed: 1,
  lookupFailed: false,
});

/** What is heard, and why. Changed by the functions of this file alone. */
export const listening = proxy<ListeningState>(makeInitial());

/**
 * Makes the player and runs the state machine (`listening-steps.ts`) until `scope` is disposed. A walk that the same
 * person began in this tab goes on; what they heard on this device stays heard.
 */
export function startListening(scope: Scope): void {
  player = createPlayer(scope, {
    onState: (audio) => send({ type: 'player-changed', audio }),
    onEnded: () => send({ type: 'ended' }),
  });
  story = createStoryAudio(player, {
    onLinked: (found) => send({ type: 'linked', ...found }),
    onFreshLinkTried: (audio) => send({ type: 'link-tried', audio }),
  });
  scope.add(subscribe(places, onPlacesChanged));
  scope.add(subscribe(editorTools, onToolsChanged));
  onOnline(scope, () => send({ type: 'online' }));
  scope.add(() => {
    story?.dispose();
    story = null;
    guideScope.dispose();
    refusal.dispose();
    releasePage();
    player = null;
    state = INITIAL_LISTENING;
    Object.assign(listening, makeInitial());
  });
  resumeWalk(scope);
}

function resumeWalk(scope: Scope): void {
  const before = recallWalk();
  state = { ...state, walk: { ...state.walk, ...before } };
  listening.walk = ref(state.walk);
  if (before.onSite !== true) return;
  changeMode();
  // Nobody has tapped yet on a page that was loaded again.
  onFirstTap(scope, allowSound);
}

/** A tap on the map: on a place, or on empty space (null). Ignored in audio-guide mode. */
export function tapPlace(placeId: PlaceId | null): void {
  send({ type: 'tapped', placeId });
}

/** A choice that counts in every mode: from the list, or a place just made; null ends the selection. */
export function choosePlace(placeId: PlaceId | null): void {
  send({ type: 'chosen', placeId });
}

/**
 * Switches audio-guide mode ('sur place'). To be called from a tap, which lets later stories start by themselves. The
 * drawing tools, which hide the controls, go off first: with unsaved changes, once the person has answered.
 */
export function switchOnSite(on: boolean): void {
  if (on && isDrawing(editorTools)) {
    leaveDrawTools(() => switchOnSite(true));
    return;
  }
  if (on) {
    allowSound();
    openLocationOverlay();
    requestLocation();
  }
  if (on && !state.walk.onSite) send({ type: 'told-away', placeIds: listToldAway() });
  send({ type: 'on-site-switched', on });
}

/** Switches autoplay. To be called from a tap, as {@link switchOnSite}. */
export function switchAutoplay(on: boolean): void {
  if (on) allowSound();
  send({ type: 'autoplay-switched', on });
}

/** Lets the stories follow one another in this order, or no more (null). To be called from a tap; never on a walk. */
export function orderStories(order: readonly PlaceId[] | null): void {
  send({ type: 'ordered', order });
}

/** As {@link orderStories}, with those that were heard as well: they stay heard. */
export function orderStoriesAnew(order: readonly PlaceId[]): void {
  send({ type: 'ordered-anew', order });
}

/** Begins a walk: audio-guide mode and autoplay together. To be called from a tap. */
export function beginWalk(): void {
  switchAutoplay(true);
  switchOnSite(true);
}

/** Ends a walk. */
export function endWalk(): void {
  switchAutoplay(false);
  switchOnSite(false);
}

/** Plays the selected story, because somebody asked for it. */
export function playStory(): Promise<void> {
  send({ type: 'play-asked' });
  return startSound();
}

/** Pauses the story. */
export function pauseStory(): void {
  send({ type: 'pause-asked' });
}

/** Moves within the story, in seconds from its beginning. */
export function seekStory(positionS: number): void {
  player?.seek(positionS);
  send({ type: 'sought' });
}

/** Moves by so many seconds within the story, backwards where they are negative. */
export function skipStory(byS: number): void {
  if (player !== null) seekStory(player.state.positionS + byS);
}

/** Sets the playback speed of this story and all later ones, as a factor. */
export function setStorySpeed(speed: number): void {
  listening.speed = speed;
  player?.setSpeed(speed);
}

/**
 * Chooses a place and plays its story, at once or as soon as it is loaded, because somebody asked for it.
 *
 * @param fromS where in the story, in seconds from its beginning
 */
export function playPlace(placeId: PlaceId, fromS = 0): void {
  choosePlace(placeId);
  if (state.walk.selected === placeId) send({ type: 'play-asked-from', fromS });
}

/** Plays a story that somebody chose from a list: one that had begun goes on where it was. To be called from a tap. */
export function playListed(placeId: PlaceId): void {
  const { phase } = state.audio;
  const isLoaded = phase === 'ready' || phase === 'paused' || phase === 'playing';
  if (placeId === state.walk.selected && isLoaded) {
    void playStory();
    return;
  }
  if (state.walk.unfinished.some((story) => story.placeId === placeId)) resumeStory(placeId);
  else playPlace(placeId);
  // The story itself is played when it has come, which is no tap any more.
  allowSound();
}

/** The person has just made this story: it must not start by itself where they stand. */
export function countAsPreviewed(placeId: PlaceId): void {
  send({ type: 'previewed', placeId });
}

/** Goes on with a story that began and was not heard, some words before where it stopped. */
export function resumeStory(placeId: PlaceId): void {
  const story = state.walk.unfinished.find((unfinished) => unfinished.placeId === placeId);
  if (story === undefined) return;
  send({ type: 'resumed', placeId });
  send({ type: 'play-asked-from', fromS: Math.max(0, story.atMs / 1000 - RESUME_LEAD_S) });
}

/** Nobody wants to hear the rest of this story. */
export function dismissStory(placeId: PlaceId): void {
  send({ type: 'dismissed', placeId });
}

/** Forgets, on this device too, what was told of these places ('Recommencer'). */
export function forgetHeard(list: readonly Pick<Place, 'id'>[]): void {
  send({ type: 'begun-anew', placeIds: list.map(({ id }) => id) });
}

/** Lets later stories start by themselves. To be called from a tap; without effect while a story is loaded. */
export function allowSound(): void {
  player?.unlock();
}

/**
 * Has `announce` called when a story is about to start by itself; the story waits for the promise, which must not reject.
 * Until the returned function is called.
 */
export function announceStarts(announce: () => Promise<void>): Release {
  announceStart = announce;
  return () => {
    if (announceStart === announce) announceStart = null;
  };
}

/** Loads the selected story again after a failure, with a fresh link; it goes on where it was. */
export function retryStory(): void {
  send({ type: 'retry-asked' });
}

function send(event: ListeningEvent): void {
  if (player === null) return;
  const before = state;
  const [next, effects] = step(before, event);
  state = next;
  if (next.walk !== before.walk) onWalkChanged(before.walk);
  if (next.audio !== before.audio) show(next.audio);
  listening.noAudio = next.noAudio;
  for (const effect of effects) run(effect);
}

function onWalkChanged(before: Listening['walk']): void {
  const { walk } = state;
  listening.walk = ref(walk);
  rememberWalk(before, walk);
  if (walk.onSite !== before.onSite) changeMode();
  if (walk.refused !== before.refused) awaitTap();
}

function show(audio: PlayerState): void {
  const wasHeard = listening.audio.phase === 'playing';
  const isHeard = audio.phase === 'playing';
  listening.audio = audio;
  if (wasHeard && !isHeard) releasePage();
  if (isHeard && !wasHeard) releasePage = holdPage('story');
}

function run(effect: ListeningEffect): void {
  if (effect.type === 'select') selectStory(effect.placeId);
  else if (effect.type === 'load') loadStory(effect.placeId);
  else if (effect.type === 'refresh-link') void story?.loadFresh(effect.placeId, state.rendition === 'failed');
  else if (effect.type === 'seek') player?.seek(effect.positionS);
  else if (effect.type === 'play') void startSound();
  else if (effect.type === 'pause') player?.pause();
  else startLater();
}

function selectStory(placeId: PlaceId | null): void {
  story?.select(placeId === null ? null : () => loadStory(placeId));
}

function loadStory(placeId: PlaceId): void {
  story?.load(placeId, state.rendition === 'failed');
}

function startLater(): void {
  if (story === null) return;
  const own = story.scope;
  const announced = announceStart?.() ?? null;
  own.timeout(() => {
    if (announced === null) send({ type: 'start-due' });
    else {
      void announced.then(() => {
        // Another story may have been selected meanwhile.
        if (!own.disposed) send({ type: 'start-due' });
      });
    }
  }, AUTOPLAY_DELAY_MS);
}

async function startSound(): Promise<void> {
  const placeId = state.walk.selected;
  const answer = await player?.play();
  if (answer === 'refused' && placeId === state.walk.selected) send({ type: 'refused' });
}

function changeMode(): void {
  guideScope.dispose();
  guideScope = new Scope();
  listening.lookupFailed = false;
  setWalking(state.walk.onSite);
  if (!state.walk.onSite) return;
  keepScreen(guideScope);
  followNearest(guideScope, {
    onLocated: (here, around) => {
      listening.lookupFailed = false;
      send({ type: 'located', here, around });
    },
    onFailed: () => {
      listening.lookupFailed = true;
    },
  });
}

function awaitTap(): void {
  refusal.dispose();
  refusal = new Scope();
  if (!state.walk.refused) return;
  onFirstTap(refusal, () => {
    allowSound();
    // The handler of the tap goes first: it may end the walk, or start this very story.
    refusal.timeout(() => send({ type: 'permitted' }), AUTOPLAY_DELAY_MS);
  });
}

/** The editor takes the room of the walk's controls, and of the player: nobody could pause what starts by itself. */
function onToolsChanged(): void {
  if (!isDrawing(editorTools)) return;
  if (state.walk.onSite) switchOnSite(false);
  if (state.walk.order !== null) orderStories(null);
}

function onPlacesChanged(): void {
  const silent = places.list.filter((place) => place.media === null);
  const placeIds = places.list.map((place) => place.id);
  send({ type: 'places-changed', placeIds, silentIds: silent.map((place) => place.id) });
}
