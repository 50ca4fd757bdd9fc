import { wordsFor } from '../page/error-words.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import styles from './parcours.module.css';

/** An alert that shows what could not be loaded, and why, with a button to retry. */
export function LoadFailure({
  words,
  failure,
  onRetry,
}: {
  readonly words: string;
  readonly failure: Error | null;
  readonly onRetry: () => Promise<void>;
}) {
  return (
    <Alert
      action={
        <Button variant="danger" onClick={() => void onRetry()}>
          {strings.app.retry}
        </Button>
      }
    >
      <p>{words}</p>
      <p className={styles.detail}>{wordsFor(failure)}</p>
    </Alert>
  );
}
