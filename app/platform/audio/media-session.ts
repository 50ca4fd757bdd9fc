import type { Scope } from '../scope.ts';

/** What a lock screen shows of a story. */
export interface NowPlaying {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Address of a picture. */
  readonly artwork: string;
  readonly isPlaying: boolean;
  readonly positionS: number;
  /** Null until it is known. */
  readonly durationS: number | null;
  readonly speed: number;
}

/** What the buttons of a lock screen, of headphones and of a car do. A null takes the button away. */
export interface MediaActions {
  readonly play: () => void;
  readonly pause: () => void;
  readonly stop: () => void;
  /** Seconds to move by, negative for backwards; null leaves the choice to the app. */
  readonly seekBy: (direction: 'backward' | 'forward', byS: number | null) => void;
  /** Seconds from the story's beginning. */
  readonly seekTo: (positionS: number) => void;
  readonly next: (() => void) | null;
}

/** The system's controls of what is heard. */
export interface MediaControls {
  show(now: NowPlaying, actions: MediaActions): void;
  /** Takes everything away: nothing is heard that could be controlled. */
  clear(): void;
}

const ACTIONS = ['play', 'pause', 'stop', 'seekbackward', 'seekforward', 'seekto', 'nexttrack'] as const;

/** Takes the system's media controls; they are cleared with `scope`. Where a browser has none, nothing happens. */
export function createMediaControls(scope: Scope): MediaControls {
  if (!('mediaSession' in navigator)) return { show: () => {}, clear: () => {} };
  const { mediaSession } = navigator;
  let shown = '';
  let hasNext = false;
  let isClear = true;
  let actions: MediaActions | null = null;

  function handle(action: MediaSessionAction, handler: MediaSessionActionHandler | null): void {
    try {
      mediaSession.setActionHandler(action, handler);
    } catch {
      // Browsers refuse actions that they don't know; the others work all the same.
    }
  }

  function offerAll(): void {
    handle('play', () => actions?.play());
    handle('pause', () => actions?.pause());
    handle('stop', () => actions?.stop());
    handle('seekbackward', ({ seekOffset }) => actions?.seekBy('backward', seekOffset ?? null));
    handle('seekforward', ({ seekOffset }) => actions?.seekBy('forward', seekOffset ?? null));
    handle('seekto', ({ seekTime }) => {
      if (seekTime !== undefined) actions?.seekTo(seekTime);
    });
  }

  function name({ title, artist, album, artwork }: NowPlaying): void {
    const names = JSON.stringify([title, artist, album, artwork]);
    // Named anew four times a second, a lock screen would flicker.
    if (names === shown) return;
    shown = names;
    mediaSession.metadata = new MediaMetadata({ title, artist, album, artwork: [{ src: artwork }] });
  }

  function clear(): void {
    if (isClear) return;
    isClear = true;
    shown = '';
    hasNext = false;
    actions = null;
    for (const action of ACTIONS) handle(action, null);
    mediaSession.metadata = null;
    mediaSession.playbackState = 'none';
    tellPosition(null);
  }

  function tellPosition(now: NowPlaying | null): void {
    const { durationS, positionS, speed } = now ?? { durationS: null, positionS: 0, speed: 1 };
    // Safari's first versions of the interface have everything but this.
    if (!('setPositionState' in mediaSession)) return;
    if (durationS === null || durationS <= 0) mediaSession.setPositionState();
    else {
      // The browser refuses a place beyond the end, which rounding makes.
      const position = Math.min(Math.max(positionS, 0), durationS);
      mediaSession.setPositionState({ duration: durationS, position, playbackRate: speed });
    }
  }

  scope.add(clear);
  return {
    show(now, next) {
      if (scope.disposed) return;
      actions = next;
      if (isClear) offerAll();
      if (isClear || hasNext !== (next.next !== null)) {
        hasNext = next.next !== null;
        handle('nexttrack', hasNext ? () => actions?.next?.() : null);
      }
      isClear = false;
      name(now);
      mediaSession.playbackState = now.isPlaying ? 'playing' : 'paused';
      tellPosition(now);
    },
    clear,
  };
}
