import { call } from '../platform/api.ts';
import { keepUser, session } from './session.ts';

/**
 * Gives the person's account another picture.
 *
 * @throws {ApiError | NetworkError} as `call` does; the old picture stays then.
 */
export async function uploadPicture(picture: Blob): Promise<void> {
  const { imageUrl } = await call('uploadProfileImage', { fields: {}, file: picture });
  if (session.user !== null) keepUser({ ...session.user, picture: imageUrl });
}
