import { ApiError, call } from '../../platform/net/api.ts';
import { strings } from '../../words/strings.ts';
import { checkSession, keepUser, session } from './session.ts';

/**
 * Takes over what the server knows of the person's account by now: a role is given and taken away elsewhere. What can't be
 * asked stays as it was.
 */
export async function refreshAccount(): Promise<void> {
  const before = session.user;
  if (before === null) return;
  try {
    const { user } = await call('readMe', {});
    // Somebody else may have logged in meanwhile, or the picture been changed.
    if (session.user === before && JSON.stringify(user) !== JSON.stringify(before)) keepUser(user);
  } catch {
    // A session that ended is told of by the call itself; without a network the account is what it was.
  }
}

/**
 * Gives the person's account another picture.
 *
 * @throws {ApiError | NetworkError} as `call` does, 'Not authenticated' without a session; the old picture stays then.
 */
export async function uploadPicture(picture: Blob): Promise<void> {
  if (!checkSession()) throw new ApiError('unauthenticated', 401, strings.profile.notAuthenticated);
  const { imageUrl } = await call('uploadProfileImage', { fields: {}, file: picture });
  if (session.user !== null) keepUser({ ...session.user, picture: imageUrl });
}
