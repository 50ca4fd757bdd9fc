import { useSnapshot } from 'valtio';
import { login, session, staysLoggedIn } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { Notice } from '../ui/notice.tsx';
import { textOf, useForm } from '../ui/use-form.ts';
import { useIsLive } from '../ui/use-is-live.ts';
import styles from './account-page.module.css';
import { explainLogin, wordsForLoginFailure } from './account-words.ts';
import { EmailField, SecretField } from './credential-fields.tsx';
import { checkLogin } from './validation.ts';

/** The form's id, for buttons outside the form that read it. */
export const LOGIN_FORM_ID = 'login';

/** Logs in with email and password. A notice above tells if the last session has expired. */
export function LoginForm({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const { ended } = useSnapshot(session);
  const words = strings.login;
  const isLive = useIsLive();
  const form = useForm({
    read: (data) => ({
      email: textOf(data, 'email'),
      password: textOf(data, 'password'),
      stayLoggedIn: data.has('stayLoggedIn'),
    }),
    check: checkLogin,
    send: async (values) => {
      await login(values).catch(explainLogin);
      onLoggedIn();
    },
    wordsFor: wordsForLoginFailure,
  });
  const { error } = form;
  return (
    <>
      {ended !== 'expired' || error ? null : (
        <div className={styles.messages}>
          <Notice>
            <English>{strings.errors.tokenExpired}</English>
          </Notice>
        </div>
      )}
      <form id={LOGIN_FORM_ID} className={styles.form} noValidate onSubmit={form.submit}>
        {/* The specification's own messages are English, and have no full stop. */}
        {error ? (
          <Alert {...form.alert} lang={error.message.endsWith('.') ? undefined : 'en'}>
            {error.message}
          </Alert>
        ) : null}
        <EmailField {...form.field('email')} label={words.email} />
        <SecretField {...form.field('password')} label={words.password} autoComplete="current-password" />
        <Checkbox
          name="stayLoggedIn"
          defaultChecked={staysLoggedIn()}
          label={<English>{words.stayLoggedIn}</English>}
        />
        <Button type="submit" lang="en" wide busy={form.sending} disabled={form.sending || !isLive}>
          {form.sending ? words.sending : words.submit}
        </Button>
      </form>
    </>
  );
}
