import { useId } from 'react';
import { Link } from 'react-router-dom';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { English } from '../../ui/english.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { textOf, useForm } from '../../ui/use-form.ts';
import { passwordStrings } from '../../words/account/passwords.ts';
import { strings } from '../../words/strings.ts';
import styles from './account-page.module.css';
import { wordsForSignUpFailure } from './account-words.ts';
import { EmailField, SecretField } from './credential-fields.tsx';
import { passwordRefusal } from './passwords/password-faults.ts';
import { checkSignUp, type SignUpValues } from './sign-up-validation.ts';

/** The fields of a new account and the consent to the terms. */
export function SignUpForm({ onSend }: { readonly onSend: (values: SignUpValues) => Promise<void> }) {
  const words = strings.signUp;
  const hintId = useId();
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
      <div>
        <SecretField
          {...form.field('password')}
          label={words.password}
          autoComplete="new-password"
          aria-describedby={hintId}
        />
        <p id={hintId} className={styles.hint}>
          {passwordStrings.hint}
        </p>
      </div>
      <SecretField {...form.field('confirmation')} label={words.confirmation} autoComplete="new-password" />
      <div className={styles.consent}>
        <Checkbox {...form.field('terms')} label={words.terms} required />
        {/* A new tab keeps what is filled in. */}
        <Link className={styles.link} to={paths.terms} target="_blank">
          {words.readTerms}
          <span className="visually-hidden"> {strings.app.newTab}</span>
        </Link>
      </div>
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
