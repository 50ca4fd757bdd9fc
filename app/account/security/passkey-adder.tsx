import { useRef, useState } from 'react';
import { ApiError } from '../../platform/net/api.ts';
import { supportsPasskeys } from '../../platform/net/passkeys.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../../ui/use-action.ts';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { wordsForPasskey } from '../passkeys/passkey-words.ts';
import { passkeyStrings } from '../passkeys/passkeys-words.ts';
import { PasskeyPassword } from './passkey-password.tsx';
import styles from './security.module.css';
import { addPasskey } from './security.ts';

const words = passkeyStrings.own;

/**
 * Adds a passkey. If the last login was a while ago, it first asks for the password, or says that a login is needed.
 */
export function PasskeyAdder({
  hasPassword,
  onOutcome,
}: {
  readonly hasPassword: boolean;
  /** Receives the message about the last attempt; null during an attempt. */
  readonly onOutcome: (said: string | null) => void;
}) {
  const part = useRef<HTMLDivElement>(null);
  // The password field replaces the button for a while.
  const heir = useFocusHeir(() => part.current?.querySelector<HTMLElement>('input, button') ?? null);
  const [needsLogin, setNeedsLogin] = useState(false);
  const { busy, failure, run } = useAction((error) => wordsForPasskey(error, words));
  const add = async (password?: string): Promise<void> => {
    onOutcome(null);
    await addPasskey(password);
    setNeedsLogin(false);
    onOutcome(words.done);
  };
  const handleAdd = (): Promise<void> =>
    run(() =>
      add().catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'recent_login_needed') throw error;
        setNeedsLogin(true);
      }),
    );
  return (
    <div ref={part} className={styles.form} {...heir}>
      {needsLogin && hasPassword ? (
        <PasskeyPassword onGiven={add} onCancel={() => setNeedsLogin(false)} />
      ) : (
        <>
          {failure === null ? null : <Alert>{failure}</Alert>}
          {needsLogin ? <Notice>{words.whyLogin}</Notice> : null}
          {supportsPasskeys() ? (
            <Button variant="secondary" busy={busy} onClick={() => void handleAdd()}>
              {busy ? words.adding : words.add}
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}
