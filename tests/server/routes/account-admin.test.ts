import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { UserId } from '../../../contracts/vocabulary.ts';
import { MAILS_PER_EMAIL } from '../../../server/http/account-throttles.ts';
import { startMailServer, tokenIn } from '../../support/network/mail-server.ts';
import { call, codeOf } from '../../support/server/api.ts';
import { lastOf } from '../../support/server/audit-log.ts';
import { makeGuest, makeParcours, type Person, setRole, signUp, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const PASSWORD = 'une belle promenade';

const mailServer = await startMailServer();
afterAll(mailServer.stop);
const server = useServer(mailServer.env);
const mailless = useServer();

let admin: Person;
beforeAll(async () => {
  admin = await signUpAs(server, 'Admin', 'admin');
});

const make = (origin: string, by: Person, name: string, role: 'user' | 'editor' | 'admin' = 'user') =>
  call(origin, 'makeAccount', { body: { name, email: `${name}@example.org`, role } }, by.token);
const find = async (origin: string, by: Person, search: string) => {
  const { accounts } = await call(origin, 'listAccounts', { query: { search } }, by.token);
  const [account] = accounts;
  if (account === undefined) throw new Error(`Expected an account like ${search}`);
  return account;
};
const change = (by: Person, { id }: { readonly id: UserId }, role: 'user' | 'editor' | 'admin') =>
  call(server.origin, 'setRole', { params: { userId: id }, body: { role } }, by.token);
const sendLink = (origin: string, by: Person, userId: UserId) =>
  call(origin, 'makeResetLink', { params: { userId } }, by.token);
const choose = (origin: string, token: string) =>
  call(origin, 'resetPassword', { body: { token, password: PASSWORD } });

describe('an account that an admin makes', () => {
  test('gets its password by a mailed link, which verifies the address, and has then been used', async () => {
    expect(await make(server.origin, admin, 'Élodie', 'editor')).toEqual({ link: null });
    const made = await find(server.origin, admin, 'elodie');
    expect(made).toMatchObject({ role: 'editor', usedAt: null, emailVerified: false });
    const entry = await lastOf(server.origin, admin, { action: 'account_made' });
    expect(entry).toMatchObject({ actor: { id: admin.user.id }, account: { id: made.id }, detail: 'editor' });
    const [mail] = await mailServer.mailsTo(made.email);
    expect(mail?.subject).toContain('votre compte');
    expect(mail?.text).not.toContain('Élodie');
    await choose(server.origin, tokenIn(mail ?? fail()));
    await call(server.origin, 'login', { body: { email: made.email, password: PASSWORD } });
    expect(await find(server.origin, admin, 'ÉLODIE')).toMatchObject({
      usedAt: expect.stringMatching(/Z$/),
      emailVerified: true,
    });
  });

  test('is refused for an email that has one, and for an address of guests', async () => {
    const codeFor = (email: string) =>
      codeOf(call(server.origin, 'makeAccount', { body: { name: 'G', email, role: 'user' } }, admin.token));
    expect(await codeFor(admin.email)).toBe('email_taken');
    expect(await codeFor('g@guest.invalid')).toBe('invalid_request');
  });

  test('has a link to pass on where no mail can be sent, but nobody gets the link of a used account', async () => {
    const chief = await signUpAs(mailless, 'Chief', 'admin');
    await make(mailless.origin, chief, 'rosa');
    const rosa = await find(mailless.origin, chief, 'rosa');
    const { link } = await sendLink(mailless.origin, chief, rosa.id);
    expect(link).toMatch(/^\/resetpassword#/);
    await choose(mailless.origin, link?.split('#')[1] ?? '');
    expect(await find(mailless.origin, chief, 'rosa')).toMatchObject({ emailVerified: false });
    const refused = { code: 'mail_not_configured' };
    await expect(sendLink(mailless.origin, chief, rosa.id)).rejects.toMatchObject(refused);
  });
});

describe('a role', () => {
  test('is changed from the next request on, noted, and answers an open request for it', async () => {
    const kim = await signUp(server.origin, 'Kim');
    await call(server.origin, 'requestRole', { body: { role: 'editor' } }, kim.token);
    await change(admin, kim.user, 'editor');
    expect((await call(server.origin, 'readMe', {}, kim.token)).user.role).toBe('editor');
    const { requests } = await call(server.origin, 'listRoleRequests', {}, kim.token);
    expect(requests).toMatchObject([{ state: 'granted' }]);
    const entry = await lastOf(server.origin, admin, { action: 'role_changed' });
    expect(entry).toMatchObject({ actor: { id: admin.user.id }, account: { name: 'Kim' }, detail: 'user to editor' });
  });

  test('of the last admin stays, whoever else is suspended', async () => {
    const refused = { code: 'last_admin' };
    await expect(change(admin, admin.user, 'user')).rejects.toMatchObject(refused);
    const other = await signUpAs(server, 'Other', 'admin');
    await change(other, admin.user, 'user');
    await expect(change(other, other.user, 'editor')).rejects.toMatchObject(refused);
    await expect(change(admin, other.user, 'user')).rejects.toMatchObject({ code: 'forbidden' });
    await setRole(server, admin, 'admin');
    await change(other, other.user, 'user');
  });

  test('of nobody, or of a guest of an invitation, can’t be changed', async () => {
    const nobody = { id: UserId.parse(9999) };
    await expect(change(admin, nobody, 'user')).rejects.toMatchObject({ code: 'not_found' });
    const mapId = await makeParcours(server.origin, admin);
    const guest = await makeGuest(server.origin, admin, mapId);
    const refused = { code: 'conflict' };
    await expect(change(admin, guest.user, 'editor')).rejects.toMatchObject(refused);
    await expect(sendLink(server.origin, admin, guest.user.id)).rejects.toMatchObject(refused);
    const params = { userId: guest.user.id };
    await expect(call(server.origin, 'vouchForAddress', { params }, admin.token)).rejects.toMatchObject(refused);
  });
});

describe('a link to choose another password', () => {
  test('is mailed to its owner alone and noted, a few times an hour', async () => {
    const lou = await signUp(server.origin, 'Lou');
    for (let sent = 0; sent < MAILS_PER_EMAIL; sent++) {
      expect(await sendLink(server.origin, admin, lou.user.id)).toEqual({ link: null });
    }
    await expect(sendLink(server.origin, admin, lou.user.id)).rejects.toMatchObject({ code: 'too_many_requests' });
    const isReset = ({ subject }: { readonly subject: string }) => subject.includes('mot de passe');
    await mailServer.mailsTo(lou.email, isReset, MAILS_PER_EMAIL);
    const entry = await lastOf(server.origin, admin, { action: 'reset_link_made' });
    expect(entry).toMatchObject({ actor: { id: admin.user.id }, account: { id: lou.user.id }, detail: 'mailed' });
  });
});

test('an address that an admin vouches for is verified, once', async () => {
  const mia = await signUp(server.origin, 'Mia');
  const params = { userId: mia.user.id };
  for (const _ of [1, 2]) await call(server.origin, 'vouchForAddress', { params }, admin.token);
  expect(await find(server.origin, admin, 'mia')).toMatchObject({ emailVerified: true });
  const query = { action: 'address_verified', account: mia.email } as const;
  const { entries } = await call(server.origin, 'listTrail', { query }, admin.token);
  expect(entries).toHaveLength(1);
});

test('the accounts are sorted by what is asked for, page after page', async () => {
  const read = async (query: { sort?: 'name' | 'used' | 'role'; order?: 'asc' | 'desc'; before?: UserId }) =>
    (await call(server.origin, 'listAccounts', { query }, admin.token)).accounts;
  const names = (await read({ sort: 'name' })).map(({ name }) => name);
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'fr')));
  const roles = (await read({ sort: 'role' })).map(({ role }) => role);
  expect(roles[0]).toBe('admin');
  const backwards = await read({ sort: 'name', order: 'desc' });
  const second = backwards[1];
  if (second === undefined) throw new Error('Expected several accounts');
  expect(await read({ sort: 'name', order: 'desc', before: second.id })).toEqual(backwards.slice(2));
  await make(server.origin, admin, 'zoe');
  expect((await read({ sort: 'used', order: 'asc' }))[0]).toMatchObject({ name: 'zoe', usedAt: null });
});

test('the journal finds a part of a name whatever the accents, from either end', async () => {
  await make(server.origin, admin, 'Zélie');
  const zelie = await find(server.origin, admin, 'zelie');
  await change(admin, zelie, 'editor');
  const list = async (order: 'asc' | 'desc', before?: number) => {
    const { entries } = await call(
      server.origin,
      'listTrail',
      { query: { search: 'ZELI', order, ...(before === undefined ? {} : { before }) } },
      admin.token,
    );
    return entries;
  };
  const [made, changed, ...more] = await list('asc');
  expect([made?.action, changed?.action, more]).toEqual(['account_made', 'role_changed', []]);
  expect(await list('desc')).toEqual([changed, made]);
  expect(await list('asc', made?.id)).toEqual([changed]);
});

function fail(): never {
  throw new Error('Expected a mail');
}
