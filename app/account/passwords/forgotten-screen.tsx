import { useState } from 'react';
import { EMAIL_PATTERN } from '../../../contracts/user.ts';
import { wordsFor } from '../../page/error-words.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { Alert, Notice, RetryAlert } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useLoad } from '../../ui/use-action.ts';
import { textOf, useForm } from '../../ui/use-form.ts';
import styles from '../account-page.module.css';
import { AccountPage } from '../account-page.tsx';
import { passwordStrings } from '../credentials-words.ts';
import { BackToLogin } from './back-to-login.tsx';
import { readResetWay, requestReset } from './password-reset.ts';

const words = passwordStrings.forgotten;

/** Requests a mail with a link to reset the password; if the server sends no mails, it says whom to ask. */
export function ForgottenScreen() {
  const { value: way, failure, retry } = useLoad(readResetWay);
  return (
    <AccountPage title={words.title} lead={way?.sendsMail === false ? words.noMail : words.lead} back={<BackToLogin />}>
      {failure === undefined ? null : <RetryAlert onRetry={retry}>{wordsFor(failure)}</RetryAlert>}
      {way === undefined && failure === undefined ? <Spinner size={28} label={strings.app.loading} /> : null}
      {way?.sendsMail === false ? <Notice>{words.askContact(way.contact)}</Notice> : null}
      {way?.sendsMail === true ? <RequestForm /> : null}
    </AccountPage>
  );
}

function RequestForm() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    read: (data) => ({ email: textOf(data, 'email').trim() }),
    check: ({ email }) => {
      if (email === '') return { field: 'email', message: strings.signUp.missing };
      return EMAIL_PATTERN.test(email) ? null : { field: 'email', message: strings.signUp.badEmail };
    },
    send: async ({ email }) => {
      await requestReset(email);
      setSentTo(email);
    },
    wordsFor,
  });
  return (
    <form className={styles.form} noValidate onSubmit={form.submit} onChange={form.forgetError}>
      <TextField
        {...form.field('email')}
        label={words.email}
        type="email"
        autoComplete="username"
        inputMode="email"
        autoCapitalize="none"
        required
      />
      {form.error ? <Alert {...form.alert}>{form.error.message}</Alert> : null}
      {sentTo === null || form.error ? null : <Notice tone="success">{words.sent(sentTo)}</Notice>}
      <Button type="submit" wide busy={form.sending}>
        {form.sending ? words.sending : words.submit}
      </Button>
    </form>
  );
}
