import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { session } from '../../session/session.ts';
import { Page } from '../../ui/page.tsx';
import { AddressSection } from './address-section.tsx';
import { LoadingSecurity } from './loading-security.tsx';
import { PasskeySection } from './passkey-section.tsx';
import { PasswordSection } from './password-section.tsx';
import styles from './security.module.css';
import { loadSecurity, security } from './security.ts';
import { securityStrings as words } from './security-words.ts';
import { SessionSection } from './session-section.tsx';

/**
 * The person's address, password and sessions. Guests are redirected to the maps, because their account is temporary.
 */
export function SecurityScreen() {
  const { user } = useSnapshot(session);
  const { account, hasPasskeys, makesPasskeys } = useSnapshot(security);
  const userId = user?.id;
  const isGuest = user?.role === 'guest';
  useEffect(() => {
    if (userId !== undefined && !isGuest) void loadSecurity();
  }, [userId, isGuest]);
  if (user === null || isGuest) return <Navigate to={paths.parcours} replace />;
  return (
    <Page title={words.title} back={{ to: paths.profile, label: words.back }}>
      <div className={styles.stack}>
        <LoadingSecurity />
        {account === null ? null : (
          <>
            <AddressSection email={user.email} isVerified={account.emailVerified} />
            <PasswordSection owner={user} hasPassword={account.hasPassword} />
            {hasPasskeys && (makesPasskeys || account.passkeys.length > 0) ? (
              <PasskeySection passkeys={account.passkeys} hasPassword={account.hasPassword} isHere={makesPasskeys} />
            ) : null}
            <SessionSection sessions={account.sessions} />
          </>
        )}
      </div>
    </Page>
  );
}
