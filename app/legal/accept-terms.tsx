import { useSnapshot } from 'valtio';
import { myDataStrings } from '../account/my-data/my-data-words.ts';
import { wordsFor } from '../page/error-words.ts';
import { acceptTerms, hasOlderTerms } from '../session/consents.ts';
import { session } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './legal.module.css';

/** Asks people who accepted earlier terms to accept the current ones; renders nothing for all others. */
export function AcceptTerms() {
  const { user } = useSnapshot(session);
  const { busy, failure, run } = useAction(wordsFor);
  if (!hasOlderTerms(user)) return null;
  const words = myDataStrings.terms;
  return (
    <div className={styles.ask}>
      <Notice
        action={
          <Button busy={busy} onClick={() => run(acceptTerms)}>
            {words.accept}
          </Button>
        }
      >
        {words.ask}
      </Notice>
      {failure === null ? null : <Alert>{failure}</Alert>}
    </div>
  );
}
