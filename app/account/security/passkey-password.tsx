import { ApiError } from '../../platform/net/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { textOf, useForm } from '../../ui/use-form.ts';
import { wordsForPasskey } from '../passkeys/passkey-words.ts';
import { passkeyStrings } from '../passkeys/passkeys-words.ts';
import { FrenchSecretField } from '../passwords/french-secret-field.tsx';
import styles from './security.module.css';
import { securityStrings } from './security-words.ts';

const words = passkeyStrings.own;

/** Asks for the password before adding a passkey, because the last login was a while ago. */
export function PasskeyPassword({
  onGiven,
  onCancel,
}: {
  readonly onGiven: (password: string) => Promise<void>;
  readonly onCancel: () => void;
}) {
  const form = useForm({
    read: (data) => ({ password: textOf(data, 'confirmedPassword') }),
    check: ({ password }) => (password === '' ? { field: 'confirmedPassword', message: words.noPassword } : null),
    send: ({ password }) => onGiven(password),
    faultOf: (error) =>
      error instanceof ApiError && error.code === 'invalid_credentials'
        ? { field: 'confirmedPassword', message: securityStrings.password.wrong }
        : null,
    wordsFor: (error) => wordsForPasskey(error, words),
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit} onChange={form.forgetError}>
      <p>{words.whyPassword}</p>
      {form.error ? <Alert {...form.alert}>{form.error.message}</Alert> : null}
      <FrenchSecretField {...form.field('confirmedPassword')} label={words.password} autoComplete="current-password" />
      <div className={styles.acts}>
        <Button type="submit" busy={form.sending}>
          {form.sending ? words.adding : words.goOn}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {strings.app.cancel}
        </Button>
      </div>
    </form>
  );
}
