import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../paths.ts';
import { hasPendingInvite, session } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { strings } from '../ui/common-words.ts';
import styles from './account-page.module.css';
import { AccountPage } from './account-page.tsx';
import { GuestNotes } from './guests/guest-notes.tsx';
import { VisitEnded } from './guests/visit-ended.tsx';
import { LoginForm } from './login-form.tsx';
import { OtherLogins } from './other-logins.tsx';
import { useLoginElsewhere } from './use-login-elsewhere.ts';
import { useWaitingInvite } from './use-waiting-invite.ts';

/**
 * Logs in, then opens the map or the invitation that waits for the login; tells why that invitation needs an account.
 * If a guest's visit has ended, tells that first.
 */
export function LoginScreen() {
  const navigate = useNavigate();
  const { ended } = useSnapshot(session);
  const [asksForPassword, setAsksForPassword] = useState(false);
  const waiting = useWaitingInvite();
  const words = strings.login;
  const handleLoggedIn = () => navigate(hasPendingInvite() ? paths.invite : paths.home, { replace: true });
  useLoginElsewhere(handleLoggedIn);
  if (ended === 'visit' && !asksForPassword) {
    return (
      <VisitEnded
        invitation={waiting.failure ?? waiting.lead}
        isInvited={waiting.isForGuests}
        onLogin={() => setAsksForPassword(true)}
      />
    );
  }
  return (
    <AccountPage title={waiting.isThere ? words.inviteTitle : words.title} lead={waiting.lead ?? words.lead}>
      {waiting.failure === null ? null : <Alert>{waiting.failure}</Alert>}
      <GuestNotes isInvited={waiting.isForGuests} />
      <LoginForm onLoggedIn={handleLoggedIn} />
      <p className={styles.forgotten}>
        <Link className={styles.link} to={paths.forgotten}>
          {words.forgotten}
        </Link>
      </p>
      <OtherLogins onLoggedIn={handleLoggedIn} />
      <p className={styles.foot}>
        {words.noAccount}
        <Link className={styles.link} lang="en" to={paths.createAccount}>
          {words.register}
        </Link>
      </p>
    </AccountPage>
  );
}
