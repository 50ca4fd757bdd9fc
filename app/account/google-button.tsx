import { Link } from 'react-router-dom';
import { TERMS_VERSION } from '../../contracts/terms.ts';
import { paths } from '../paths.ts';
import { ApiError } from '../platform/net/api.ts';
import { loadGoogle, requestGoogleToken } from '../platform/net/google-sign-in.ts';
import { loginWithGoogle } from '../session/session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { strings } from '../ui/common-words.ts';
import { useAction } from '../ui/use-action.ts';
import styles from './account-page.module.css';
import { explainLogin } from './account-words.ts';
import { googleStrings } from './google-words.ts';

/**
 * Logs in through Google. Google's script is loaded only when a person is about to press the button, so that Google
 * learns of nobody else.
 */
export function GoogleButton({ clientId, onLoggedIn }: { readonly clientId: string; readonly onLoggedIn: () => void }) {
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
