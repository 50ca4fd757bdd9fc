import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio';
import type { Accessibility } from '../../contracts/config.ts';
import { EMAIL_PATTERN } from '../../contracts/user.ts';
import { paths } from '../paths.ts';
import { loadConfig } from '../platform/net/app-config.ts';
import { hasPasskeysAt } from '../platform/net/passkeys.ts';
import { hasPendingInvite, login, session, staysLoggedIn } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { strings } from '../ui/common-words.ts';
import { English } from '../ui/english.tsx';
import { loadWords } from '../ui/language.ts';
import { Alert, Notice } from '../ui/message.tsx';
import { type FormError, textOf, useForm, useIsLive } from '../ui/use-form.ts';
import styles from './account-page.module.css';
import { AccountPage, EmailField, SecretField, useLoginElsewhere } from './account-page.tsx';
import { GuestNotes, ListenWithoutAccount, SignUpFirst, useWaitingInvite } from './guest-notes.tsx';
import { guestStrings, visitEnded } from './guests-words.ts';
import { explainLogin, wordsForLoginFailure } from './login-words.ts';

/** Logs in, then opens the map or the waiting invitation. If a guest's visit has ended, tells that first. */
export function LoginScreen() {
  const navigate = useNavigate();
  const { ended } = useSnapshot(session);
  const [asksForPassword, setAsksForPassword] = useState(false);
  const waiting = useWaitingInvite();
  const declared = useDeclared();
  const words = strings.login;
  const handleLoggedIn = () => navigate(hasPendingInvite() ? paths.invite : paths.home, { replace: true });
  useLoginElsewhere(handleLoggedIn);
  if (ended === 'visit' && !asksForPassword) {
    return <VisitEnded waiting={waiting} onLogin={() => setAsksForPassword(true)} />;
  }
  return (
    <AccountPage
      title={waiting.isThere ? words.inviteTitle : words.title}
      lead={waiting.lead ?? words.lead}
      declared={declared}
    >
      {waiting.failure === null ? null : <Alert>{waiting.failure}</Alert>}
      <GuestNotes isInvited={waiting.isForGuests} />
      {waiting.needsAccount ? <SignUpFirst /> : null}
      <LoginForm onLoggedIn={handleLoggedIn} />
      <p className={styles.forgotten}>
        <Link className={styles.link} to={paths.forgotten}>
          {words.forgotten}
        </Link>
      </p>
      <OtherLogins onLoggedIn={handleLoggedIn} />
      <p className={styles.foot}>
        {words.noAccount}
        <Link className={styles.link} lang="en" to={paths.createAccount}>
          {words.register}
        </Link>
      </p>
    </AccountPage>
  );
}

/** The accessibility that this deployment declares, which the law wants on the first screen; null while it isn't known. */
function useDeclared(): Accessibility['state'] | null {
  const [state, setState] = useState<Accessibility['state'] | null>(null);
  useEffect(() => {
    loadConfig().then(
      ({ accessibility }) => setState(accessibility?.state ?? null),
      () => {},
    );
  }, []);
  return state;
}

/** The form's id, for buttons outside the form that read it. */
const LOGIN_FORM_ID = 'login';

/** Logs in with email and password. A notice above tells if the last session has expired. */
function LoginForm({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
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

/** Returns the first error of a login form, null if it may be sent. */
export function checkLogin({
  email,
  password,
}: Readonly<Record<'email' | 'password', string>>): FormError<'email' | 'password'> | null {
  const words = strings.login;
  if (email.trim() === '') return { field: 'email', message: words.missing };
  if (password === '') return { field: 'password', message: words.missing };
  return EMAIL_PATTERN.test(email.trim()) ? null : { field: 'email', message: words.badEmail };
}

/** The logins without a password. Their code is loaded only if the deployment has one. */
function OtherLogins({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [loaded, setLoaded] = useState<Awaited<ReturnType<typeof load>>>(null);
  useEffect(() => {
    // Without them, the form still works.
    load().then(setLoaded, () => {});
  }, []);
  if (loaded === null) return null;
  const { Buttons, ...offered } = loaded;
  return <Buttons {...offered} formId={LOGIN_FORM_ID} onLoggedIn={onLoggedIn} />;
}

async function load() {
  const config = await loadConfig();
  const { googleClientId } = config;
  const hasPasskeys = hasPasskeysAt(config);
  if (googleClientId === null && !hasPasskeys) return null;
  const { PasswordlessLogins } = await import('./passwordless-logins.tsx');
  await loadWords();
  return { googleClientId, hasPasskeys, Buttons: PasswordlessLogins };
}

function VisitEnded({
  waiting,
  onLogin,
}: {
  readonly waiting: ReturnType<typeof useWaitingInvite>;
  readonly onLogin: () => void;
}) {
  const navigate = useNavigate();
  const invitation = waiting.failure ?? waiting.lead;
  const words = visitEnded;
  return (
    <AccountPage title={words.title} lead={words.lead}>
      {invitation === null ? null : (
        <div className={styles.messages}>
          <Notice>{invitation}</Notice>
          {waiting.isForGuests ? <ListenWithoutAccount /> : null}
        </div>
      )}
      <ul className={styles.ways}>
        <li>{words.open}</li>
        <li>{words.ask}</li>
        <li>{words.account}</li>
      </ul>
      <Button wide onClick={() => navigate(paths.createAccount)}>
        {guestStrings.signUp}
      </Button>
      <Button wide variant="secondary" onClick={onLogin}>
        {guestStrings.logIn}
      </Button>
    </AccountPage>
  );
}
