import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../../../paths.ts';
import { wordsFor } from '../../../platform/net/error-words.ts';
import { loadSecurity, security } from '../../../state/session/security.ts';
import { session } from '../../../state/session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Page } from '../../../ui/page.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { securityStrings as words } from '../../../words/account/security.ts';
import { strings } from '../../../words/strings.ts';
import { AddressSection } from './address-section.tsx';
import { PasswordSection } from './password-section.tsx';
import styles from './security.module.css';
import { SessionSection } from './session-section.tsx';

/** The person's address, password and sessions; guests are redirected to the maps, since their account is temporary. */
export function SecurityScreen() {
  const { user } = useSnapshot(session);
  const { account, status, failure } = useSnapshot(security);
  const userId = user?.id;
  const isGuest = user?.role === 'guest';
  useEffect(() => {
    if (userId !== undefined && !isGuest) void loadSecurity();
  }, [userId, isGuest]);
  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={words.title} back={{ to: paths.profile, label: words.back }}>
      <div className={styles.stack}>
        {status === 'failed' ? (
          <Alert
            action={
              <Button variant="danger" onClick={() => void loadSecurity()}>
                {strings.app.retry}
              </Button>
            }
          >
            {words.failed(wordsFor(failure))}
          </Alert>
        ) : null}
        {account === null ? null : (
          <>
            <AddressSection email={user.email} isVerified={account.emailVerified} />
            <PasswordSection owner={user} hasPassword={account.hasPassword} />
            <SessionSection sessions={account.sessions} />
          </>
        )}
        {account === null && status !== 'failed' ? (
          <div className={styles.loading}>
            <Spinner size={28} label={words.loading} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}
