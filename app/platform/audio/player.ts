import type { Release, Scope } from '../scope.ts';

/** How long audio may take to tell what it is before it counts as failed: longer, and a listener thinks the app hangs. */
export const AUDIO_LOAD_MAX_MS = 20_000;
/** How long to wait for the server's reason for a failure; after that the failure is shown without one. */
const AUDIO_REASON_MAX_MS = 8000;

/** Where the player stands. A story that came to its end is `ready` again, at its beginning. */
export type PlayerPhase = 'empty' | 'loading' | 'ready' | 'playing' | 'paused' | 'failed';

/** Why audio could not be loaded. `status` is null when no server answered, or what came is not readable audio. */
export interface PlayerFailure {
  readonly url: string;
  readonly status: number | null;
  readonly statusText: string;
}

/** What the player shows of itself. Replaced as a whole at each change. */
export interface PlayerState {
  readonly phase: PlayerPhase;
  readonly positionS: number;
  /** Null until it is known. */
  readonly durationS: number | null;
  /** Sound was asked for and waits for data, at its start or in its middle. */
  readonly isBuffering: boolean;
  readonly failure: PlayerFailure | null;
}

/** What came of asking to play: `refused` when the browser wants a tap first, `failed` when there is nothing to play. */
export type PlayAnswer = 'playing' | 'refused' | 'failed';

/** The app's one audio element. Made by {@link createPlayer}. */
export interface Player {
  readonly state: PlayerState;
  /** Stops what plays and loads `url`; `durationS` is shown until the file itself tells. */
  load(url: string, durationS: number | null): void;
  /** Stops what plays and holds nothing. */
  unload(): void;
  play(): Promise<PlayAnswer>;
  pause(): void;
  /**
   * Plays a moment of silence while the player is empty. Called from a tap, it lets a phone's browser start stories by
   * itself later, when no tap is at hand.
   */
  unlock(): void;
  /** Moves to `positionS`, kept within the story. */
  seek(positionS: number): void;
  /** Plays this and all that is loaded later so many times as fast, at the same pitch. */
  setSpeed(speed: number): void;
}

/** Callbacks of the owner of a player. */
export interface PlayerListeners {
  /** The state was replaced. */
  readonly onState: (state: PlayerState) => void;
  /** The story played to its end; the state is `ready` at 0 by then. */
  readonly onEnded: () => void;
}

/** 10 ms of silence: a WAV of 80 samples at 8 kHz, 8 bits, each 128. */
const SILENCE = `data:audio/wav;base64,UklGRnQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YVAAAACA${'gICA'.repeat(26)}gA==`;

const EMPTY: PlayerState = {
  phase: 'empty',
  positionS: 0,
  durationS: null,
  isBuffering: false,
  failure: null,
};

/**
 * Makes the player and its hidden `<audio>` in the page; both end with `scope`. There is one for the whole app, so that
 * two stories never sound at once and a phone's permission to play, once given by a tap, stays.
 */
export function createPlayer(scope: Scope, listeners: PlayerListeners): Player {
  const audio = document.createElement('audio');
  audio.preload = 'auto';
  audio.hidden = true;
  audio.dataset.testid = 'player';
  document.body.append(audio);
  let state = EMPTY;
  /** Calls of `play` that the element has not answered yet. */
  let pendingPlays = 0;
  let stopWaiting: Release = () => {};

  function change(next: Partial<PlayerState>): void {
    if (scope.disposed) return;
    state = { ...state, ...next };
    listeners.onState(state);
  }

  function release(): void {
    stopWaiting();
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  }

  async function fail(): Promise<void> {
    const url = audio.getAttribute('src');
    if (url === null || state.phase === 'empty') return;
    const failure = await explainFailure(url);
    // Another story may have been loaded while the server was asked.
    if (audio.getAttribute('src') === url) change({ phase: 'failed', isBuffering: false, failure });
  }

  function loseLoad(): void {
    if (state.phase !== 'loading') return;
    const url = audio.getAttribute('src') ?? '';
    release();
    change({ phase: 'failed', isBuffering: false, failure: { url, status: null, statusText: '' } });
  }

  function onBuffering(isBuffering: boolean): void {
    if (isLoaded() && state.isBuffering !== isBuffering) change({ isBuffering });
  }

  const knownDuration = (): number | null => (Number.isFinite(audio.duration) ? audio.duration : state.durationS);
  const isLoaded = (): boolean => state.phase !== 'empty' && state.phase !== 'failed';

  scope.listen(audio, 'loadedmetadata', () => {
    if (state.phase !== 'loading') return;
    stopWaiting();
    change({ phase: 'ready', durationS: knownDuration() });
  });
  scope.listen(audio, 'durationchange', () => {
    if (isLoaded()) change({ durationS: knownDuration() });
  });
  scope.listen(audio, 'timeupdate', () => {
    if (isLoaded()) change({ positionS: audio.currentTime });
  });
  scope.listen(audio, 'playing', () => {
    if (isLoaded()) change({ phase: 'playing', isBuffering: false });
  });
  scope.listen(audio, 'waiting', () => onBuffering(!audio.paused));
  scope.listen(audio, 'canplay', () => onBuffering(false));
  scope.listen(audio, 'pause', () => {
    // A pause also comes with the end and with a failure, which are told by events of their own.
    const wasSounding = state.phase === 'playing' || (state.phase === 'ready' && pendingPlays > 0);
    if (wasSounding && !audio.ended && audio.error === null) change({ phase: 'paused', isBuffering: false });
    else onBuffering(false);
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

    load(url, durationS) {
      audio.pause();
      state = { ...EMPTY, phase: 'loading', durationS };
      audio.src = url;
      stopWaiting();
      stopWaiting = scope.timeout(loseLoad, AUDIO_LOAD_MAX_MS);
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
      if (state.phase !== 'empty') return;
      audio.src = SILENCE;
      const settle = (): void => {
        if (state.phase === 'empty') release();
      };
      audio.play().then(settle, settle);
    },

    seek(positionS) {
      if (!isLoaded()) return;
      const target = Math.min(Math.max(positionS, 0), knownDuration() ?? 0);
      audio.currentTime = target;
      change({ positionS: target });
    },

    setSpeed(speed) {
      // Loading sets the one back to the other.
      audio.defaultPlaybackRate = speed;
      audio.playbackRate = speed;
    },
  };
}

/** Asks the server for the first byte: the audio element itself never tells what the server said. */
async function explainFailure(url: string): Promise<PlayerFailure> {
  try {
    // Not from the browser's cache, which may hold the beginning of what the server refuses by now.
    const answer = await fetch(url, {
      cache: 'no-store',
      headers: { Range: 'bytes=0-0' },
      signal: AbortSignal.timeout(AUDIO_REASON_MAX_MS),
    });
    void answer.body?.cancel();
    return answer.ok
      ? { url, status: null, statusText: '' }
      : { url, status: answer.status, statusText: answer.statusText };
  } catch {
    return { url, status: null, statusText: '' };
  }
}
