import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { hasWaitingInvite, login, session, staysLoggedIn } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { English } from '../../ui/english.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { textOf, useForm } from '../../ui/use-form.ts';
import { strings } from '../../words/strings.ts';
import styles from './account-page.module.css';
import { AccountPage } from './account-page.tsx';
import { wordsForLoginFailure } from './account-words.ts';
import { GoogleButton } from './google-button.tsx';
import { checkLogin } from './validation.ts';

/** Where somebody with an account comes in. */
export function LoginScreen() {
  const navigate = useNavigate();
  const { ended } = useSnapshot(session);
  const words = strings.login;
  const goOn = () => navigate(hasWaitingInvite() ? paths.invite : paths.home, { replace: true });
  const form = useForm({
    read: (data) => ({
      email: textOf(data, 'email'),
      password: textOf(data, 'password'),
      stayLoggedIn: data.has('stayLoggedIn'),
    }),
    check: checkLogin,
    send: async (values) => {
      await login(values);
      goOn();
    },
    wordsFor: wordsForLoginFailure,
  });

  return (
    <AccountPage title={words.title} lead={hasWaitingInvite() ? words.inviteWaiting : words.lead}>
      {ended === null || form.fault ? null : (
        <div className={styles.messages}>
          <Notice>
            <English>{strings.errors.tokenExpired}</English>
          </Notice>
        </div>
      )}
      <form className={styles.form} noValidate onSubmit={form.submit}>
        {form.fault ? (
          <Alert {...form.alert} lang={form.fault.message === strings.errors.network ? undefined : 'en'}>
            {form.fault.message}
          </Alert>
        ) : null}
        <TextField
          {...form.mark('email')}
          label={<English>{words.email}</English>}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          required
        />
        <PasswordField
          {...form.mark('password')}
          label={<English>{words.password}</English>}
          showLabel={<English>{strings.signUp.show}</English>}
          hideLabel={<English>{strings.signUp.hide}</English>}
          autoComplete="current-password"
          required
        />
        <Checkbox
          name="stayLoggedIn"
          defaultChecked={staysLoggedIn()}
          label={<English>{words.stayLoggedIn}</English>}
        />
        <Button type="submit" lang="en" wide busy={form.sending} disabled={form.sending}>
          {form.sending ? words.sending : words.submit}
        </Button>
      </form>
      <GoogleButton onLoggedIn={goOn} />
      <p className={styles.foot}>
        {words.noAccount}
        <Link className={styles.link} lang="en" to={paths.createAccount}>
          {words.register}
        </Link>
      </p>
    </AccountPage>
  );
}
