import { Mic, Pause, Square } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { formatTime } from '../../platform/page/time.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { deviceStorage } from '../device-storage.ts';
import { wordsForNoSession } from '../drop-fault-words.ts';
import { memoryStrings } from '../outbox/outbox-words.ts';
import styles from './record-tool.module.css';
import { recordStrings } from './record-words.ts';
import { LEVEL_FLOOR_DB, pauseRecording, recorder, resumeRecording, stopRecording } from './recorder.ts';

/** The running recording: duration, level, pause and stop. */
export function RecordingBar() {
  const { phase, seconds, isInterrupted, sessionFault } = useSnapshot(recorder);
  const { isLasting } = useSnapshot(deviceStorage);
  const words = recordStrings;
  const stop = useRef<HTMLButtonElement>(null);
  // The button that had the focus no longer exists.
  useEffect(() => {
    if (phase === 'recording') stop.current?.focus();
  }, [phase]);
  if (phase === 'starting' || phase === 'stopping') {
    return (
      <div className={styles.bar}>
        <Spinner label={phase === 'starting' ? words.starting : words.preparing} />
        <span>{phase === 'starting' ? words.starting : words.preparing}</span>
      </div>
    );
  }
  const isPaused = phase === 'paused';
  return (
    <section className={styles.bar} aria-label={isPaused ? words.pausedState : words.recording}>
      <div className={styles.controls}>
        <span className={classNames(styles.light, !isPaused && !isInterrupted && styles.lit)} aria-hidden />
        <span className={styles.time} role="timer">
          {formatTime(seconds)}
        </span>
        <LevelMeter />
        <IconButton
          label={isPaused ? words.resume : words.pause}
          icon={isPaused ? <Mic size={20} aria-hidden /> : <Pause size={20} aria-hidden />}
          onClick={isPaused ? resumeRecording : pauseRecording}
        />
        <Button
          ref={stop}
          aria-label={words.stop}
          icon={<Square size={18} fill="currentcolor" aria-hidden />}
          onClick={() => void stopRecording()}
        >
          {words.stopShort}
        </Button>
      </div>
      {!isLasting && <p role="status">{memoryStrings.recording}</p>}
      {isInterrupted && <p role="status">{words.interrupted}</p>}
      {sessionFault !== null && <p role="status">{wordsForNoSession(sessionFault)}</p>}
    </section>
  );
}

/** The level of the microphone. Hidden from screen readers: the timer tells that the recording is running. */
function LevelMeter() {
  const { levelDb } = useSnapshot(recorder);
  const share = 1 - levelDb / LEVEL_FLOOR_DB;
  return (
    <div className={styles.meter} aria-hidden data-level-db={levelDb.toFixed(1)}>
      <div className={styles.level} style={{ transform: `scaleX(${share})` }} data-loud={levelDb > -1} />
    </div>
  );
}
