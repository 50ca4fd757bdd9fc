import { openStoredFile } from '../packs/stored-files.ts';
import type { Scope } from '../scope.ts';
import { soundAlone } from './one-sound.ts';

/** Plays parts of one sound, for people who work on it. Times are milliseconds from its start. */
export interface RangePlayer {
  readonly isPlaying: boolean;
  timeMs(): number;
  /** Goes to a time; playback goes on there, to the end of the sound. */
  seek(timeMs: number): void;
  /** Plays from a time until another one; nothing if another call or a pause comes first. */
  play(fromMs: number, untilMs: number): void;
  pause(): void;
}

/**
 * Opens a sound by its link, on the device if it is there, until `scope` is disposed.
 *
 * @param on `time` is called for each frame while it plays, and after each step; `playing` as it starts and ends;
 *   `failed` if the sound can't be read
 */
export function openRangePlayer(
  scope: Scope,
  link: string,
  on: {
    readonly time: (timeMs: number) => void;
    readonly playing: (isPlaying: boolean) => void;
    readonly failed: () => void;
  },
): RangePlayer {
  const audio = document.createElement('audio');
  audio.preload = 'auto';
  let untilMs = Number.POSITIVE_INFINITY;
  let frame = 0;
  const timeMs = (): number => Math.round(audio.currentTime * 1000);
  const tell = (): void => {
    if (timeMs() >= untilMs) {
      audio.pause();
      // The last frame may be a few milliseconds late.
      audio.currentTime = untilMs / 1000;
      untilMs = Number.POSITIVE_INFINITY;
    }
    on.time(timeMs());
  };
  const follow = (): void => {
    tell();
    frame = audio.paused ? 0 : requestAnimationFrame(follow);
  };
  // A hidden page has no frames.
  for (const type of ['timeupdate', 'seeked']) scope.listen(audio, type, tell);
  scope.listen(audio, 'play', () => {
    soundAlone(audio);
    on.playing(true);
    cancelAnimationFrame(frame);
    follow();
  });
  scope.listen(audio, 'pause', () => on.playing(false));
  scope.listen(audio, 'error', on.failed);
  scope.add(() => {
    cancelAnimationFrame(frame);
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
  });
  openStoredFile(link).then((stored) => {
    if (!scope.disposed) audio.src = stored === null ? link : scope.objectUrl(stored);
  }, on.failed);
  return {
    get isPlaying() {
      return !audio.paused;
    },
    timeMs,
    seek: (toMs) => {
      untilMs = Number.POSITIVE_INFINITY;
      audio.currentTime = Math.max(0, toMs) / 1000;
    },
    play: (fromMs, toMs) => {
      untilMs = toMs;
      if (Math.abs(fromMs - timeMs()) > 1) audio.currentTime = fromMs / 1000;
      // A pause meanwhile rejects it, and a failure is an event.
      audio.play().catch(() => {});
    },
    pause: () => {
      untilMs = Number.POSITIVE_INFINITY;
      audio.pause();
    },
  };
}
