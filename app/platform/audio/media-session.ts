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

const ACTIONS = [
  'play',
  'pause',
  'stop',
  'seekbackward',
  'seekforward',
  'seekto',
  'nexttrack',
  'previoustrack',
] as const;

/** Creates the media controls, cleared when `scope` is disposed. They do nothing in browsers without Media Session. */
export function createMediaControls(scope: Scope): MediaControls {
  if (!('mediaSession' in navigator)) return { show: () => {}, clear: () => {} };
  const { mediaSession } = navigator;
  let shownMetadata = '';
  let shownTracks = '';
  let isClear = true;
  let actions: MediaActions | null = null;

  function setHandler(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // Browsers throw for actions that they don't know.
    }
  }

  function setHandlers(): void {
    setHandler('play', () => actions?.play());
    setHandler('pause', () => actions?.pause());
    setHandler('stop', () => actions?.stop());
    setHandler('seekbackward', ({ seekOffset }) => actions?.seekBy('backward', seekOffset ?? null));
    setHandler('seekforward', ({ seekOffset }) => actions?.seekBy('forward', seekOffset ?? null));
    setHandler('seekto', ({ seekTime }) => {
      if (seekTime !== undefined) actions?.seekTo(seekTime);
    });
  }

  function showTracks(offered: MediaActions): void {
    const tracks = [offered.next !== null, offered.previous !== null].join();
    if (tracks === shownTracks) return;
    shownTracks = tracks;
    for (const [action, name] of [
      ['nexttrack', 'next'],
      ['previoustrack', 'previous'],
    ] as const) {
      setHandler(action, offered[name] === null ? null : () => actions?.[name]?.());
    }
  }

  function showMetadata({ title, artist, album, artwork }: NowPlaying): void {
    const metadata = JSON.stringify([title, artist, album, artwork]);
    // Setting it four times a second makes the lock screen flicker.
    if (metadata === shownMetadata) return;
    shownMetadata = metadata;
    mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork: [{ src: artwork }] });
  }

  function clear(): void {
    if (isClear) return;
    isClear = true;
    shownMetadata = '';
    shownTracks = '';
    actions = null;
    for (const action of ACTIONS) setHandler(action, null);
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
      if (isClear) setHandlers();
      showTracks(next);
      isClear = false;
      showMetadata(now);
      mediaSession.playbackState = now.isPlaying ? 'playing' : 'paused';
      showPosition(now);
    },
    clear,
  };
}
