import { useSnapshot } from 'valtio';
import { LEVEL_FLOOR_DB } from '../../../state/drops/recording/level-meter.ts';
import { recorder } from '../../../state/drops/recording/recorder.ts';
import styles from './record-tool.module.css';

/** The level of the microphone. Hidden from screen readers: the timer tells that the recording is running. */
export function LevelMeter() {
  const { levelDb } = useSnapshot(recorder);
  const share = 1 - levelDb / LEVEL_FLOOR_DB;
  return (
    <div className={styles.meter} aria-hidden data-level-db={levelDb.toFixed(1)}>
      <div className={styles.level} style={{ transform: `scaleX(${share})` }} data-loud={levelDb > -1} />
    </div>
  );
}
