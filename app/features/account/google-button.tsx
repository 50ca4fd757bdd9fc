import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { loadGoogle, requestGoogleToken } from '../../platform/net/google-sign-in.ts';
import { loginWithGoogle } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { strings } from '../../words/strings.ts';

/**
 * Logs in through Google. Shown only where the deployment has a client id. Google's script is loaded when somebody is about
 * to press the button, so that Google learns of nobody else.
 */
export function GoogleButton({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [clientId, setClientId] = useState<string | null>(null);
  const words = strings.login;
  const login = useAction((error) =>
    error instanceof ApiError && error.status === 400 ? strings.errors.googleRefused : words.failed,
  );

  useEffect(() => {
    // Without Google, the form still works.
    loadConfig().then(
      ({ googleClientId }) => setClientId(googleClientId),
      () => {},
    );
  }, []);

  const logIn = (id: string): Promise<void> =>
    login.run(async () => {
      const accessToken = await requestGoogleToken(id);
      if (accessToken === null) return;
      await loginWithGoogle({ accessToken });
      onLoggedIn();
    });

  if (clientId === null) return null;
  return (
    <>
      <Button
        variant="secondary"
        wide
        busy={login.busy}
        onPointerEnter={preloadGoogle}
        onFocus={preloadGoogle}
        onClick={() => void logIn(clientId)}
      >
        {words.google}
      </Button>
      {login.failure === null ? null : <Alert lang="en">{login.failure}</Alert>}
    </>
  );
}

/** Ignores a failure: the click tries again and reports it. */
function preloadGoogle(): void {
  loadGoogle().catch(() => {});
}
