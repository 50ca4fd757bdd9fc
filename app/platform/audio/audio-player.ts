import { fetchOwn, isOffline } from '../net/reach.ts';
import { type Release, Scope } from '../scope.ts';
import { soundAlone } from './one-sound.ts';

/** Longest wait for the metadata of audio; after that the app seems to hang. */
export const AUDIO_LOAD_MAX_MS = 20_000;
/** Longest wait for the server's reason for a failure; after that the failure is shown without one. */
const AUDIO_REASON_MAX_MS = 8000;
/** A browser also fires `suspend` for a file that it can't play, but such a file fails within this time. */
const WITHHELD_MS = 1000;

/** State of the player. A story that has ended is `ready` again, at its beginning. */
export type PlayerPhase = 'empty' | 'loading' | 'ready' | 'playing' | 'paused' | 'failed';

/** Why audio could not be loaded. `status` is null if no response arrived or it was not playable audio. */
export interface PlayerFailure {
  readonly url: string;
  readonly status: number | null;
  readonly statusText: string;
  /** The server sends the file, but the browser can't play it. */
  readonly isUnplayable: boolean;
  /** The file was not requested, because the 'hors ligne' switch is on. */
  readonly isOffline: boolean;
}

/** State that the player reports. Replaced as a whole at each change. */
export interface PlayerState {
  readonly phase: PlayerPhase;
  readonly positionS: number;
  /** Null until known. */
  readonly durationS: number | null;
  /** Playback waits for data. */
  readonly isBuffering: boolean;
  readonly failure: PlayerFailure | null;
}

/** Result of `play`: `refused` if the browser wants a tap first, `failed` if there is nothing to play. */
type PlayResult = 'playing' | 'refused' | 'failed';

/** The app's one audio element. Made by {@link createPlayer}. */
export interface Player {
  readonly state: PlayerState;
  /**
   * Stops playback and loads `url`; fails at once if that needs the network and 'hors ligne' is on. `durationS` counts
   * in place of the file's own, which an encoder may have changed; `link` names an object URL in failures.
   */
  load(url: string, durationS: number | null, link?: string): void;
  /** Stops playback and unloads the audio. */
  unload(): void;
  play(): Promise<PlayResult>;
  pause(): void;
  /** Plays a moment of silence if the player is empty. Called from a tap, so that a phone allows autoplay later. */
  unlock(): void;
  /** Seeks to `positionS`, clamped to the story. */
  seek(positionS: number): void;
  /** Sets the playback rate of this and all later stories; the pitch is preserved. */
  setSpeed(speed: number): void;
}

interface PlayerListeners {
  readonly onState: (state: PlayerState) => void;
  /** The story has played to its end; the state is already `ready` at 0. */
  readonly onEnded: () => void;
}

const EMPTY: PlayerState = { phase: 'empty', positionS: 0, durationS: null, isBuffering: false, failure: null };

/**
 * Creates the player and its hidden `<audio>` element; `scope` disposes of both. The app has only one, so that two
 * stories never play at once and the permission to play, once given by a tap, remains.
 */
