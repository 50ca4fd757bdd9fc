import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import { paths } from '../../paths.ts';
import { strings } from '../../platform/strings.ts';
import { hasWaitingInvite, login, session } from '../../state/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { textOf, useForm } from '../../ui/use-form.ts';
import styles from './account-page.module.css';
import { AccountPage } from './account-page.tsx';
import { wordsForLoginFailure } from './account-words.ts';
import { checkLogin } from './validation.ts';

/** Where somebody with an account comes in. */
export function LoginScreen() {
  const navigate = useNavigate();
  const { ended } = useSnapshot(session);
  const words = strings.login;
  const form = useForm({
    read: (data) => ({
      email: textOf(data, 'email'),
      password: textOf(data, 'password'),
      stayLoggedIn: data.has('stayLoggedIn'),
    }),
    check: checkLogin,
    send: async (values) => {
      await login(values);
      navigate(hasWaitingInvite() ? paths.invite : paths.home, { replace: true });
    },
    wordsFor: wordsForLoginFailure,
  });

  return (
    <AccountPage title={words.title} lead={hasWaitingInvite() ? words.inviteWaiting : words.lead}>
      {ended === null || form.fault ? null : (
        <div className={styles.messages}>
          <Notice>{strings.errors.tokenExpired}</Notice>
        </div>
      )}
      <form className={styles.form} noValidate onSubmit={form.submit}>
        {form.fault ? <Alert {...form.alert}>{form.fault.message}</Alert> : null}
        <TextField
          {...form.mark('email')}
          label={words.email}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          required
        />
        <PasswordField
          {...form.mark('password')}
          label={words.password}
          showLabel={strings.signUp.show}
          hideLabel={strings.signUp.hide}
          autoComplete="current-password"
          required
        />
        <Checkbox name="stayLoggedIn" label={words.stayLoggedIn} />
        <Button type="submit" wide busy={form.sending} disabled={form.sending}>
          {form.sending ? words.sending : words.submit}
        </Button>
      </form>
      <p className={styles.foot}>
        {words.noAccount}
        <Link className={styles.link} to={paths.createAccount}>
          {words.register}
        </Link>
      </p>
    </AccountPage>
  );
}
