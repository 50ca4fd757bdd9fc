import { Play, RotateCcw } from 'lucide-react';
import type { Ref } from 'react';
import { useSnapshot } from 'valtio';
import { network } from '../page/network.ts';
import type { PlayerState } from '../platform/audio/audio-player.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Controls } from './controls.tsx';
import type { WalkState } from './guide/walk-state.ts';
import { playStory, retryStory } from './listening.ts';
import { listenStrings } from './player-words.ts';
import { describeFailure } from './reason-words.ts';
import styles from './story-player.module.css';

/** Playback of a story: its controls, its failure, or the button that starts it if it could not start by itself. */
export function StoryPlayback({
  audio,
  walk,
  peaksLink,
  isLost,
  mainRef,
}: {
  readonly audio: PlayerState;
  readonly walk: WalkState;
  readonly peaksLink: string | null;
  /** Whether the browser has deleted the pack that contained the story. */
  readonly isLost: boolean;
  /** The button that plays, resumes or retries. */
  readonly mainRef: Ref<HTMLButtonElement>;
}) {
  const hasFailed = audio.phase === 'failed';
  const { isOnline } = useSnapshot(network);
  // While a requested story buffers, the controls show it.
  const isIdle = !hasFailed && !audio.isBuffering;
  const isRefused = walk.refused && isIdle;
  const isInterrupted = walk.interrupted && walk.onSite && isIdle;
  const { tapToStart, tapToStartHint, goOn, goOnHint } = listenStrings;
  return (
    <>
      {isRefused || isInterrupted ? (
        <Button ref={mainRef} wide icon={<Play size={22} aria-hidden />} onClick={() => void playStory()}>
          {isRefused ? tapToStart : goOn}
        </Button>
      ) : hasFailed ? (
        <Alert
          action={
            <Button ref={mainRef} variant="quiet" icon={<RotateCcw size={18} aria-hidden />} onClick={retryStory}>
              {strings.app.retry}
            </Button>
          }
        >
          {describeFailure(audio.failure, { isOnline, isLost })}
        </Alert>
      ) : (
        <Controls audio={audio} isOver={walk.isOver} peaksLink={peaksLink} playRef={mainRef} />
      )}
      {/* Always in the page, because a status that is added together with its text is not read aloud. */}
      <p role="status" className={styles.hint}>
        {isRefused ? tapToStartHint : isInterrupted && goOnHint}
      </p>
    </>
  );
}
