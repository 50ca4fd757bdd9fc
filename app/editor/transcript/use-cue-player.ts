import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { recorder } from '../../drops/record/recorder.ts';
import { openRangePlayer, type RangePlayer } from '../../platform/audio/range-player.ts';
import { inScope } from '../../platform/scope.ts';
import { pauseStory } from '../../walk/listening.ts';

/** Plays parts of the sound, one sound of the app at a time. */
export interface CuePlayer {
  readonly isPlaying: boolean;
  /** The sound can't be read. */
  readonly hasFailed: boolean;
  /** False without a sound, and while the microphone would record it. */
  readonly canPlay: boolean;
  /** Milliseconds from the start of the sound; also without one. */
  timeMs(): number;
  seek(timeMs: number): void;
  play(fromMs: number, untilMs: number): void;
  pause(): void;
}

/** Opens the sound of a link; null for none. `onTime` is called for each frame while it plays, and after each step. */
export function useCuePlayer(link: string | null, onTime: (timeMs: number) => void): CuePlayer {
  const player = useRef<RangePlayer | null>(null);
  const soundless = useRef(0);
  const [isPlaying, setPlaying] = useState(false);
  const [failedLink, setFailedLink] = useState<string | null>(null);
  const isSilenced = useSnapshot(recorder).phase !== 'idle';
  const told = useRef(onTime);
  useEffect(() => {
    told.current = onTime;
  });

  useEffect(() => {
    if (link === null) return;
    return inScope((scope) => {
      player.current = openRangePlayer(scope, link, {
        time: (timeMs) => told.current(timeMs),
        playing: setPlaying,
        failed: () => setFailedLink(link),
      });
      scope.add(() => {
        player.current = null;
        setPlaying(false);
      });
    });
  }, [link]);
  useEffect(() => {
    if (isSilenced) player.current?.pause();
  }, [isSilenced]);

  const hasFailed = link !== null && failedLink === link;
  const canPlay = link !== null && !hasFailed && !isSilenced;
  return {
    isPlaying,
    hasFailed,
    canPlay,
    timeMs: () => player.current?.timeMs() ?? soundless.current,
    seek: (timeMs) => {
      soundless.current = Math.max(0, timeMs);
      if (player.current === null) told.current(soundless.current);
      else player.current.seek(timeMs);
    },
    play: (fromMs, untilMs) => {
      if (!canPlay) return;
      pauseStory();
      player.current?.play(fromMs, untilMs);
    },
    pause: () => player.current?.pause(),
  };
}
