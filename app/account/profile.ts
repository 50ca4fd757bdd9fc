import { isHeldBack } from '../../contracts/permissions.ts';
import { showNotice } from '../page/notice-queue.ts';
import { ApiError, call } from '../platform/net/api.ts';
import { checkSession, session, updateUser } from '../session/session.ts';
import { profileStrings } from './profile-words.ts';
import { roleStrings } from './roles/roles-words.ts';

/**
 * Updates the person's account from the server, because its role may have been changed elsewhere. On failure the
 * account stays unchanged.
 */
export async function refreshAccount(): Promise<void> {
  const before = session.user;
  if (before === null) return;
  try {
    const { user } = await call('readMe', {});
    // Somebody else may have logged in meanwhile, or the picture may have changed.
    if (session.user !== before || JSON.stringify(user) === JSON.stringify(before)) return;
    updateUser(user);
    if (isHeldBack(before.role, 'editor') && !isHeldBack(user.role, 'editor')) showNotice(roleStrings.request.granted);
  } catch {
    // A 401 has already ended the session.
  }
}

/**
 * Changes the picture of the person's account.
 *
 * @throws {ApiError | NetworkError} as `call` does, 'Not authenticated' without a session; the old picture then stays.
 */
export async function uploadPicture(picture: Blob): Promise<void> {
  if (!checkSession()) throw new ApiError('unauthenticated', 401, profileStrings.notAuthenticated);
  const { imageUrl } = await call('uploadProfileImage', { fields: {}, file: picture });
  if (session.user !== null) updateUser({ ...session.user, picture: imageUrl });
}
