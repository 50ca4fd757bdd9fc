import { useSnapshot } from 'valtio';
import { strings } from '../../platform/strings.ts';
import { location } from '../../state/location.ts';
import styles from './location-indicator.module.css';

const WORDS = {
  active: strings.location.active,
  low_accuracy: strings.location.lowAccuracy,
  requesting: strings.location.requesting,
} as const;

/** Says how well the position is known, while it is known or being looked for, and whether it is a false one. */
export function LocationIndicator() {
  const { status, fix, isFalse } = useSnapshot(location);
  if (isFalse) {
    return (
      <p role="status" className={styles.indicator} data-status="false">
        {fix === null ? strings.rehearsal.falseWaiting : strings.rehearsal.falseActive}
      </p>
    );
  }
  if (status !== 'active' && status !== 'low_accuracy' && status !== 'requesting') return null;
  return (
    <p role="status" className={styles.indicator} data-status={status}>
      {WORDS[status]}
    </p>
  );
}
