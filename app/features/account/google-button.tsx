import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/config.ts';
import { loadGoogle, requestGoogleToken } from '../../platform/net/google.ts';
import { loginWithGoogle } from '../../state/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../words/strings.ts';

/**
 * Signs in through Google. There only where the deployment has a client id. Google's script is fetched by whoever is
 * about to press it, so that Google hears of nobody else.
 */
export function GoogleButton({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const [clientId, setClientId] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const words = strings.login;

  useEffect(() => {
    let gone = false;
    loadConfig().then(
      ({ googleClientId }) => {
        if (!gone) setClientId(googleClientId);
      },
      // Without it the form beside it works all the same.
      () => {},
    );
    return () => {
      gone = true;
    };
  }, []);

  const signIn = async (id: string): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      const accessToken = await requestGoogleToken(id);
      if (accessToken === null) return;
      await loginWithGoogle({ accessToken });
      onLoggedIn();
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 400;
      setFault(refused ? strings.errors.googleRefused : words.failed);
    } finally {
      setBusy(false);
    }
  };

  if (clientId === null) return null;
  return (
    <>
      <Button
        variant="secondary"
        wide
        busy={busy}
        onPointerEnter={fetchEarly}
        onFocus={fetchEarly}
        onClick={() => void signIn(clientId)}
      >
        {words.google}
      </Button>
      {fault === null ? null : <Alert lang="en">{fault}</Alert>}
    </>
  );
}

/** A failure is told by the press that follows, which tries again. */
function fetchEarly(): void {
  loadGoogle().catch(() => {});
}
