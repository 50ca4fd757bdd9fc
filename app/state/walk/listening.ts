import { proxy, ref, subscribe } from 'valtio';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { createPlayer, type Player, type PlayerState } from '../../platform/audio/player.ts';
import { onFirstTap, onOnline } from '../../platform/page/page.ts';
import { keepScreenOn } from '../../platform/page/wake-lock.ts';
import { Scope } from '../../platform/scope.ts';
import { storage } from '../../platform/storage/storage.ts';
import { keepWalkNote, readWalkNote } from '../../platform/storage/walk-note.ts';
import { editorTools, isDrawing, leaveDrawTools } from '../maps/editor-tools.ts';
import { holdPage } from '../page/busy.ts';
import { findPlace, places, refreshLink } from '../places/places.ts';
import { openLocationOverlay, requestLocation, setWalking } from '../position/location.ts';
import { followNearest } from './nearest-place.ts';
import { AUDIO_LOAD_DELAY_MS, AUTOPLAY_DELAY_MS } from './story-delays.ts';
import { decide, INITIAL_WALK, type WalkEvent, type WalkState } from './walk-decision.ts';

/** What is heard, and why. */
export interface ListeningState {
  /** What was decided last. Replaced as a whole. */
  walk: WalkState & { $$valtioSnapshot: WalkState };
  /** The player, as it stands. Replaced as a whole. */
  audio: PlayerState;
  /** The selected place has no audio. */
  noAudio: boolean;
  /** How many times as fast stories are heard; kept until the session ends. */
  speed: number;
  /** The nearest place could not be looked up, so audio-guide mode stands still. */
  lookupFailed: boolean;
}

const SOUND_STEP_MAX_S = 3;
const SILENT: PlayerState = { phase: 'empty', positionS: 0, durationS: null, isBuffering: false, failure: null };

/** What is heard, and why. Changed by the functions of this file alone. */
export const listening = proxy<ListeningState>({
  walk: ref(INITIAL_WALK),
  audio: SILENT,
  noAudio: false,
  speed: 1,
  lookupFailed: false,
});

let walk: WalkState = INITIAL_WALK;
let player: Player | null = null;
/** Owns the timers and calls of the selected story, and ends with its selection. */
let story = new Scope();
/** Owns what audio-guide mode needs, while it is on. */
let guide = new Scope();
/** Owns the wait for a tap, while the browser wants one before sound starts. */
let refusal = new Scope();
/** Keeps the page from being reloaded while a story is heard. */
let releasePage: () => void = () => {};
/** A fresh link was asked for and has not led to audio yet, so a refusal is final. */
let linkRefreshed = false;
/** Somebody, or autoplay, asked for the selected story, and it has neither been paused nor ended since. */
let wantsSound = false;
/** Where the selected story goes on when it is loaded again after a failure; null when it begins at its beginning. */
let resumeAtS: number | null = null;
/** The selected story broke off, and nobody has asked for it to go on. */
let brokeOff = false;

/**
 * Makes the player and lets the decisions act on it, until `scope` is disposed. A walk that the same person began in
 * this tab goes on: both modes, and what was heard.
 */
export function startListening(scope: Scope): void {
  player = createPlayer(scope, { onState: onPlayerState, onEnded: onStoryEnded });
  scope.add(subscribe(places, onPlacesChanged));
  scope.add(subscribe(editorTools, onToolsChanged));
  onOnline(scope, onOnlineAgain);
  scope.add(() => {
    story.dispose();
    guide.dispose();
    refusal.dispose();
    releasePage();
    player = null;
    walk = INITIAL_WALK;
    Object.assign(listening, { walk: ref(walk), audio: SILENT, noAudio: false, speed: 1, lookupFailed: false });
  });
  resumeWalk(scope);
}

function resumeWalk(scope: Scope): void {
  const note = readWalkNote();
  if (note === null || note.userId !== storage.read('currentUser')?.id) return;
  const { onSite, autoplay, begun, heard } = note;
  walk = { ...INITIAL_WALK, onSite, autoplay, begun, heard };
  listening.walk = ref(walk);
  if (!onSite) return;
  changeMode();
  // Nobody has tapped yet on a page that was loaded again.
  onFirstTap(scope, () => player?.unlock());
}

function rememberWalk(before: WalkState): void {
  const { onSite, autoplay, begun, heard } = walk;
  const isSame =
    onSite === before.onSite && autoplay === before.autoplay && begun === before.begun && heard === before.heard;
  const userId = storage.read('currentUser')?.id;
  if (!isSame && userId !== undefined) {
    keepWalkNote({ userId, onSite, autoplay, begun: [...begun], heard: [...heard] });
  }
}

