import { ArrowLeft } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { paths } from '../../paths.ts';
import { showNotice } from '../../state/page/notices.ts';
import { createAccount, hasWaitingInvite, login } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { English } from '../../ui/english.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { textOf, useForm } from '../../ui/use-form.ts';
import { strings } from '../../words/strings.ts';
import styles from './account-page.module.css';
import { AccountPage } from './account-page.tsx';
import { wordsForSignUpFailure } from './account-words.ts';
import { checkSignUp, type SignUpValues } from './validation.ts';

/** Where somebody makes an account, and is logged in with it at once. */
export function SignUpScreen() {
  const navigate = useNavigate();
  const words = strings.signUp;

  const send = async ({ username, email, password }: SignUpValues) => {
    await createAccount({ name: username, email, password });
    try {
      await login({ email, password });
    } catch {
      // The account exists: sending the form again would only say that the email is taken.
      showNotice(words.loginFailed);
      navigate(paths.login, { replace: true });
      return;
    }
    navigate(hasWaitingInvite() ? paths.invite : paths.home, { replace: true });
  };

  const form = useForm({
    read: (data) => ({
      username: textOf(data, 'username'),
      email: textOf(data, 'email'),
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
      terms: data.has('terms'),
    }),
    check: checkSignUp,
    send,
    wordsFor: wordsForSignUpFailure,
  });

  const back = (
    <Link className={styles.back} to={paths.login}>
      <ArrowLeft size={18} aria-hidden />
      {words.back}
    </Link>
  );

  return (
    <AccountPage title={words.title} lead={words.lead} back={back}>
      <form className={styles.form} noValidate onSubmit={form.submit}>
        <TextField
          {...form.mark('username')}
          label={<English>{words.username}</English>}
          autoComplete="name"
          maxLength={TEXT_LINE_MAX}
          required
        />
        <TextField
          {...form.mark('email')}
          label={<English>{words.email}</English>}
          type="email"
          autoComplete="username"
          inputMode="email"
          autoCapitalize="none"
          maxLength={TEXT_LINE_MAX}
          required
        />
        <PasswordField
          {...form.mark('password')}
          label={<English>{words.password}</English>}
          showLabel={<English>{words.show}</English>}
          hideLabel={<English>{words.hide}</English>}
          autoComplete="new-password"
          required
        />
        <PasswordField
          {...form.mark('confirmation')}
          label={<English>{words.confirmation}</English>}
          showLabel={<English>{words.show}</English>}
          hideLabel={<English>{words.hide}</English>}
          autoComplete="new-password"
          required
        />
        <div className={styles.consent}>
          <Checkbox {...form.mark('terms')} label={words.terms} required />
          {/* In another tab, so that what is filled in stays. */}
          <Link className={styles.link} to={paths.terms} target="_blank">
            {words.readTerms}
            <span className="visually-hidden"> {strings.app.newTab}</span>
          </Link>
        </div>
        {form.fault ? (
          <Alert {...form.alert}>
            {form.fault.field === '' ? (
              <>
                <p>{words.failed}</p>
                <p className={styles.detail}>{form.fault.message}</p>
              </>
            ) : (
              form.fault.message
            )}
          </Alert>
        ) : null}
        <Button type="submit" lang="en" wide busy={form.sending} disabled={form.sending}>
          {form.sending ? words.sending : words.submit}
        </Button>
      </form>
    </AccountPage>
  );
}
