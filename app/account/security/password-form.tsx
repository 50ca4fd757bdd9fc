import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { wordsFor } from '../../page/error-words.ts';
import { ApiError } from '../../platform/net/api.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { textOf, useForm } from '../../ui/use-form.ts';
import { FrenchSecretField } from '../passwords/french-secret-field.tsx';
import { NewPasswordFields } from '../passwords/new-password-fields.tsx';
import { checkTypedTwice, passwordRefusal } from '../passwords/password-faults.ts';
import styles from './security.module.css';
import { changePassword, security } from './security.ts';
import { securityStrings } from './security-words.ts';

const words = securityStrings.password;

/** The owner of a password, which may be neither their name nor their email. */
export interface Owner {
  readonly name: string;
  readonly email: string;
}

/** Changes a password; requires the current one. */
export function PasswordForm({ owner }: { readonly owner: Owner }) {
  // A new form has empty fields.
  const [count, setCount] = useState(0);
  const { account } = useSnapshot(security);
  const done = account?.passkeys.length ? `${words.done} ${words.passkeysStay}` : words.done;
  const form = useForm({
    read: (data) => ({
      current: textOf(data, 'current'),
      password: textOf(data, 'password'),
      confirmation: textOf(data, 'confirmation'),
    }),
    check: (values) =>
      values.current === '' ? { field: 'current', message: strings.signUp.missing } : checkTypedTwice(values, owner),
    send: async ({ current, password }) => {
      await changePassword(current, password);
      setCount((before) => before + 1);
    },
    faultOf: (error) =>
      error instanceof ApiError && error.code === 'invalid_credentials'
        ? { field: 'current', message: words.wrong }
        : passwordRefusal(error),
    wordsFor,
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit} onChange={form.forgetError}>
      <div key={count} className={styles.form}>
        <FrenchSecretField {...form.field('current')} label={words.current} autoComplete="current-password" />
        <NewPasswordFields form={form} />
      </div>
      {form.error ? <Alert {...form.alert}>{form.error.message}</Alert> : null}
      {count > 0 && !form.error ? <Notice tone="success">{done}</Notice> : null}
      <Button type="submit" variant="secondary" busy={form.sending}>
        {form.sending ? words.sending : words.submit}
      </Button>
    </form>
  );
}
