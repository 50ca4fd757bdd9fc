import { beforeEach, expect, test } from 'vitest';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { auditLogRows } from '../../../support/database/kept-data.ts';
import { call, codeOf } from '../../../support/server/api.ts';
import {
  fixture,
  makeGuest,
  makeParcours,
  makePlace,
  type Person,
  setRole,
  signUpAs,
  signUpMember,
  upload,
} from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();
let admin: Person;
let owner: Person;
let author: Person;
let parcoursId: ParcoursId;
beforeEach(async () => {
  admin = await signUpAs(server, 'Admin', 'admin');
  owner = await signUpAs(server, 'Owner', 'editor');
  parcoursId = await makeParcours(server.origin, owner);
  author = await signUpMember(server, owner, parcoursId, 'Author', 'drop');
});

const suspend = ({ user }: Person, suspended: boolean, words?: string) =>
  call(
    server.origin,
    'setSuspension',
    { params: { userId: user.id }, body: { suspended, ...(words === undefined ? {} : { words }) } },
    admin.token,
  );

test('a suspended account loses its sessions, logins and links at once, and its content stays', async () => {
  const listener = await signUpMember(server, owner, parcoursId, 'Listener', 'drop');
  const placeId = await makePlace(server.origin, author, parcoursId);
  const { link } = await upload(server.origin, author, placeId, await fixture('conforming-mono.wav'));
  const follow = async () => (await fetch(server.origin + link)).status;
  expect(await follow()).toBe(200);
  await suspend(author, true, 'Récidive');
  const { email, password } = author;
  const login = (secret: string) => call(server.origin, 'login', { body: { email, password: secret } });
  expect(await codeOf(call(server.origin, 'readMe', {}, author.token))).toBe('unauthenticated');
  expect(await codeOf(login(password))).toBe('suspended');
  expect(await codeOf(login('wrong'))).toBe('invalid_credentials');
  await expect(login(password)).rejects.toThrow('Récidive');
  expect(await follow()).toBe(403);
  await call(server.origin, 'readPlace', { params: { placeId } }, listener.token);
  const { suspended } = await call(server.origin, 'readModerationQueue', {}, admin.token);
  expect(suspended.find(({ id }) => id === author.user.id)).toMatchObject({ email, isSuspended: true });
  await suspend(author, false, 'Entendu');
  const again = await login(password);
  const { messages } = await call(server.origin, 'listMessages', {}, again.token);
  expect(messages.map(({ kind }) => kind)).toEqual(['unsuspend', 'suspend']);
  const trail = await auditLogRows(server.dataDir, 'suspended', 'unsuspended');
  expect(trail.slice(-2).map(({ action, actor_id, account_id }) => [action, actor_id, account_id])).toEqual([
    ['suspended', admin.user.id, author.user.id],
    ['unsuspended', admin.user.id, author.user.id],
  ]);
});

test('a suspended guest cannot visit again', async () => {
  const guest = await makeGuest(server.origin, owner, parcoursId);
  await suspend(guest, true);
  expect(await codeOf(makeGuest(server.origin, owner, parcoursId, guest.password))).toBe('suspended');
});

test('a site admin cannot be suspended; a suspended account that became admin can be freed', async () => {
  expect(await codeOf(suspend(admin, true))).toBe('conflict');
  await suspend(author, true);
  await setRole(server, author, 'admin');
  await suspend(author, false);
  const { email, password } = author;
  expect(await codeOf(call(server.origin, 'login', { body: { email, password } }))).toBe('ok');
});