export function createPlayer(scope: Scope, listeners: PlayerListeners): Player {
  const audio = document.createElement('audio');
  audio.preload = 'auto';
  audio.hidden = true;
  audio.dataset.testid = 'player';
  document.body.append(audio);
  let state = EMPTY;
  /** Calls of `audio.play` that have not settled yet. */
  let pendingPlays = 0;
  let cancelTimeout: Release = () => {};
  let cancelWithheld: Release = () => {};
  /** Arguments of the last `load`. */
  let givenDurationS: number | null = null;
  let givenLink = '';
  let isUnlocking = false;

  function change(next: Partial<PlayerState>): void {
    if (scope.disposed) return;
    state = { ...state, ...next };
    listeners.onState(state);
  }

  function release(): void {
    cancelTimeout();
    audio.pause();
    audio.removeAttribute('src');
    delete audio.dataset.link;
    audio.load();
  }

  async function fail(): Promise<void> {
    const url = audio.getAttribute('src');
    if (url === null || state.phase === 'empty') return;
    const failure = await explainFailure(url, audio.error);
    // Another story may have been loaded meanwhile.
    if (audio.getAttribute('src') !== url) return;
    change({ phase: 'failed', isBuffering: false, failure: { url: givenLink, ...failure } });
  }

  const isWithheld = (): boolean =>
    state.phase === 'loading' &&
    audio.error === null &&
    audio.readyState === HTMLMediaElement.HAVE_NOTHING &&
    audio.networkState === HTMLMediaElement.NETWORK_IDLE;

  /** A browser that saves data loads nothing before `play`, whatever `preload` says: the player is then ready. */
  function handleSuspended(): void {
    if (!isWithheld()) return;
    cancelWithheld();
    cancelWithheld = scope.timeout(() => {
      if (!isWithheld()) return;
      cancelTimeout();
      change({ phase: 'ready' });
    }, WITHHELD_MS);
  }

  function handleTimeout(): void {
    if (state.phase !== 'loading') return;
    release();
    change({ phase: 'failed', isBuffering: false, failure: { url: givenLink, ...NO_REASON } });
  }

  function setBuffering(isBuffering: boolean): void {
    if (isLoaded() && state.isBuffering !== isBuffering) change({ isBuffering });
  }

  const knownDuration = (): number | null =>
    givenDurationS ?? (Number.isFinite(audio.duration) ? audio.duration : state.durationS);
  const isLoaded = (): boolean => state.phase !== 'empty' && state.phase !== 'failed';

  scope.listen(audio, 'loadedmetadata', () => {
    if (state.phase !== 'loading') return;
    cancelTimeout();
    change({ phase: 'ready', durationS: knownDuration() });
  });
  scope.listen(audio, 'suspend', handleSuspended);
  scope.listen(audio, 'durationchange', () => {
    if (isLoaded()) change({ durationS: knownDuration() });
  });
  scope.listen(audio, 'timeupdate', () => {
    if (isLoaded()) change({ positionS: audio.currentTime });
  });
  scope.listen(audio, 'playing', () => {
    if (!isLoaded()) return;
    soundAlone(audio);
    change({ phase: 'playing', isBuffering: false });
  });
  scope.listen(audio, 'waiting', () => setBuffering(!audio.paused));
  scope.listen(audio, 'canplay', () => setBuffering(false));
  scope.listen(audio, 'pause', () => {
    // The end and a failure also fire `pause`, and have events of their own.
    const wasPlaying = state.phase === 'playing' || (state.phase === 'ready' && pendingPlays > 0);
    if (wasPlaying && !audio.ended && audio.error === null) change({ phase: 'paused', isBuffering: false });
    else setBuffering(false);
  });
  scope.listen(audio, 'ended', () => {
    if (!isLoaded()) return;
    audio.currentTime = 0;
    change({ phase: 'ready', positionS: 0, isBuffering: false });
    listeners.onEnded();
  });
  scope.listen(audio, 'error', () => void fail());
  scope.add(() => {
    release();
    audio.remove();
  });

  return {
    get state() {
      return state;
    },

    load(url, durationS, link = url) {
      audio.pause();
      givenDurationS = durationS;
      givenLink = link;
      if (isOffline() && needsNetwork(url)) {
        release();
        state = { ...EMPTY, durationS };
        change({ phase: 'failed', failure: { url: link, ...NO_REASON, isOffline: true } });
        return;
      }
      state = { ...EMPTY, phase: 'loading', durationS };
      audio.dataset.link = link;
      audio.src = url;
      cancelTimeout();
      cancelTimeout = scope.timeout(handleTimeout, AUDIO_LOAD_MAX_MS);
      listeners.onState(state);
    },

    unload() {
      state = EMPTY;
      release();
      listeners.onState(state);
    },

    async play() {
      if (!isLoaded()) return 'failed';
      pendingPlays += 1;
      try {
        await audio.play();
        return 'playing';
      } catch (error) {
        return error instanceof DOMException && error.name === 'NotAllowedError' ? 'refused' : 'failed';
      } finally {
        pendingPlays -= 1;
      }
    },

    pause: () => audio.pause(),

    unlock() {
      // A second call would break off the first one's silence.
      if (state.phase !== 'empty' || isUnlocking) return;
      isUnlocking = true;
      const own = new Scope();
      audio.src = own.objectUrl(silentClip());
      const handleSettled = (): void => {
        if (state.phase === 'empty') release();
        own.dispose();
        isUnlocking = false;
      };
      audio.play().then(handleSettled, handleSettled);
    },

    seek(positionS) {
      if (!isLoaded()) return;
      const target = Math.min(Math.max(positionS, 0), knownDuration() ?? 0);
      audio.currentTime = target;
      change({ positionS: target });
    },

    setSpeed(speed) {
      // Loading resets `playbackRate` to `defaultPlaybackRate`.
      audio.defaultPlaybackRate = speed;
      audio.playbackRate = speed;
    },
  };
}

/** The failure is known without a reason from the server. */
const NO_REASON = { status: null, statusText: '', isUnplayable: false, isOffline: false };

function needsNetwork(url: string): boolean {
  return !url.startsWith('blob:');
}

/** Requests the first byte to learn the server's status, which the audio element does not report. */
async function explainFailure(url: string, error: MediaError | null): Promise<Omit<PlayerFailure, 'url'>> {
  const { MEDIA_ERR_DECODE, MEDIA_ERR_SRC_NOT_SUPPORTED } = MediaError;
  const isUnplayable = error?.code === MEDIA_ERR_DECODE || error?.code === MEDIA_ERR_SRC_NOT_SUPPORTED;
  if (!needsNetwork(url)) return { ...NO_REASON, isUnplayable };
  if (isOffline()) return { ...NO_REASON, isOffline: true };
  try {
    // Not from the cache, which may hold the beginning of a file that the server now refuses.
    const { ok, status, statusText, body } = await fetchOwn(url, {
      cache: 'no-store',
      headers: { Range: 'bytes=0-0' },
      signal: AbortSignal.timeout(AUDIO_REASON_MAX_MS),
    });
    void body?.cancel();
    return ok ? { ...NO_REASON, isUnplayable } : { ...NO_REASON, status, statusText };
  } catch {
    return NO_REASON;
  }
}

/** A WAV of 80 samples at 8 kHz, 8 bits, each 128, in base64. */
const SILENT_WAV = `UklGRnQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YVAAAACA${'gICA'.repeat(26)}gA==`;

/** Returns 10 ms of silence: a Blob plays without a network, and the content policy forbids `data:` addresses. */
function silentClip(): Blob {
  return new Blob([Uint8Array.from(atob(SILENT_WAV), (character) => character.charCodeAt(0))], { type: 'audio/wav' });
}
