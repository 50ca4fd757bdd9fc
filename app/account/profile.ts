import { proxy } from 'valtio';
import { isLimitedByRole } from '../../contracts/permissions.ts';
import { ApiError, call } from '../platform/net/api.ts';
import { checkSession, session, updateUser } from '../session/session.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** What the person still has to be told about their account. Changed only in this file. */
export const accountNews = proxy({ isGrantUntold: false });

/** Updates the account from the server: its role may have been changed elsewhere. A failure changes nothing. */
export async function refreshAccount(): Promise<void> {
  const before = session.user;
  if (before === null) return;
  try {
    const { user } = await call('readMe', {});
    // Somebody else may have logged in meanwhile, or the picture may have changed.
    if (session.user !== before || JSON.stringify(user) === JSON.stringify(before)) return;
    updateUser(user);
    if (isLimitedByRole(before.role, 'editor') && !isLimitedByRole(user.role, 'editor'))
      accountNews.isGrantUntold = true;
  } catch {
    // A 401 has already ended the session.
  }
}

/** Notes that the person has been told that their account now allows the editor's tools. */
export function noteGrantTold(): void {
  accountNews.isGrantUntold = false;
}

/** Changes the person's picture. @throws as `call` does, 'Not authenticated' without a session */
export async function uploadPicture(picture: Blob): Promise<void> {
  if (!checkSession()) throw new ApiError('unauthenticated', 401, 'Not authenticated');
  const { imageUrl } = await call('uploadProfileImage', { fields: {}, file: picture });
  if (session.user !== null) updateUser({ ...session.user, picture: imageUrl });
}

forgetAtSessionEnd(noteGrantTold);
