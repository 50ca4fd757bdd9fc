import { useSnapshot } from 'valtio';
import { places } from '../../state/places/places.ts';
import { listening } from '../../state/walk/listening.ts';
import { progressOf } from '../../state/walk/walk-progress.ts';
import { walkStrings } from '../../words/listen/walk.ts';
import styles from './walk-pill.module.css';

/** How many of the stories were heard. Renders nothing where there are none. */
export function WalkCount() {
  const { walk } = useSnapshot(listening);
  const { list } = useSnapshot(places);
  const { heard, all } = progressOf(list, walk);
  if (all === 0) return null;
  return (
    <span className={styles.count}>
      <span className="visually-hidden">{walkStrings.progressOf} </span>
      {walkStrings.progress(heard, all)}
    </span>
  );
}
