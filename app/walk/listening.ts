import { proxy, ref, subscribe } from 'valtio';
import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { holdPage } from '../page/busy.ts';
import { keepScreenAwake } from '../page/screen-wake.ts';
import { editorTools, isDrawing, leaveDrawTools } from '../parcours/editor-tools.ts';
import { createPlayer, type Player, type PlayerState } from '../platform/audio/audio-player.ts';
import { onFirstTap, onOnline } from '../platform/page/page-events.ts';
import { type Release, Scope } from '../platform/scope.ts';
import { openLocationOverlay, requestLocation, setWalking } from '../position/location.ts';
import { listOtherSounds, picked, soundOf } from '../tellings/picked.ts';
import { followNearest } from './guide/live-guide.ts';
import { playedOf } from './guide/walk-state.ts';
import { forgetBegun, recordListens } from './listen-events.ts';
import {
  AUTOPLAY_DELAY_MS,
  INITIAL_LISTENING,
  type Listening,
  type ListeningEffect,
  type ListeningEvent,
  step,
} from './listening-steps.ts';
import { createStoryLoader, type StoryLoader } from './story-loader.ts';
import { listPlayedElsewhere, recallWalk, rememberWalk } from './walk-memory.ts';

/** What is playing, and why. */
export interface ListeningState {
  /** The last decision. Replaced as a whole. */
  walk: Listening['walk'] & { $$valtioSnapshot: Listening['walk'] };
  /** State of the player. Replaced as a whole. */
  audio: PlayerState;
  noAudio: boolean;
  /** Playback speed of all stories, as a factor; lasts until the session ends. */
  speed: number;
  /** The lookup of the nearest place failed, so audio-guide mode stands still. */
  lookupFailed: boolean;
}

/** A resumed story continues this long before its stop, because in the middle of a word nobody knows where they are. */
const RESUME_LEAD_S = 3;

let state = INITIAL_LISTENING;
let player: Player | null = null;
let story: StoryLoader | null = null;
/** Owns the resources of audio-guide mode while it is on. */
let guideScope = new Scope();
/** Owns the wait for a tap, while the browser requires one for sound. */
let refusal = new Scope();
/** Which sound of the selected place is played. */
let playedSound: { readonly selected: PlaceId | null; readonly sound: string | null } = { selected: null, sound: null };
/** Called when a story is about to start by itself. */
let announceStart: (() => Promise<void>) | null = null;
/** Prevents the page from being reloaded during a story. */
let releasePage: () => void = () => {};

const makeInitial = (): ListeningState => ({
  walk: ref(INITIAL_LISTENING.walk),
  audio: INITIAL_LISTENING.audio,
  noAudio: false,
  speed: 1,
  lookupFailed: false,
});

/** What is playing, and why. Changed only in this file. */
export const listening = proxy<ListeningState>(makeInitial());

/**
 * Creates the player and runs the state machine (`listening-steps.ts`) until `scope` is disposed. A walk that the same
 * person started in this tab continues; stories that they heard on this device stay heard.
 */
