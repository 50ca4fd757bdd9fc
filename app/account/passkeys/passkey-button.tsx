import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/use-action.ts';
import { explainLogin } from '../account-words.ts';
import { LOGIN_FORM_ID } from '../login-form.tsx';
import { loginWithPasskey } from './passkey-login.ts';
import { wordsForPasskey } from './passkey-words.ts';
import { passkeyStrings } from './passkeys-words.ts';

const words = passkeyStrings.login;

/** Logs in with a passkey; the form above decides how long the session lasts. */
export function PasskeyButton({ onLoggedIn }: { readonly onLoggedIn: () => void }) {
  const { busy, failure, run } = useAction((error) =>
    typeof error === 'string' ? error : wordsForPasskey(error, words),
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
        form={LOGIN_FORM_ID}
        busy={busy}
        onClick={(event) => void logIn(event.currentTarget.form)}
      >
        {words.submit}
      </Button>
      {failure === null ? null : <Alert>{failure}</Alert>}
    </>
  );
}
