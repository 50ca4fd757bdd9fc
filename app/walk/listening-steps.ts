import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { PlayerState } from '../platform/audio/audio-player.ts';
import { decide } from './guide/walk-decision.ts';
import { INITIAL_WALK, type WalkEvent, type WalkState } from './guide/walk-state.ts';

/** Delay from selecting a place to loading its audio. */
export const AUDIO_LOAD_DELAY_MS = 100;
/** Delay from audio being ready to its automatic start. */
export const AUTOPLAY_DELAY_MS = 300;

/** The walk, the player, and the state of the selected story. */
export interface Listening {
  readonly walk: WalkState;
  /** The player, as it is shown: while a link is refreshed, a failed one is shown as loading. */
  readonly audio: PlayerState;
  readonly noAudio: boolean;
  /** The person, or autoplay, started the selected story, and it has neither been paused nor ended since. */
  readonly wantsSound: boolean;
  /** Position at which the selected story resumes once it is loaded; null for its beginning. */
  readonly resumeAtS: number | null;
  /** A fresh link was requested and has not led to audio yet, so a refusal is final. */
  readonly linkRefreshed: boolean;
  /** State of the selected story's rendition: once it `failed`, the master is played. */
  readonly rendition: 'none' | 'loaded' | 'failed';
  /** The selected story broke off, and the person has not resumed it. */
  readonly brokeOff: boolean;
}

/** An event of the walk, a request of the person, or an event of the player. */
export type ListeningEvent =
  | WalkEvent
  | { readonly type: 'play-asked' }
  /** Plays from this position, at once or as soon as the story is loaded. */
  | { readonly type: 'play-asked-from'; readonly fromS: number }
  | { readonly type: 'pause-asked' }
  | { readonly type: 'retry-asked' }
  /** Another telling of the selected place plays from now on. */
  | { readonly type: 'retold' }
  | { readonly type: 'online' }
  | { readonly type: 'player-changed'; readonly audio: PlayerState }
  /** The place's link was looked up: to the rendition, or to the master. */
  | { readonly type: 'linked'; readonly hasAudio: boolean; readonly isRendition: boolean }
  /** Refreshing the link has led to this state of the player. */
  | { readonly type: 'link-tried'; readonly audio: PlayerState }
  | { readonly type: 'start-due' };

/** An effect for the caller to run, in order. */
export type ListeningEffect =
  /** Another selection: ends the work for the previous story, and loads this one after the delay. */
  | { readonly type: 'select'; readonly placeId: PlaceId | null }
  /** Loads the place's listed link: the master's if a rendition failed before. */
  | { readonly type: 'load'; readonly placeId: PlaceId }
  /** Requests a link that has not expired, and loads it. */
  | { readonly type: 'refresh-link'; readonly placeId: PlaceId }
  | { readonly type: 'seek'; readonly positionS: number }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  /** Reports `start-due` after the delay of autoplay. */
  | { readonly type: 'start-later' };

/** The next state, and the effects to run. */
export type ListeningStep = readonly [next: Listening, effects: readonly ListeningEffect[]];

/** A longer step between two reports of the player, which come four times a second, is not played sound. */
const SOUND_STEP_MAX_S = 3;

const NEW_STORY = {
  noAudio: false,
  wantsSound: false,
  resumeAtS: null,
  linkRefreshed: false,
  rendition: 'none',
  brokeOff: false,
} as const;

/** State at the start of every session. */
export const INITIAL_LISTENING: Listening = {
  ...NEW_STORY,
  walk: INITIAL_WALK,
  audio: { phase: 'empty', positionS: 0, durationS: null, isBuffering: false, failure: null },
};

/**
 * Runs one step of the listening state machine. Pure. `walk-decision.ts` decides which story is selected and whether it
 * starts by itself; this machine makes it sound: loading, playing, pausing, interruptions, failures and what follows
 * them.
 */
export function step(state: Listening, event: ListeningEvent): ListeningStep {
  switch (event.type) {
    case 'play-asked':
      return [{ ...state, wantsSound: true }, []];
    case 'play-asked-from':
      return playFrom({ ...state, wantsSound: true }, event.fromS);
    case 'pause-asked':
      return [{ ...state, wantsSound: false }, [{ type: 'pause' }]];
    case 'retry-asked':
      return refreshLink({ ...state, brokeOff: false });
    case 'retold':
      return retell(state);
    case 'online':
      return state.audio.phase === 'failed' && (state.walk.startsItself || state.wantsSound)
        ? refreshLink(state)
        : [state, []];
    case 'player-changed':
      return onPlayer(state, event.audio);
    case 'linked':
      return [{ ...state, noAudio: !event.hasAudio, rendition: renditionAfter(state, event.isRendition) }, []];
    case 'link-tried':
      return event.audio.phase === 'failed' ? giveUp(state, event.audio) : [state, []];
    case 'start-due':
      return state.walk.startsItself ? [{ ...state, wantsSound: true }, [{ type: 'play' }]] : [state, []];
    case 'ended':
    case 'refused':
      return walkOn({ ...state, wantsSound: false }, event);
    case 'permitted':
      // The tapped button may have been the one that starts this very story.
      return state.wantsSound ? [state, []] : walkOn(state, event);
    case 'places-changed':
      return reloadSilent(walkOn(state, event));
    default:
      return walkOn(state, event);
  }
}

