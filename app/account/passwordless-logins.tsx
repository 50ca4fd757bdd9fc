import { Link } from 'react-router-dom';
import { passkeyCalls } from '../../contracts/calls/passkey-calls.ts';
import { TERMS_VERSION } from '../../contracts/terms.ts';
import type { User } from '../../contracts/user.ts';
import { paths } from '../paths.ts';
import { ApiError, addCalls, call } from '../platform/net/api.ts';
import { loadGoogle, requestGoogleToken } from '../platform/net/google-sign-in.ts';
import { askForPasskey, supportsPasskeys } from '../platform/net/passkeys.ts';
import { enter, loginWithGoogle } from '../session/session.ts';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { Alert } from '../ui/message.tsx';
import { useAction } from '../ui/use-action.ts';
import styles from './account-page.module.css';
import { explainLogin } from './login-words.ts';
import { googleStrings, passkeyStrings, wordsForPasskey } from './passwordless-words.ts';

const passkeyWords = passkeyStrings.login;

interface PasswordlessLoginsProps {
  readonly googleClientId: string | null;
  readonly hasPasskeys: boolean;
  /** Id of the login form, which says how long the session lasts. */
  readonly formId: string;
  readonly onLoggedIn: () => void;
}

/** The buttons for logins without a password that this deployment and this browser support. */
export function PasswordlessLogins({ googleClientId, hasPasskeys, formId, onLoggedIn }: PasswordlessLoginsProps) {
  return (
    <>
      {hasPasskeys && supportsPasskeys() ? <PasskeyButton formId={formId} onLoggedIn={onLoggedIn} /> : null}
      {googleClientId === null ? null : <GoogleButton clientId={googleClientId} onLoggedIn={onLoggedIn} />}
    </>
  );
}

function PasskeyButton({ formId, onLoggedIn }: { readonly formId: string; readonly onLoggedIn: () => void }) {
  const { busy, failure, run } = useAction((error) =>
    typeof error === 'string' ? error : wordsForPasskey(error, passkeyWords),
  );
  const logIn = (form: HTMLFormElement | null): Promise<void> =>
    run(async () => {
      await loginWithPasskey(form !== null && new FormData(form).has('stayLoggedIn')).catch(explainLogin);
      onLoggedIn();
    });
  return (
    <>
      <Button
        variant="secondary"
        wide
        form={formId}
        busy={busy}
        onClick={(event) => void logIn(event.currentTarget.form)}
      >
        {passkeyWords.submit}
      </Button>
      {failure === null ? null : <Alert>{failure}</Alert>}
    </>
  );
}

addCalls(passkeyCalls);

/** Logs in with a chosen passkey. @throws {PasskeyError | ApiError | NetworkError} nothing is stored then */
async function loginWithPasskey(stayLoggedIn: boolean): Promise<User> {
  // No suggestions in the email field: those would need a challenge at each visit of the login.
  const { options } = await call('startPasskeyLogin', {});
  const used = await askForPasskey(options);
  return enter(await call('loginWithPasskey', { body: { ...used, stayLoggedIn } }), stayLoggedIn);
}

/** Logs in through Google, whose script is loaded only when a person is about to press: it learns of nobody else. */
function GoogleButton({ clientId, onLoggedIn }: { readonly clientId: string; readonly onLoggedIn: () => void }) {
  const words = strings.login;
  const login = useAction((error) => {
    if (typeof error === 'string') return error;
    return error instanceof ApiError && error.status === 400 ? googleStrings.refused : words.failed;
  });

  const logIn = (): Promise<void> =>
    login.run(async () => {
      const accessToken = await requestGoogleToken(clientId);
      if (accessToken === null) return;
      await loginWithGoogle({ accessToken, termsVersion: TERMS_VERSION }).catch(explainLogin);
      onLoggedIn();
    });

  return (
    <>
      <Button
        variant="secondary"
        wide
        busy={login.busy}
        onPointerEnter={preloadGoogle}
        onFocus={preloadGoogle}
        onClick={() => void logIn()}
      >
        {googleStrings.submit}
      </Button>
      <p className={styles.hint}>
        {googleStrings.agrees} {/* A new tab preserves the filled-in fields. */}
        <Link to={paths.terms} target="_blank">
          {strings.signUp.readTerms}
          <span className="visually-hidden"> {strings.app.newTab}</span>
        </Link>
      </p>
      {login.failure === null ? null : (
        <Alert lang={[words.failed, googleStrings.refused].some((text) => text === login.failure) ? 'en' : undefined}>
          {login.failure}
        </Alert>
      )}
    </>
  );
}

/** Ignores a failure: the click tries again and reports it. */
function preloadGoogle(): void {
  loadGoogle().catch(() => {});
}