export function startListening(scope: Scope): void {
  player = createPlayer(scope, {
    onState: (audio) => send({ type: 'player-changed', audio }),
    onEnded: () => send({ type: 'ended' }),
  });
  story = createStoryLoader(player, {
    onLinked: (found) => send({ type: 'linked', ...found }),
    onFreshLinkTried: (audio) => send({ type: 'link-tried', audio }),
  });
  scope.add(subscribe(picked, onPlacesChanged));
  scope.add(subscribe(editorTools, onToolsChanged));
  onOnline(scope, () => send({ type: 'online' }));
  scope.add(() => {
    story?.dispose();
    story = null;
    guideScope.dispose();
    refusal.dispose();
    releasePage();
    forgetBegun();
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
  // Nobody has tapped yet on a reloaded page.
  onFirstTap(scope, allowSound);
}

/** Handles a tap on the map: on a place, or on empty space (null). Ignored in audio-guide mode. */
export function tapPlace(placeId: PlaceId | null): void {
  send({ type: 'tapped', placeId });
}

/** Makes a choice that counts in every mode: from the list, or a place just made; null ends the selection. */
export function choosePlace(placeId: PlaceId | null): void {
  send({ type: 'chosen', placeId });
}

/**
 * Switches audio-guide mode ('sur place'). Must be called from a tap, which lets later stories start by themselves. The
 * drawing tools, which hide the controls, are switched off first: with unsaved changes, once the person has answered.
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
  if (on && !state.walk.onSite) send({ type: 'played-away', placeIds: listPlayedElsewhere() });
  send({ type: 'on-site-switched', on });
}

/** Switches autoplay. Must be called from a tap, like {@link switchOnSite}. */
export function switchAutoplay(on: boolean): void {
  if (on) allowSound();
  send({ type: 'autoplay-switched', on });
}

/** Lets the stories follow one another in this order; null ends that. Must be called from a tap; never on a walk. */
export function orderStories(order: readonly PlaceId[] | null): void {
  send({ type: 'ordered', order });
}

/** Like {@link orderStories}, but including heard stories, which stay heard. */
export function orderStoriesAnew(order: readonly PlaceId[]): void {
  send({ type: 'ordered-anew', order });
}

/** Starts a walk: audio-guide mode and autoplay together. Must be called from a tap. */
export function beginWalk(): void {
  switchAutoplay(true);
  switchOnSite(true);
}

/** Ends a walk. */
export function endWalk(): void {
  switchAutoplay(false);
  switchOnSite(false);
}

/** Plays the selected story at the person's request. */
export function playStory(): Promise<void> {
  send({ type: 'play-asked' });
  return startSound();
}

/** Pauses the story. */
export function pauseStory(): void {
  send({ type: 'pause-asked' });
}

/** Seeks to a position in the story, in seconds from its beginning. */
export function seekStory(positionS: number): void {
  player?.seek(positionS);
  send({ type: 'sought' });
}

/** Seeks by `byS` seconds; negative seeks backwards. */
export function skipStory(byS: number): void {
  if (player !== null) seekStory(player.state.positionS + byS);
}

/** Sets the playback speed of this story and all later ones, as a factor. */
export function setStorySpeed(speed: number): void {
  listening.speed = speed;
  player?.setSpeed(speed);
}

/** Chooses a place and plays its story as soon as it is loaded. @param fromS position, in seconds from its beginning */
export function playPlace(placeId: PlaceId, fromS = 0): void {
  choosePlace(placeId);
  if (state.walk.selected === placeId) send({ type: 'play-asked-from', fromS });
}

/** Plays a story that the person chose from a list; resumes it if it was started before. Must be called from a tap. */
export function playListed(placeId: PlaceId): void {
  const { phase } = state.audio;
  const isLoaded = phase === 'ready' || phase === 'paused' || phase === 'playing';
  if (placeId === state.walk.selected && isLoaded) {
    void playStory();
    return;
  }
  if (playedOf(state.walk, placeId) !== null) resumeStory(placeId);
  else playPlace(placeId);
  // The story starts when it is loaded, after the tap's permission to play sound has expired.
  allowSound();
}

/** Marks a story that the person has just made: it must not start by itself where they stand. */
export function countAsPreviewed(placeId: PlaceId): void {
  send({ type: 'previewed', placeId });
}

/** Resumes a story that was started and not heard, a few words before its stop, or from its beginning in another sound. */
export function resumeStory(placeId: PlaceId): void {
  const played = playedOf(state.walk, placeId);
  if (played === null) return;
  send({ type: 'resumed', placeId });
  send({ type: 'play-asked-from', fromS: Math.max(0, played.atMs / 1000 - RESUME_LEAD_S) });
}

/** Removes a story from the unfinished ones. */
export function dismissStory(placeId: PlaceId): void {
  send({ type: 'dismissed', placeId });
}

/** Forgets, on this device too, what was played of these places ('Recommencer'). */
export function forgetHeard(list: readonly Pick<Place, 'id'>[]): void {
  send({ type: 'begun-anew', placeIds: list.map(({ id }) => id) });
}

/** Lets later stories start by themselves. Must be called from a tap; does nothing while a story is loaded. */
export function allowSound(): void {
  player?.unlock();
}

/** Calls `announce`, which never rejects, before a story starts by itself, which waits for it; until released. */
export function announceStarts(announce: () => Promise<void>): Release {
  announceStart = announce;
  return () => {
    if (announceStart === announce) announceStart = null;
  };
}

/** Loads the selected story again after a failure, with a fresh link; it resumes where it was. */
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
  recordListens(before, walk);
  if (walk.selected !== before.selected) followSound();
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
  keepScreenAwake(guideScope);
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
    // After the tap's handler, because that may end the walk, or start this very story.
    refusal.timeout(() => send({ type: 'permitted' }), AUTOPLAY_DELAY_MS);
  });
}

/** Tells the machine when the selected place gets another sound: a version was chosen, or the place's words have loaded. */
function followSound(): void {
  const { selected } = state.walk;
  const now = { selected, sound: selected === null ? null : soundOf(selected) };
  const isRetold = selected !== null && selected === playedSound.selected && playedSound.sound !== null;
  const isOther = isRetold && now.sound !== null && now.sound !== playedSound.sound;
  playedSound = now;
  if (isOther) send({ type: 'retold' });
}

/** Ends walk and order when the editor takes the room of the player: nobody could pause a story that starts. */
function onToolsChanged(): void {
  if (!isDrawing(editorTools)) return;
  if (state.walk.onSite) switchOnSite(false);
  if (state.walk.order !== null) orderStories(null);
}

function onPlacesChanged(): void {
  followSound();
  const silent = picked.list.filter((place) => place.media === null);
  const placeIds = picked.list.map((place) => place.id);
  send({ type: 'places-changed', placeIds, silentIds: silent.map((place) => place.id), sounds: listOtherSounds() });
}
