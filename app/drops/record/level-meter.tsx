import { useSnapshot } from 'valtio';
import { LEVEL_FLOOR_DB } from './meter-level.ts';
import styles from './record-tool.module.css';
import { recorder } from './recorder.ts';

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
