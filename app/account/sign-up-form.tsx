import { TEXT_LINE_MAX } from '../../contracts/limits.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { TextField } from '../ui/text-field.tsx';
import { textOf, useForm } from '../ui/use-form.ts';
import styles from './account-page.module.css';
import { wordsForSignUpFailure } from './account-words.ts';
import { EmailField, SecretField } from './credential-fields.tsx';
import { HintedSecretField } from './passwords/hinted-secret-field.tsx';
import { passwordRefusal } from './passwords/password-faults.ts';
import { checkSignUp, type SignUpValues } from './sign-up-validation.ts';
import { TermsConsent } from './terms-consent.tsx';

/** The fields of a new account and the consent to the terms. */
export function SignUpForm({ onSend }: { readonly onSend: (values: SignUpValues) => Promise<void> }) {
  const words = strings.signUp;
  const form = useForm({
    read: (data) => ({
      username: textOf(data, 'username'),
      email: textOf(data, 'email'),
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
      terms: data.has('terms'),
    }),
    check: checkSignUp,
    send: onSend,
    faultOf: passwordRefusal,
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
              <p>{words.failed}</p>
              <p className={styles.detail}>{form.error.message}</p>
            </>
          ) : (
            form.error.message
          )}
        </Alert>
      ) : null}
      <Button type="submit" lang="en" wide busy={form.sending} disabled={form.sending}>
        {form.sending ? words.sending : words.submit}
      </Button>
    </form>
  );
}
