import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { ParcoursId, Privilege, UserId } from '../../../contracts/vocabulary.ts';
import { changeRows, withDatabase } from '../../support/database/test-database.ts';
import { accountColumns } from '../../support/rights/account-columns.ts';
import { call } from '../../support/server/api.ts';
import {
  makeInvite,
  makeParcours,
  type Person,
  setRole,
  signUp,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
});

describe('a visit', () => {
  test('creates a guest, a membership and a session at once', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await visit(await inviteTo(parcoursId));
    expect(guest).toMatchObject({ mapId: parcoursId, user: { role: 'guest', name: 'Guest', picture: null } });
    const [listed] = await call(server.origin, 'listParcours', { query: {} }, guest.token);
    expect(listed).toMatchObject({ id: parcoursId, privilege: 'guest' });
  });

  test('with a known key is the same guest after a lost response or session, or by another link', async () => {
    const [parcoursId, otherId] = [await makeParcours(server.origin, owner), await makeParcours(server.origin, owner)];
    const [link, key] = [await inviteTo(parcoursId), newKey()];
    const [first, second] = await Promise.all([visit(link, key), visit(link, key)]);
    const third = await visit(await inviteTo(otherId), key);
    expect([second.user.id, third.user.id]).toEqual([first.user.id, first.user.id]);
    expect((await visit(link)).user.id).not.toBe(first.user.id);
    const maps = await call(server.origin, 'listParcours', { query: {} }, third.token);
    expect(maps.map(({ id, guest_count }) => [id, guest_count])).toEqual([
      [parcoursId, 2],
      [otherId, 1],
    ]);
  });

  test.each<[string, string, (parcoursId: ParcoursId) => Promise<string>]>([
    ['unknown', 'invite_invalid', async () => 'made-up'],
    [
      'revoked',
      'invite_revoked',
      async (parcoursId) => {
        const token = await inviteTo(parcoursId);
        for (const { id } of await call(server.origin, 'listInvites', { query: { mapId: parcoursId } }, owner.token)) {
          await call(server.origin, 'revokeInvite', { params: { inviteId: id } }, owner.token);
        }
        return token;
      },
    ],
    [
      'void since its maker left',
      'invite_revoked',
      async (parcoursId) => {
        const maker = await signUpMember(server, owner, parcoursId, 'Leaves', 'editor', 'editor');
        const { token } = await makeInvite(server.origin, maker, parcoursId);
        await call(
          server.origin,
          'removeMember',
          { params: { mapId: parcoursId, userId: maker.user.id } },
          maker.token,
        );
        return token;
      },
    ],
    ['for contributors', 'account_needed', (parcoursId) => inviteTo(parcoursId, 'drop')],
    ['for admins', 'account_needed', (parcoursId) => inviteTo(parcoursId, 'admin')],
    [
      'of a deleted parcours',
      'invite_invalid',
      async (parcoursId) => {
        const token = await inviteTo(parcoursId);
        await call(server.origin, 'deleteParcours', { params: { mapId: parcoursId } }, owner.token);
        return token;
      },
    ],
  ])('by an invitation that is %s creates no account', async (_, code, makeToken) => {
    const token = await makeToken(await makeParcours(server.origin, owner));
    const before = await countAccounts();
    await expect(visit(token)).rejects.toMatchObject({ code });
    expect(await countAccounts()).toBe(before);
  });

  test('creates no account by an expired invitation, and a session of 400 days by a valid one', async () => {
    const aged = await startServer();
    try {
      const maker = await signUpAs(aged, 'Maker', 'admin');
      const parcoursId = await makeParcours(aged.origin, maker);
      const body = { mapId: parcoursId, privilege: 'guest' as const, days: 1 };
      const { token } = await call(aged.origin, 'createInvite', { body }, maker.token);
      const early = await call(aged.origin, 'visit', { body: { token, key: newKey() } });
      aged.advance(86_400_000);
      const late = call(aged.origin, 'visit', { body: { token, key: newKey() } });
      await expect(late).rejects.toMatchObject({ status: 410, code: 'invite_expired' });
      await expect(call(aged.origin, 'lookAtInvite', { body: { token } })).rejects.toMatchObject({
        code: 'invite_expired',
      });
      aged.advance(390 * 86_400_000);
      const renewed = await call(aged.origin, 'renewSession', {}, early.token);
      aged.advance(390 * 86_400_000);
      const maps = await call(aged.origin, 'listParcours', { query: {} }, renewed.token);
      expect(maps.map(({ id, guest_count }) => [id, guest_count])).toEqual([[parcoursId, 1]]);
      await expect(call(aged.origin, 'readMe', {}, early.token)).rejects.toMatchObject({ code: 'token_expired' });
    } finally {
      await aged.stop();
    }
  });

  test('needs a key that nobody can guess, and the key is not stored', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const token = await inviteTo(parcoursId);
    await expect(visit(token, 'short')).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    const key = newKey();
    const { user } = await visit(token, key);
    const accounts = await rows('accounts', 'id', user.id);
    expect(JSON.stringify(accounts)).not.toContain(key);
    expect(accounts[0]?.password_hash).toBe('');
  });

  test('is refused above the rate of new guests for one address', async () => {
    const strict = await startServer({ GUESTS_PER_HOUR: '2' });
    try {
      const maker = await signUpAs(strict, 'Strict', 'admin');
      const parcoursId = await makeParcours(strict.origin, maker);
      const { token } = await makeInvite(strict.origin, maker, parcoursId);
      const key = newKey();
      const enter = (as = newKey()) => call(strict.origin, 'visit', { body: { token, key: as } });
      await enter(key);
      for (let times = 0; times < 3; times++) await enter(key);
      await enter();
      await enter(key);
      await expect(enter()).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
    } finally {
      await strict.stop();
    }
  });
});

