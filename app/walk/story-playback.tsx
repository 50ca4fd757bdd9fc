import { Pause, Play, Repeat, RotateCcw, RotateCw } from 'lucide-react';
import type { Ref } from 'react';
import { useSnapshot } from 'valtio';
import { network } from '../page/network.ts';
import type { PlayerState } from '../platform/audio/audio-player.ts';
import { formatTime } from '../platform/page/time.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { Spinner } from '../ui/spinner.tsx';
import type { WalkState } from './guide/walk-state.ts';
import { listening, pauseStory, playStory, retryStory, setStorySpeed, skipStory } from './listening.ts';
import { SKIP_S } from './media-controls.ts';
import { describeFailure, listenStrings } from './player-words.ts';
import { SeekSlider } from './seek-slider.tsx';
import styles from './story-player.module.css';
import { useWaveform } from './story-waveform.ts';

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

/** Playback rates at which speech stays intelligible. */
const SPEEDS = [0.75, 1, 1.25, 1.5, 2] as const;

/**
 * Play and pause, position, skips and speed.
 *
 * @param peaksLink signed URL of the story's waveform; null if there is none.
 * @param playRef the button that plays and pauses.
 */
export function Controls({
  audio,
  isOver,
  peaksLink,
  playRef,
}: {
  readonly audio: PlayerState;
  /** Whether the story was played to its end, and would start again. */
  readonly isOver: boolean;
  readonly peaksLink: string | null;
  readonly playRef: Ref<HTMLButtonElement>;
}) {
  const { phase, positionS, durationS, isBuffering } = audio;
  const { speed } = useSnapshot(listening);
  const waveform = useWaveform(peaksLink);
  const isLoading = phase === 'loading' || phase === 'empty';
  const isPlaying = phase === 'playing' || isBuffering;
  const Icon = isPlaying ? Pause : isOver ? Repeat : Play;
  const playLabel = isOver ? listenStrings.replay : listenStrings.play;
  const icon = isLoading || isBuffering ? <Spinner size={24} /> : <Icon size={24} aria-hidden />;
  const handlePress = (): void => {
    if (isPlaying) pauseStory();
    else if (!isLoading) void playStory();
  };
  return (
    <>
      <div className={layout.row}>
        {/* One button in every state, so that it retains the focus when loading starts or ends. */}
        <IconButton
          ref={playRef}
          variant="accent"
          className={styles.play ?? ''}
          label={isLoading ? listenStrings.loading : isPlaying ? listenStrings.pause : playLabel}
          icon={icon}
          aria-disabled={isLoading || undefined}
          onClick={handlePress}
        />
        <div className={styles.progress}>
          <SeekSlider positionS={positionS} lengthS={durationS ?? 0} disabled={isLoading} waveform={waveform} />
        </div>
      </div>
      <div className={styles.controls}>
        <span className={styles.times}>
          {formatTime(positionS)}
          {durationS !== null && ` / ${formatTime(durationS)}`}
        </span>
        <IconButton
          label={listenStrings.skipBack(SKIP_S)}
          icon={<Skip Icon={RotateCcw} />}
          disabled={isLoading}
          onClick={() => skipStory(-SKIP_S)}
        />
        <IconButton
          label={listenStrings.skipAhead(SKIP_S)}
          icon={<Skip Icon={RotateCw} />}
          disabled={isLoading}
          onClick={() => skipStory(SKIP_S)}
        />
        <select
          className={styles.speed}
          aria-label={listenStrings.speed}
          value={speed}
          onChange={(event) => setStorySpeed(Number(event.target.value))}
        >
          {SPEEDS.map((choice) => (
            <option key={choice} value={choice}>
              {listenStrings.times(choice)}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

function Skip({ Icon }: { readonly Icon: typeof RotateCw }) {
  return (
    <span className={styles.skip} aria-hidden>
      <Icon size={28} strokeWidth={1.75} />
      <span>{SKIP_S}</span>
    </span>
  );
}
