import { Progress } from 'radix-ui';
import { classNames } from './class-names.ts';
import styles from './progress-bar.module.css';

/** How far something has come. `value` is 0 to 1, or null while the end is not known. */
export function ProgressBar({ label, value }: { readonly label: string; readonly value: number | null }) {
  const share = value === null ? null : Math.min(1, Math.max(0, value));
  return (
    <Progress.Root
      className={styles.track}
      aria-label={label}
      max={100}
      value={share === null ? null : Math.round(share * 100)}
    >
      <Progress.Indicator
        className={classNames(styles.bar, share === null && styles.unknown)}
        style={share === null ? undefined : { transform: `scaleX(${share})` }}
      />
    </Progress.Root>
  );
}