test('a look at an invitation shows its parcours and makes nobody a member', async () => {
  const parcoursId = await makeParcours(server.origin, owner, 'Les quais');
  const token = await inviteTo(parcoursId, 'drop');
  const looked = await call(server.origin, 'lookAtInvite', { body: { token } });
  expect(looked).toEqual({ mapId: parcoursId, name: 'Les quais', privilege: 'drop', inviter: 'Owner' });
  expect(await rows('memberships', 'parcours_id', parcoursId)).toHaveLength(1);
});

describe('a guest adopted by an account', () => {
  test('passes the maps on and loses the guest account with its sessions', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await visit(await inviteTo(parcoursId));
    const ana = await signUp(server.origin, 'Ana');
    await adopt(ana, guest.token);
    expect(await privilegeOf(ana, parcoursId)).toBe('guest');
    expect(await rows('accounts', 'id', guest.user.id)).toEqual([]);
    await expect(call(server.origin, 'readMe', {}, guest.token)).rejects.toMatchObject({ code: 'unauthenticated' });
    // As after a lost response: the same call again changes nothing.
    await adopt(ana, guest.token);
    expect(await privilegeOf(ana, parcoursId)).toBe('guest');
  });

  test.each<[Privilege, Privilege, Privilege]>([
    ['guest', 'editor', 'editor'],
    ['editor', 'guest', 'editor'],
    ['drop', 'drop', 'drop'],
  ])('with privilege %s, where the account has %s, gives it %s', async (asGuest, own, expected) => {
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await visit(await inviteTo(parcoursId));
    await give(parcoursId, guest.user.id, asGuest);
    const bo = await signUpMember(server, owner, parcoursId, 'Bo', own);
    await adopt(bo, guest.token);
    expect(await privilegeOf(bo, parcoursId)).toBe(expected);
  });

  test('passes on every row with the guest’s id, in all tables', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await visit(await inviteTo(parcoursId));
    const cleo = await signUp(server.origin, 'Cleo');
    const [from, to] = [guest.user.id, cleo.user.id];
    await changeRows(server.dataDir, async (tx) => {
      const at = '2026-01-01T00:00:00.000Z';
      const place = { parcours_id: parcoursId, name: 'P', kind: 'la', geometry: '{}', created_at: at };
      await tx('places').insert({ ...place, author_id: from, audio_by: from, asked_id: from });
      const [{ id: place_id } = { id: 0 }] = await tx('places').orderBy('id', 'desc').limit(1).select('id');
      const version = { place_id, name: 'P', geometry: '{}', replaced_at: at };
      await tx('place_versions').insert({ ...version, audio_by: from, replaced_by: from });
      await tx('tellings').insert({
        ...{ place_id, language: 'en', kind: 'easy', name: '', text: 'T', changed_at: at },
        ...{ audio_by: from, changed_by: from },
      });
      const picture = { place_id, position: 1, credit: '', width: 1, height: 1, created_at: at };
      await tx('pictures').insert({ ...picture, uploader_id: from });
      await tx('listens').insert({ account_id: from, place_id, day: '2026-01-01', is_finished: true });
      await tx('media').insert({ sha256: 'a', extension: 'wav', size_bytes: 1, created_at: at, uploader_id: from });
      await tx('images').insert({ sha256: 'b', size_bytes: 1, uploader_id: from, created_at: at });
      await tx('recording_sessions').insert({ id: 'c', account_id: from, created_at: at });
      await tx('unfinished_uploads').insert({ id: 'd', account_id: from, size_bytes: 1, created_at: at });
      const event = { name: 'n', happened_at: at, received_at: at, properties: '{}' };
      await tx('events').insert({ ...event, account_id: from });
      const answer = { call: 'c', fingerprint: 'f', outcome: '{}', created_at: at };
      await tx('kept_answers').insert([
        { ...answer, account_id: from, key: 'only the guest’s' },
        { ...answer, account_id: from, key: 'of both' },
        { ...answer, account_id: to, key: 'of both' },
      ]);
      const invite = { parcours_id: parcoursId, privilege: 'guest', created_at: at, token_hash: 'h' };
      await tx('invites').insert({ ...invite, inviter_id: from });
      await tx('adopted_guests').insert({ guest_id: 999_999, account_id: from, adopted_at: at });
      await tx('consents').insert({ account_id: from, kind: 'position', version: '2026-11', given_at: at });
      const request = { account_id: from, words: '', asked_at: at };
      await tx('role_requests').insert({ ...request, answer: 'refused', answered_at: at, answered_by: from });
      await tx('reports').insert({ parcours_id: parcoursId, reporter_id: from, reason: 'other', made_at: at });
      await tx('remarks').insert({ place_id, sender_id: from, subject: 'way', words: '', made_at: at });
      await tx('measures').insert({ kind: 'warn', account_id: from, taken_by: from, taken_at: at });
    });
    const references = await referencesToAccounts();
    // A new table with an account's id must be added to `store/guests/adoptions.ts`, and here.
    expect(references).toEqual([
      'adopted_guests.account_id',
      'arriving_bytes.account_id',
      'barred_members.account_id',
      'consents.account_id',
      'events.account_id',
      'export_links.account_id',
      'given_up_keys.account_id',
      'images.uploader_id',
      'invite_uses.account_id',
      'invites.inviter_id',
      'kept_answers.account_id',
      'listens.account_id',
      'mail_links.account_id',
      'measures.account_id',
      'measures.taken_by',
      'memberships.account_id',
      'passkey_challenges.account_id',
      'passkeys.account_id',
      'pictures.uploader_id',
      'place_versions.audio_by',
      'place_versions.replaced_by',
      'places.asked_id',
      'places.audio_by',
      'places.author_id',
      'recording_sessions.account_id',
      'remarks.sender_id',
      'reports.reporter_id',
      'role_requests.account_id',
      'role_requests.answered_by',
      'sessions.account_id',
      'tellings.audio_by',
      'tellings.changed_by',
      'unfinished_uploads.account_id',
    ]);
    await adopt(cleo, guest.token);
    // Guests have no mails or passkeys, and none of their keys may lead into the account. The rest lasts minutes.
    const owned = references.filter(
      (name) => !/^(sessions|barred|export_links|mail_links|passkey|arriving|given_up)/.test(name),
    );
    for (const name of [...owned, 'media.uploader_id']) {
      const [table = '', column = ''] = name.split('.');
      expect([name, (await rows(table, column, from)).length]).toEqual([name, 0]);
      expect([name, (await rows(table, column, to)).length]).not.toEqual([name, 0]);
    }
    expect(await rows('kept_answers', 'account_id', to)).toHaveLength(2);
  });

  test('does not bring a removed account back to a parcours, except by a newer invitation', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const link = await inviteTo(parcoursId);
    const dan = await signUpMember(server, owner, parcoursId, 'Dan', 'drop');
    await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: dan.user.id } }, owner.token);
    await adopt(dan, (await visit(link)).token);
    expect(await privilegeOf(dan, parcoursId)).toBeUndefined();
    await adopt(dan, (await visit(await inviteTo(parcoursId))).token);
    expect(await privilegeOf(dan, parcoursId)).toBe('guest');
  });

  test('does not undo the removal of the guest by an admin', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const link = await inviteTo(parcoursId);
    const guest = await visit(link);
    await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: guest.user.id } }, owner.token);
    const eva = await signUp(server.origin, 'Eva');
    await adopt(eva, guest.token);
    const again = call(server.origin, 'acceptInvite', { body: { token: link } }, eva.token);
    await expect(again).rejects.toMatchObject({ code: 'invite_revoked' });
  });
});

