import { Progress } from 'radix-ui';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import layout from './layout.module.css';
import { formatPercent } from './number-words.ts';
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

interface WorkProgressProps {
  /** The current work. Screen readers announce it when it changes; they read the numbers from the bar on request. */
  readonly label: string;
  /** From 0 to 1; null while unknown. */
  readonly share: number | null;
  /** Shown after the fraction, such as the time left; null for nothing. */
  readonly detail: string | null;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/** Work that takes a while: its bar, its progress in words, and a button to cancel it. */
export function WorkProgress({ label, share, detail, cancelLabel, onCancel }: WorkProgressProps) {
  const goesOn = label.endsWith('…') ? '' : '…';
  return (
    <div className={layout.stack3}>
      <ProgressBar label={label} value={share} />
      <div className={styles.row}>
        <span>
          <span role="status">{label}</span>
          {share === null ? goesOn : ` ${formatPercent(share)}`}
          {detail !== null && `, ${detail}`}
        </span>
        <Button variant="secondary" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  );
}
