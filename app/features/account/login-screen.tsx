import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { hasPendingInvite } from '../../state/session/session.ts';
import { strings } from '../../words/strings.ts';
import styles from './account-page.module.css';
import { AccountPage } from './account-page.tsx';
import { GoogleButton } from './google-button.tsx';
import { LoginForm } from './login-form.tsx';
import { useLoginElsewhere } from './use-login-elsewhere.ts';

/** Logs in, then opens the map or the invitation that waits for the login. */
export function LoginScreen() {
  const navigate = useNavigate();
  const words = strings.login;
  const handleLoggedIn = () => navigate(hasPendingInvite() ? paths.invite : paths.home, { replace: true });
  useLoginElsewhere(handleLoggedIn);
  return (
    <AccountPage title={words.title} lead={hasPendingInvite() ? words.inviteWaiting : words.lead}>
      <LoginForm onLoggedIn={handleLoggedIn} />
      <GoogleButton onLoggedIn={handleLoggedIn} />
      <p className={styles.foot}>
        {words.noAccount}
        <Link className={styles.link} lang="en" to={paths.createAccount}>
          {words.register}
        </Link>
      </p>
    </AccountPage>
  );
}
