import { Button } from './button.tsx';
import { ProgressBar } from './progress-bar.tsx';
import styles from './work-progress.module.css';

/** Props of {@link WorkProgress}. */
export interface WorkProgressProps {
  /** What is being done. Screen readers announce it when it changes; the numbers they read from the bar when asked. */
  readonly label: string;
  /** Share that is done, 0 to 1; null while unknown. */
  readonly share: number | null;
  /** Shown after the share, such as the time left; null for nothing. */
  readonly detail: string | null;
  readonly cancelLabel: string;
  readonly onCancel: () => void;
}

/** Work that takes a while: its bar, how far it is in words, and a button that cancels it. */
export function WorkProgress({ label, share, detail, cancelLabel, onCancel }: WorkProgressProps) {
  const goesOn = label.endsWith('…') ? '' : '…';
  return (
    <div className={styles.work}>
      <ProgressBar label={label} value={share} />
      <div className={styles.row}>
        <span>
          <span role="status">{label}</span>
          {share === null ? goesOn : ` ${Math.round(share * 100)}\u00a0%`}
          {detail !== null && `, ${detail}`}
        </span>
        <Button variant="secondary" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </div>
  );
}