/** A tap on the map: on a place, or on empty space (null). Ignored in audio-guide mode. */
export function tapPlace(placeId: PlaceId | null): void {
  dispatch({ type: 'tapped', placeId });
}

/** A choice that counts in every mode: from the list, or a place just made; null ends the selection. */
export function choosePlace(placeId: PlaceId | null): void {
  dispatch({ type: 'chosen', placeId });
}

/**
 * Switches audio-guide mode ('sur place'). To be called from a tap, which lets later stories start by themselves. The
 * drawing tools, which hide the walk's controls, go off first: with unsaved changes, once the person has answered.
 */
export function switchOnSite(on: boolean): void {
  if (on && isDrawing(editorTools)) {
    leaveDrawTools(() => switchOnSite(true));
    return;
  }
  if (on) {
    player?.unlock();
    openLocationOverlay();
    requestLocation();
  }
  dispatch({ type: 'on-site-switched', on });
}

/** Switches autoplay. To be called from a tap, as {@link switchOnSite}. */
export function switchAutoplay(on: boolean): void {
  if (on) player?.unlock();
  dispatch({ type: 'autoplay-switched', on });
}

/** Plays the selected story, because somebody asked for it. */
export async function playStory(): Promise<void> {
  const placeId = walk.selected;
  wantsSound = true;
  const answer = await player?.play();
  if (answer !== 'refused' || placeId !== walk.selected) return;
  wantsSound = false;
  dispatch({ type: 'refused' });
}

/** Pauses the story. */
export function pauseStory(): void {
  wantsSound = false;
  player?.pause();
}

/** Moves within the story, in seconds from its beginning. */
export function seekStory(positionS: number): void {
  player?.seek(positionS);
  dispatch({ type: 'sought' });
}

/** Moves by so many seconds within the story, backwards where they are negative. */
export function skipStory(byS: number): void {
  if (player !== null) seekStory(player.state.positionS + byS);
}

/** Hears this story and all later ones so many times as fast. */
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
  if (walk.selected !== placeId) return;
  const { phase } = listening.audio;
  if (phase === 'ready' || phase === 'paused' || phase === 'playing') {
    player?.seek(fromS);
    void playStory();
    return;
  }
  wantsSound = true;
  resumeAtS = fromS;
  if (phase === 'failed') retryStory();
}

/** Lets later stories start by themselves. To be called from a tap; without effect while there is a story at hand. */
export function allowSound(): void {
  player?.unlock();
}

/** Loads the selected story again after a failure, with a fresh link; it goes on where it was. */
export function retryStory(): void {
  brokeOff = false;
  if (walk.selected !== null) void loadFreshStory(walk.selected);
}

function dispatch(event: WalkEvent): void {
  if (player === null) return;
  const before = walk;
  walk = decide(before, event);
  if (walk === before) return;
  listening.walk = ref(walk);
  rememberWalk(before);
  if (walk.onSite !== before.onSite) changeMode();
  if (walk.refused !== before.refused) awaitTap();
  if (walk.selected !== before.selected) changeStory();
  else if (walk.startsItself && !before.startsItself) scheduleStart();
}

function changeMode(): void {
  guide.dispose();
  guide = new Scope();
  listening.lookupFailed = false;
  setWalking(walk.onSite);
  if (!walk.onSite) return;
  keepScreenOn(guide);
  followNearest(guide, {
    onLocated: (here) => {
      listening.lookupFailed = false;
      dispatch({ type: 'located', here });
    },
    onFailed: () => {
      listening.lookupFailed = true;
    },
  });
}

function awaitTap(): void {
  refusal.dispose();
  refusal = new Scope();
  if (!walk.refused) return;
  onFirstTap(refusal, () => {
    player?.unlock();
    // What was tapped has its say first: it may end the walk, or be the button that starts this very story.
    refusal.timeout(() => {
      if (!wantsSound) dispatch({ type: 'permitted' });
    }, AUTOPLAY_DELAY_MS);
  });
}

/** The editor takes the room of the walk's controls, and of the player: nobody could pause what starts by itself. */
function onToolsChanged(): void {
  if (walk.onSite && isDrawing(editorTools)) switchOnSite(false);
}

/** What could not be loaded without a network is loaded again, where somebody, or the walk, still waits for it. */
function onOnlineAgain(): void {
  if (listening.audio.phase === 'failed' && walk.selected !== null && (walk.startsItself || wantsSound)) {
    void loadFreshStory(walk.selected);
  }
}

