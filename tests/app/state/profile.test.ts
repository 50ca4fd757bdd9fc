import { expect, it } from 'vitest';
import { storage } from '../../../app/platform/storage.ts';
import { uploadPicture } from '../../../app/state/profile.ts';

it("sends no picture without a session, and says 'Not authenticated'", async () => {
  storage.forgetAll();
  await expect(uploadPicture(new Blob(['a picture']))).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'Not authenticated',
  });
});