function walkOn(state: Listening, event: WalkEvent): ListeningStep {
  const before = state.walk;
  const walk = decide(before, event);
  const next = { ...state, walk };
  if (walk.selected !== before.selected) {
    return [{ ...next, ...NEW_STORY }, [{ type: 'select', placeId: walk.selected }]];
  }
  return walk.startsItself && !before.startsItself ? scheduleStart(next) : [next, []];
}

/** Reloads a place that was waiting for its audio, because it may have it now. */
function reloadSilent([state, effects]: ListeningStep): ListeningStep {
  const { selected } = state.walk;
  if (!state.noAudio || selected === null) return [state, effects];
  return [state, [...effects, { type: 'load', placeId: selected }]];
}

function playFrom(state: Listening, fromS: number): ListeningStep {
  const { phase } = state.audio;
  if (phase === 'ready' || phase === 'paused' || phase === 'playing') {
    return [state, [{ type: 'seek', positionS: fromS }, { type: 'play' }]];
  }
  const waiting = { ...state, resumeAtS: fromS };
  return phase === 'failed' ? refreshLink({ ...waiting, brokeOff: false }) : [waiting, []];
}

/** Loads another sound of the same place, and plays it from its beginning if the former was wanted. */
function retell(state: Listening): ListeningStep {
  const { wantsSound } = state;
  return [{ ...state, ...NEW_STORY, wantsSound }, [{ type: 'select', placeId: state.walk.selected }]];
}

function refreshLink(state: Listening): ListeningStep {
  const { selected } = state.walk;
  if (selected === null) return [state, []];
  return [{ ...state, linkRefreshed: true }, [{ type: 'refresh-link', placeId: selected }]];
}

function scheduleStart(state: Listening): ListeningStep {
  const { startsItself, selected } = state.walk;
  const { phase } = state.audio;
  if (!startsItself || selected === null) return [state, []];
  // The walker came back, and so may have the network.
  if (phase === 'failed') return [{ ...state, linkRefreshed: false }, [{ type: 'load', placeId: selected }]];
  return [state, phase === 'ready' || phase === 'paused' ? [{ type: 'start-later' }] : []];
}

function onPlayer(before: Listening, audio: PlayerState): ListeningStep {
  const { phase, positionS } = before.audio;
  const { selected } = before.walk;
  if (audio.phase === 'failed') return onFailed(before, audio);
  const state = { ...before, audio };
  if (audio.phase === phase) {
    const soundedS = audio.positionS - positionS;
    const isSound = phase === 'playing' && soundedS > 0 && soundedS < SOUND_STEP_MAX_S;
    return isSound ? walkOn(state, soundEvent(audio, soundedS)) : [state, []];
  }
  // A story that ended is ready too, but nothing waits for it.
  if (audio.phase === 'ready' && phase === 'loading') return onReady(state);
  if (audio.phase === 'playing' && selected !== null) {
    // If the system resumes a story that it had interrupted, the person did not start it.
    const sounding = { ...state, wantsSound: true, brokeOff: false };
    return walkOn(sounding, {
      type: 'started',
      placeId: selected,
      goesOn: state.brokeOff,
      atMs: 1000 * audio.positionS,
    });
  }
  if (audio.phase === 'paused') {
    return walkOn({ ...state, wantsSound: false }, { type: state.wantsSound ? 'interrupted' : 'paused' });
  }
  return [state, []];
}

function soundEvent({ positionS, durationS }: PlayerState, soundedS: number): WalkEvent {
  const leftMs = durationS === null ? null : 1000 * (durationS - positionS);
  return { type: 'sounded', ms: 1000 * soundedS, atMs: 1000 * positionS, leftMs };
}

function onReady(state: Listening): ListeningStep {
  const ready = { ...state, linkRefreshed: false, resumeAtS: null };
  const [next, effects]: ListeningStep = state.wantsSound ? [ready, [{ type: 'play' }]] : scheduleStart(ready);
  return [next, state.resumeAtS === null ? effects : [{ type: 'seek', positionS: state.resumeAtS }, ...effects]];
}

function renditionAfter({ rendition }: Listening, isRendition: boolean): Listening['rendition'] {
  if (rendition === 'failed') return rendition;
  return isRendition ? 'loaded' : 'none';
}

/**
 * Handles a failure. A link that the server refuses has most likely expired: a fresh one is requested before the
 * failure is shown. The same happens if the browser can't play a rendition, because it reports the same for a response
 * that broke off. A rendition that fails again is replaced by the master.
 */
function onFailed(state: Listening, audio: PlayerState): ListeningStep {
  const { selected } = state.walk;
  const resumeAtS = Math.max(state.resumeAtS ?? 0, audio.positionS);
  const loadsOn = { ...state, resumeAtS, audio: { ...audio, phase: 'loading' as const, failure: null } };
  const isRefused = audio.failure?.status != null;
  const hasRenditionFailed = state.rendition === 'loaded' && (isRefused || audio.failure?.isUnplayable === true);
  if (selected !== null && (isRefused || hasRenditionFailed) && !state.linkRefreshed) return refreshLink(loadsOn);
  if (selected !== null && hasRenditionFailed) {
    return [{ ...loadsOn, rendition: 'failed' }, [{ type: 'load', placeId: selected }]];
  }
  return giveUp({ ...state, resumeAtS }, audio);
}

function giveUp(before: Listening, audio: PlayerState): ListeningStep {
  const state = { ...before, audio };
  return state.walk.playing ? walkOn({ ...state, brokeOff: true }, { type: 'broke-off' }) : [state, []];
}