describe('an adoption is refused', () => {
  const refused = { status: 403, code: 'forbidden' };

  test('of a user’s account, of the caller’s own, and by a guest', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const [fay, gus] = [await signUp(server.origin, 'Fay'), await signUp(server.origin, 'Gus')];
    await expect(adopt(fay, gus.token)).rejects.toMatchObject(refused);
    await expect(adopt(fay, fay.token)).rejects.toMatchObject(refused);
    const [one, two] = [await visit(await inviteTo(parcoursId)), await visit(await inviteTo(parcoursId))];
    await expect(adopt(one, two.token)).rejects.toMatchObject(refused);
    await expect(adopt(one, one.token)).rejects.toMatchObject(refused);
    // An account that the operator gave the guest role has an owner who logs in to it.
    await setRole(server, gus, 'guest');
    await expect(adopt(fay, gus.token)).rejects.toMatchObject(refused);
    for (const { user } of [fay, gus, one, two]) expect(await rows('accounts', 'id', user.id)).toHaveLength(1);
  });

  test('of a guest that another account has adopted', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await visit(await inviteTo(parcoursId));
    const [hal, ida] = [await signUp(server.origin, 'Hal'), await signUp(server.origin, 'Ida')];
    await adopt(hal, guest.token);
    await expect(adopt(ida, guest.token)).rejects.toMatchObject(refused);
    expect(await privilegeOf(ida, parcoursId)).toBeUndefined();
  });

  test('with an ended session and with a foreign token; the caller stays logged in', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await visit(await inviteTo(parcoursId));
    await call(server.origin, 'logout', {}, guest.token);
    const jo = await signUp(server.origin, 'Jo');
    for (const token of [guest.token, 'a.b.c', `${guest.token}x`]) {
      await expect(adopt(jo, token)).rejects.toMatchObject({ status: 410, code: 'guest_ended' });
    }
    expect(await privilegeOf(jo, parcoursId)).toBeUndefined();
    expect(await rows('accounts', 'id', guest.user.id)).toHaveLength(1);
  });
});

