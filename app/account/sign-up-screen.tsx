import { useNavigate } from 'react-router-dom';
import { TERMS_VERSION } from '../../contracts/terms.ts';
import { showNotice } from '../page/notice-queue.ts';
import { paths } from '../paths.ts';
import { createAccount, hasPendingInvite, login } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { strings } from '../ui/common-words.ts';
import { AccountPage } from './account-page.tsx';
import { ListenWithoutAccount } from './guests/guest-notes.tsx';
import { BackToLogin } from './passwords/back-to-login.tsx';
import { SignUpForm } from './sign-up-form.tsx';
import type { SignUpValues } from './sign-up-validation.ts';
import { signUpStrings } from './sign-up-words.ts';
import { useLoginElsewhere } from './use-login-elsewhere.ts';
import { useWaitingInvite } from './use-waiting-invite.ts';

/** Creates an account and logs in with it. */
export function SignUpScreen() {
  const navigate = useNavigate();
  const words = strings.signUp;
  const handleLoggedIn = () => navigate(hasPendingInvite() ? paths.invite : paths.home, { replace: true });
  useLoginElsewhere(handleLoggedIn);
  const waiting = useWaitingInvite();

  const signUp = async ({ username, email, password }: SignUpValues) => {
    await createAccount({ name: username, email, password, termsVersion: TERMS_VERSION });
    try {
      await login({ email, password });
    } catch {
      // The account exists: sending the form again would only report that the email is taken.
      showNotice(signUpStrings.loginFailed);
      navigate(paths.login, { replace: true });
      return;
    }
    handleLoggedIn();
  };

  return (
    <AccountPage title={words.title} lead={waiting.lead ?? words.lead} back={<BackToLogin />}>
      {waiting.failure === null ? null : <Alert>{waiting.failure}</Alert>}
      {waiting.isForGuests ? <ListenWithoutAccount /> : null}
      <SignUpForm onSend={signUp} />
    </AccountPage>
  );
}
