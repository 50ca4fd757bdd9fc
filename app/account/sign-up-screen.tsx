import { type ComponentProps, useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { TERMS_VERSION } from '../../contracts/terms.ts';
import { showNotice } from '../page/notice-queue.ts';
import { paths } from '../paths.ts';
import { createAccount, hasPendingInvite, login } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { Alert } from '../ui/message.tsx';
import { TextField } from '../ui/text-field.tsx';
import { textOf, useForm } from '../ui/use-form.ts';
import styles from './account-page.module.css';
import { AccountPage, EmailField, SecretField, useLoginElsewhere } from './account-page.tsx';
import { checkSignUp, passwordRefusal, type SignUpValues } from './credential-checks.ts';
import { passwordStrings, signUpStrings, wordsForFault, wordsForSignUpFailure } from './credentials-words.ts';
import { ListenWithoutAccount, useWaitingInvite } from './guest-notes.tsx';
import { BackToLogin } from './passwords/back-to-login.tsx';

const words = strings.signUp;

/** Creates an account and logs in with it. */
export function SignUpScreen() {
  const navigate = useNavigate();
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
    <AccountPage title={words.title} lead={waiting.lead ?? signUpStrings.lead} back={<BackToLogin />}>
      {waiting.failure === null ? null : <Alert>{waiting.failure}</Alert>}
      {waiting.isForGuests ? <ListenWithoutAccount /> : null}
      <SignUpForm onSend={signUp} />
    </AccountPage>
  );
}

function SignUpForm({ onSend }: { readonly onSend: (values: SignUpValues) => Promise<void> }) {
  const form = useForm({
    read: (data) => ({
      username: textOf(data, 'username'),
      email: textOf(data, 'email'),
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
      terms: data.has('terms'),
    }),
    check: (values) => wordsForFault(checkSignUp(values)),
    send: onSend,
    faultOf: (error) => wordsForFault(passwordRefusal(error)),
    wordsFor: wordsForSignUpFailure,
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit} onChange={form.forgetError}>
      <TextField
        {...form.field('username')}
        label={<English>{words.username}</English>}
        autoComplete="name"
        maxLength={TEXT_LINE_MAX}
        required
      />
      <EmailField {...form.field('email')} label={words.email} maxLength={TEXT_LINE_MAX} />
      <HintedSecretField {...form.field('password')} label={words.password} />
      <SecretField {...form.field('confirmation')} label={words.confirmation} autoComplete="new-password" />
      <TermsConsent field={form.field('terms')} />
      {form.error ? (
        <Alert {...form.alert}>
          {form.error.field === '' ? (
            <>
              <p>{signUpStrings.failed}</p>
              <p className={styles.detail}>{form.error.message}</p>
            </>
          ) : (
            form.error.message
          )}
        </Alert>
      ) : null}
      <Button type="submit" lang="en" wide busy={form.sending} disabled={form.sending}>
        {form.sending ? signUpStrings.sending : words.submit}
      </Button>
    </form>
  );
}

function TermsConsent({ field }: { readonly field: ReturnType<ReturnType<typeof useForm>['field']> }) {
  return (
    <div className={styles.consent}>
      <Checkbox {...field} label={words.terms} required />
      {/* A new tab preserves the filled-in fields. */}
      <Link className={styles.link} to={paths.terms} target="_blank">
        {words.readTerms}
        <span className="visually-hidden"> {strings.app.newTab}</span>
      </Link>
    </div>
  );
}

function HintedSecretField(props: ComponentProps<typeof SecretField>) {
  const hintId = useId();
  return (
    <div>
      <SecretField {...props} autoComplete="new-password" aria-describedby={hintId} />
      <p id={hintId} className={styles.hint}>
        {passwordStrings.hint}
      </p>
    </div>
  );
}
