import { Progress } from 'radix-ui';
import { classNames } from './class-names.ts';
import styles from './progress-bar.module.css';

/** A progress bar. `value` is 0 to 1, or null while the total is unknown. */
export function ProgressBar({ label, value }: { readonly label: string; readonly value: number | null }) {
  const fraction = value === null ? null : Math.min(1, Math.max(0, value));
  return (
    <Progress.Root
      className={styles.track}
      aria-label={label}
      max={100}
      value={fraction === null ? null : Math.round(fraction * 100)}
    >
      <Progress.Indicator
        className={classNames(styles.bar, fraction === null && styles.unknown)}
        style={fraction === null ? undefined : { transform: `scaleX(${fraction})` }}
      />
    </Progress.Root>
  );
}
