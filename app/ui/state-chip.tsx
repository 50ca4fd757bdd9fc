import type { PlannedState } from '../../contracts/planned-place.ts';
import styles from './state-chip.module.css';

/** The state of a place in a row: a word, with a dot in the colour that the map gives it. */
export function StateChip({ state, label }: { readonly state: PlannedState | 'published'; readonly label: string }) {
  return (
    <span className={styles.chip} data-state={state}>
      {label}
    </span>
  );
}
