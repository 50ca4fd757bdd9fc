import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountNews, noteGrantTold, refreshAccount, uploadPicture } from '../../../app/account/profile.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { session, updateUser } from '../../../app/session/session.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';

const ME = 'GET /v1/user/me';
const ana = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user', picture: null } as const;
const editor = { ...ana, role: 'editor' } as const;
const bruno = { ...ana, id: UserId.parse(2), name: 'Bruno' } as const;

beforeEach(() => storage.forgetAll());
afterEach(() => {
  session.user = null;
  noteGrantTold();
});

it("sends no picture without a session, and rejects with 'Not authenticated'", async () => {
  await expect(uploadPicture(new Blob(['a picture']))).rejects.toMatchObject({
    code: 'unauthenticated',
    message: 'Not authenticated',
  });
});

describe('the account', () => {
  it('adopts the role that it was given elsewhere', async () => {
    updateUser(ana);
    answerCalls({ [ME]: { user: editor } });
    await refreshAccount();
    expect(session.user).toEqual(editor);
    expect([storage.read('currentUser'), storage.read('userData')]).toEqual([editor, editor]);
    expect(accountNews.isGrantUntold).toBe(true);
  });

  it('is unchanged without a network', async () => {
    updateUser(ana);
    answerCalls({});
    await refreshAccount();
    expect(session.user).toEqual(ana);
  });

  it('is not stored for another account that logged in meanwhile, or after a logout', async () => {
    const next = [bruno, null];
    for (const user of next) {
      updateUser(ana);
      answerCalls({
        [ME]: () => {
          session.user = user;
          return { user: editor };
        },
      });
      await refreshAccount();
      expect(session.user).toEqual(user);
    }
    const heard = answerCalls({ [ME]: { user: editor } });
    await refreshAccount();
    expect(heard).toEqual([]);
  });
});
