import { passkeyCalls } from '../../../contracts/calls/passkeys.ts';
import type { User } from '../../../contracts/user.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { askForPasskey } from '../../platform/net/passkeys.ts';
import { enter } from '../../session/session.ts';

addCalls(passkeyCalls);

/**
 * Logs in with a passkey that the person chooses and stores the session, like `login`.
 *
 * @throws {PasskeyError | ApiError | NetworkError} nothing is stored then.
 */
export async function loginWithPasskey(stayLoggedIn: boolean): Promise<User> {
  // No suggestions in the email field: those would need a challenge at each visit of the login.
  const { options } = await call('startPasskeyLogin', {});
  const used = await askForPasskey(options);
  return enter(await call('loginWithPasskey', { body: { ...used, stayLoggedIn } }), stayLoggedIn);
}