function changeStory(): void {
  story.dispose();
  story = new Scope();
  linkRefreshed = false;
  wantsSound = false;
  resumeAtS = null;
  brokeOff = false;
  listening.noAudio = false;
  player?.unload();
  const placeId = walk.selected;
  if (placeId !== null) story.timeout(() => loadStory(placeId), AUDIO_LOAD_DELAY_MS);
}

function loadStory(placeId: PlaceId): void {
  const link = findPlace(placeId)?.media?.data;
  listening.noAudio = link === undefined;
  if (link !== undefined) player?.load(link.link, link.length);
}

/** Asks for a link that has not expired: the listed one may be hours old. */
async function loadFreshStory(placeId: PlaceId): Promise<void> {
  linkRefreshed = true;
  const signal = story.signal();
  try {
    const link = await refreshLink(placeId, signal);
    if (signal.aborted) return;
    listening.noAudio = link === null;
    if (link === null) player?.unload();
    else player?.load(link.link, link.length);
  } catch {
    // The player's own failure, which led here, stays on screen with its way to try again.
  }
}

function scheduleStart(): void {
  if (!walk.startsItself || walk.selected === null) return;
  const { phase } = listening.audio;
  if (phase === 'failed') {
    // The walker came back, and so may have the network.
    linkRefreshed = false;
    loadStory(walk.selected);
  }
  if (phase !== 'ready' && phase !== 'paused') return;
  story.timeout(() => {
    if (walk.startsItself) void playStory();
  }, AUTOPLAY_DELAY_MS);
}

function show(audio: PlayerState): void {
  const wasHeard = listening.audio.phase === 'playing';
  listening.audio = audio;
  const isHeard = audio.phase === 'playing';
  if (wasHeard && !isHeard) releasePage();
  if (isHeard && !wasHeard) releasePage = holdPage('story');
}

function onPlayerState(audio: PlayerState): void {
  const { phase, positionS } = listening.audio;
  const placeId = walk.selected;
  if (audio.phase === 'failed') {
    onLoadFailed(audio, placeId);
    return;
  }
  show(audio);
  if (audio.phase === phase) {
    if (phase === 'playing') onSounded(audio.positionS - positionS);
    return;
  }
  // A story that ended is ready as well, but nothing waits for it.
  if (audio.phase === 'ready' && phase === 'loading') onReady();
  if (audio.phase === 'playing' && placeId !== null) {
    // Where the system lets a story go on that it had interrupted, nobody else asked for it.
    wantsSound = true;
    dispatch({ type: 'started', placeId, goesOn: brokeOff });
    brokeOff = false;
  }
  if (audio.phase === 'paused') {
    const isInterrupted = wantsSound;
    wantsSound = false;
    dispatch({ type: isInterrupted ? 'interrupted' : 'paused' });
  }
}

/** A longer step is no sound between two reports of the player, which come four times a second. */
function onSounded(stepS: number): void {
  if (stepS > 0 && stepS < SOUND_STEP_MAX_S) dispatch({ type: 'sounded', ms: 1000 * stepS });
}

function onStoryEnded(): void {
  wantsSound = false;
  dispatch({ type: 'ended' });
}

/** A link that the server refuses has expired, most likely: a fresh one is asked for before anybody is told. */
function onLoadFailed(audio: PlayerState, placeId: PlaceId | null): void {
  resumeAtS = Math.max(resumeAtS ?? 0, audio.positionS);
  if (placeId === null || linkRefreshed || audio.failure?.status == null) {
    giveUp(audio);
    return;
  }
  show({ ...audio, phase: 'loading', failure: null });
  void loadFreshStory(placeId).then(() => {
    if (player !== null && player.state.phase === 'failed') giveUp(player.state);
  });
}

function giveUp(audio: PlayerState): void {
  show(audio);
  if (!walk.playing) return;
  brokeOff = true;
  dispatch({ type: 'broke-off' });
}

function onReady(): void {
  linkRefreshed = false;
  if (resumeAtS !== null) player?.seek(resumeAtS);
  resumeAtS = null;
  if (wantsSound) void playStory();
  else scheduleStart();
}

function onPlacesChanged(): void {
  const silent = places.list.filter((place) => place.media === null);
  const placeIds = places.list.map((place) => place.id);
  dispatch({ type: 'places-changed', placeIds, silentIds: silent.map((place) => place.id) });
  // A place that was waiting for its audio may have got it.
  if (listening.noAudio && walk.selected !== null) loadStory(walk.selected);
}
