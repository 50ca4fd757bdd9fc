import { Link, useLocation, useNavigate } from 'react-router-dom';
import { showNotice } from '../../page/notice-queue.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Alert } from '../../ui/message.tsx';
import { textOf, useForm } from '../../ui/use-form.ts';
import styles from '../account-page.module.css';
import { AccountPage } from '../account-page.tsx';
import { checkTypedTwice, passwordRefusal } from '../credential-checks.ts';
import { passwordStrings, wordsForFault, wordsForLinkFailure } from '../credentials-words.ts';
import { BackToLogin } from './back-to-login.tsx';
import { NewPasswordFields } from './password-fields.tsx';
import { resetPassword } from './password-reset.ts';

const words = passwordStrings.reset;
/** The account behind a link is unknown here; the server refuses its own email and name. */
const NOBODY = { email: '', name: '' };

/** Resets the password through a link with a token as its fragment. */
export function ResetScreen() {
  const navigate = useNavigate();
  const token = useLocation().hash.slice(1);
  const form = useForm({
    read: (data) => ({ password: textOf(data, 'password'), confirmation: textOf(data, 'confirmation') }),
    check: (values) => wordsForFault(checkTypedTwice(values, NOBODY)),
    send: async ({ password }) => {
      await resetPassword(token, password);
      showNotice(words.done);
      // Replaced, so that going back doesn't open the used link.
      navigate(paths.login, { replace: true });
    },
    faultOf: (error) => wordsForFault(passwordRefusal(error)),
    wordsFor: wordsForLinkFailure,
  });
  const another = (
    <Link className={styles.link} to={paths.forgotten}>
      {words.another}
    </Link>
  );
  return (
    <AccountPage title={words.title} lead={words.lead} back={<BackToLogin />}>
      {token === '' ? (
        <Alert action={another}>{passwordStrings.linkIncomplete}</Alert>
      ) : (
        <form className={styles.form} noValidate onSubmit={form.submit} onChange={form.forgetError}>
          <NewPasswordFields form={form} />
          {form.error ? (
            <Alert {...form.alert} action={form.error.field === '' ? another : undefined}>
              {form.error.message}
            </Alert>
          ) : null}
          <Button type="submit" wide busy={form.sending}>
            {form.sending ? words.sending : words.submit}
          </Button>
        </form>
      )}
    </AccountPage>
  );
}
