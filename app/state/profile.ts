import { ApiError, call } from '../platform/api.ts';
import { strings } from '../platform/strings.ts';
import { checkSession, keepUser, session } from './session.ts';

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
