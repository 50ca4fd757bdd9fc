import { supportsPasskeys } from '../platform/net/passkeys.ts';
import { GoogleButton } from './google-button.tsx';
import { PasskeyButton } from './passkeys/passkey-button.tsx';

/** The buttons for logins without a password that this deployment and this browser support. */
export function OtherButtons({
  googleClientId,
  hasPasskeys,
  onLoggedIn,
}: {
  readonly googleClientId: string | null;
  readonly hasPasskeys: boolean;
  readonly onLoggedIn: () => void;
}) {
  return (
    <>
      {hasPasskeys && supportsPasskeys() ? <PasskeyButton onLoggedIn={onLoggedIn} /> : null}
      {googleClientId === null ? null : <GoogleButton clientId={googleClientId} onLoggedIn={onLoggedIn} />}
    </>
  );
}
