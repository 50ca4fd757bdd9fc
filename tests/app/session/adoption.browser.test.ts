import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storage } from '../../../app/platform/storage/storage.ts';
import { login, session, updateUser } from '../../../app/session/session.ts';
import { UserId } from '../../../contracts/vocabulary.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';

const PACKS = 'drop-ici-kept-packs';
const guest = { name: 'Guest', email: 'guest-4@guest.invalid', role: 'guest' as const, picture: null };
const ana = { id: 3, name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };
const token = `header.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + 3600 }))}.signature`;

beforeEach(() => storage.forgetAll());
afterEach(async () => {
  forgetSession();
  session.user = null;
  storage.forgetAll();
  vi.unstubAllGlobals();
  await caches.delete(PACKS);
});

const packs = async () => {
  const kept = await (await caches.open(PACKS)).keys();
  return kept.map(({ url }) => new URL(url).pathname);
};

it('a guest’s transfer stays pending until the device’s packs are the account’s, too', async () => {
  await (await caches.open(PACKS)).put('/kept-packs/4/7/whole', Response.json({}));
  storage.write('token', token);
  updateUser({ ...guest, id: UserId.parse(4) });
  answerCalls({ 'POST /v1/user/login': { user: ana, token }, 'POST /v1/user/adopt': { status: 'ok' } });
  // Another tab changes its packs meanwhile.
  let release = (): void => {};
  const isHeld = new Promise<void>((resolve) => {
    void navigator.locks.request('drop-ici-kept', () => {
      resolve();
      return new Promise<void>((done) => {
        release = done;
      });
    });
  });
  await isHeld;
  const entered = login({ email: ana.email, password: 'a long password' });
  await expect.poll(async () => (await navigator.locks.query()).pending?.length).toBe(1);
  expect(storage.read('waitingAdoptions')).toMatchObject([{ ownerId: 3, guestId: 4, token }]);
  release();
  await entered;
  expect([storage.read('waitingAdoptions'), await packs()]).toEqual([[], ['/kept-packs/3/7/whole']]);
});
