import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './security.module.css';
import { loadSecurity, security } from './security.ts';
import { securityStrings as words } from './security-words.ts';

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
