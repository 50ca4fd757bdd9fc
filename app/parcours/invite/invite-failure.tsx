import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import styles from './invite-screen.module.css';

/** Shows why an invitation doesn't work, and how to continue. */
export function InviteFailure({
  words,
  onRetry,
  way,
  onLeave,
}: {
  readonly words: string;
  /** Null if another attempt is useless. */
  readonly onRetry: (() => void) | null;
  /** Label of the button for `onLeave`. */
  readonly way: string;
  readonly onLeave: () => void;
}) {
  return (
    <div className={styles.failure}>
      <Alert>{words}</Alert>
      <div className={styles.acts}>
        {onRetry === null ? null : <Button onClick={onRetry}>{strings.app.retry}</Button>}
        <Button variant={onRetry === null ? 'primary' : 'secondary'} onClick={onLeave}>
          {way}
        </Button>
      </div>
    </div>
  );
}
