import type { Scope } from '../scope.ts';

/** What the lock screen shows about a story. */
export interface NowPlaying {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** URL of a picture. */
  readonly artwork: string;
  readonly isPlaying: boolean;
  readonly positionS: number;
  /** Null until known. */
  readonly durationS: number | null;
  readonly speed: number;
}

/** Handlers for the buttons of the lock screen, of headphones and of cars. Null removes the button. */
export interface MediaActions {
  readonly play: () => void;
  readonly pause: () => void;
  readonly stop: () => void;
  /** `byS` is positive; null lets the app choose. */
  readonly seekBy: (direction: 'backward' | 'forward', byS: number | null) => void;
  readonly seekTo: (positionS: number) => void;
  readonly next: (() => void) | null;
  readonly previous: (() => void) | null;
}

/** The system's media controls. */
export interface MediaControls {
  show(now: NowPlaying, actions: MediaActions): void;
  clear(): void;
}

/** Creates the media controls, cleared when `scope` is disposed. They do nothing in browsers without Media Session. */
export function createMediaControls(scope: Scope): MediaControls {
  if (!('mediaSession' in navigator)) return { show: () => {}, clear: () => {} };
  const { mediaSession } = navigator;
  let shownMetadata = '';
  /** The buttons that are left out; null while none is shown. */
  let shownAbsent: string | null = null;
  let actions: MediaActions | null = null;

  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => actions?.play(),
    pause: () => actions?.pause(),
    stop: () => actions?.stop(),
    seekbackward: ({ seekOffset }) => actions?.seekBy('backward', seekOffset ?? null),
    seekforward: ({ seekOffset }) => actions?.seekBy('forward', seekOffset ?? null),
    seekto: ({ seekTime }) => {
      if (seekTime !== undefined) actions?.seekTo(seekTime);
    },
    nexttrack: () => actions?.next?.(),
    previoustrack: () => actions?.previous?.(),
  };

  function offer(isOffered: (action: string) => boolean): void {
    for (const [action, handler] of Object.entries(handlers)) {
      try {
        mediaSession.setActionHandler(action as MediaSessionAction, isOffered(action) ? handler : null);
      } catch {
        // Browsers throw for actions that they don't know.
      }
    }
  }

  function showActions({ next, previous }: MediaActions): void {
    const absent = [...(next === null ? ['nexttrack'] : []), ...(previous === null ? ['previoustrack'] : [])];
    if (absent.join() === shownAbsent) return;
    shownAbsent = absent.join();
    offer((action) => !absent.includes(action));
  }

  function showMetadata({ title, artist, album, artwork }: NowPlaying): void {
    const metadata = JSON.stringify([title, artist, album, artwork]);
    // Setting it four times a second makes the lock screen flicker.
    if (metadata === shownMetadata) return;
    shownMetadata = metadata;
    mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork: [{ src: artwork }] });
  }

  function clear(): void {
    if (shownAbsent === null) return;
    shownAbsent = null;
    shownMetadata = '';
    actions = null;
    offer(() => false);
    mediaSession.metadata = null;
    mediaSession.playbackState = 'none';
    showPosition(null);
  }

  function showPosition(now: NowPlaying | null): void {
    const { durationS, positionS, speed } = now ?? { durationS: null, positionS: 0, speed: 1 };
    // Missing in early versions of Safari.
    if (!('setPositionState' in mediaSession)) return;
    if (durationS === null || durationS <= 0) mediaSession.setPositionState();
    else {
      // Rounding may put it past the end, where the browser throws.
      const position = Math.min(Math.max(positionS, 0), durationS);
      mediaSession.setPositionState({ duration: durationS, position, playbackRate: speed });
    }
  }

  scope.add(clear);
  return {
    show(now, next) {
      if (scope.disposed) return;
      actions = next;
      showActions(next);
      showMetadata(now);
      mediaSession.playbackState = now.isPlaying ? 'playing' : 'paused';
      showPosition(now);
    },
    clear,
  };
}
