import { useSnapshot } from 'valtio';
import { wordsFor } from '../../../platform/net/error-words.ts';
import { loadSecurity, security } from '../../../state/session/security.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { securityStrings as words } from '../../../words/account/security.ts';
import { strings } from '../../../words/strings.ts';
import styles from './security.module.css';

/** A spinner until the account's security is loaded, or the reason of a failure with a button to try again. */
export function LoadingSecurity() {
  const { account, status, failure } = useSnapshot(security);
  if (status === 'failed') {
    return (
      <Alert
        action={
          <Button variant="danger" onClick={() => void loadSecurity()}>
            {strings.app.retry}
          </Button>
        }
      >
        {words.failed(wordsFor(failure))}
      </Alert>
    );
  }
  return account === null ? (
    <div className={styles.loading}>
      <Spinner size={28} label={words.loading} />
    </div>
  ) : null;
}