test('members whose role became guest are listed, and nobody can sign up as an invited guest', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  const noe = await signUpAs(server, 'Noé', 'guest');
  await call(server.origin, 'acceptInvite', { body: { token: await inviteTo(parcoursId) } }, noe.token);
  const members = await call(server.origin, 'listMembers', { params: { mapId: parcoursId } }, owner.token);
  expect(members.map(({ name }) => name)).toEqual(['Owner', 'Noé']);
  const [listed] = (await call(server.origin, 'listParcours', { query: {} }, owner.token)).filter(
    ({ id }) => id === parcoursId,
  );
  expect(listed).toMatchObject({ user_count: 2, guest_count: 0 });

  const body = { name: 'Guest', email: 'guest-1@guest.invalid', password: 'a long password' };
  await expect(call(server.origin, 'createAccount', { body })).rejects.toMatchObject({ code: 'invalid_request' });
});

test('guests are counted and not listed, and nobody is named Guest', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  const link = await inviteTo(parcoursId);
  const guests = [await visit(link), await visit(link), await visit(link)];
  const kim = await signUpMember(server, owner, parcoursId, 'Kim', 'guest');
  for (const { token } of [owner, kim, ...guests]) {
    const maps = await call(server.origin, 'listParcours', { query: {} }, token);
    const listed = maps.find(({ id }) => id === parcoursId);
    expect(listed).toMatchObject({ user_count: 2, guest_count: 3 });
    expect(listed?.users.map(({ name }) => name)).toEqual(['Owner', 'Kim']);
    const members = await call(server.origin, 'listMembers', { params: { mapId: parcoursId } }, token);
    expect(members.map(({ name }) => name)).toEqual(['Owner', 'Kim']);
  }
});

function newKey(): string {
  return randomBytes(16).toString('hex');
}

async function inviteTo(parcoursId: ParcoursId, privilege?: Privilege): Promise<string> {
  return (await makeInvite(server.origin, owner, parcoursId, privilege)).token;
}

function visit(token: string, key = newKey()) {
  return call(server.origin, 'visit', { body: { token, key } });
}

function adopt(caller: { readonly token: string }, token: string) {
  return call(server.origin, 'adoptGuest', { body: { token } }, caller.token);
}

async function privilegeOf({ user }: Person, parcoursId: ParcoursId): Promise<Privilege | undefined> {
  const members = await rows('memberships', 'parcours_id', parcoursId);
  return members.find(({ account_id }) => account_id === user.id)?.privilege;
}

async function give(parcoursId: ParcoursId, userId: UserId, privilege: Privilege): Promise<void> {
  await call(
    server.origin,
    'setMemberPrivilege',
    { params: { mapId: parcoursId, userId }, body: { privilege } },
    owner.token,
  );
}

async function countAccounts(): Promise<number> {
  return (await withDatabase(server.dataDir, ({ reader }) => reader('accounts').select('id'))).length;
}

function rows(table: string, column: string, value: number) {
  return withDatabase(server.dataDir, ({ reader }) => reader(table).where({ [column]: value }));
}

async function referencesToAccounts(): Promise<string[]> {
  return withDatabase(server.dataDir, async ({ reader }) => {
    const found = await accountColumns(reader);
    return found.flatMap(({ table, column, onDelete }) => (onDelete === null ? [] : `${table}.${column}`)).sort();
  });
}
