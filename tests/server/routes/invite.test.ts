import { beforeAll, describe, expect, test } from 'vitest';
import { InviteId, ParcoursId, type Privilege, type Role } from '../../../contracts/vocabulary.ts';
import { changeRows, withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  makeInvite,
  makeParcours,
  makePlace,
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

describe('an invitation', () => {
  test('is a link with a token that nobody can guess, and makes anybody who follows it a member', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const invite = await makeInvite(server.origin, owner, parcoursId, 'editor');
    expect(invite.token).toMatch(/^[\w-]{43}$/);
    expect(invite.link).toBe(`/invite?token=${invite.token}&privilege=editor`);
    for (const name of ['First', 'Second']) {
      const person = await signUp(server.origin, name);
      const joined = await call(server.origin, 'acceptInvite', { body: { token: invite.token } }, person.token);
      expect(joined).toEqual({ mapId: parcoursId, hasGained: true });
      expect(await privilegeOf(person)).toBe('editor');
    }
  });

  test('raises a member’s privilege, never lowers it, and reports whether anything was gained', async () => {
    const member = await signUp(server.origin, 'Member');
    const parcoursId = await makeParcours(server.origin, owner);
    for (const [privilege, expected, hasGained] of [
      ['drop', 'drop', true],
      ['drop', 'drop', false],
      ['guest', 'drop', false],
      ['editor', 'editor', true],
    ] as const) {
      const { token } = await invite(owner, parcoursId, privilege);
      expect(await accept(member, token)).toEqual({ mapId: parcoursId, hasGained });
      expect(await privilegeOf(member)).toBe(expected);
    }
  });

  test('as admin expires, and works for one person, who may follow it again', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const { token } = await invite(owner, parcoursId, 'admin');
    expect(await accept(owner, token)).toEqual({ mapId: parcoursId, hasGained: false });
    const [first, second] = [await signUp(server.origin, 'Admin one'), await signUp(server.origin, 'Admin two')];
    expect(await accept(first, token)).toEqual({ mapId: parcoursId, hasGained: true });
    expect(await accept(first, token)).toEqual({ mapId: parcoursId, hasGained: false });
    await expect(accept(second, token)).rejects.toMatchObject({ code: 'invite_revoked' });
    for (const days of [null, 31]) {
      await expect(invite(owner, parcoursId, 'admin', days)).rejects.toMatchObject({ code: 'invalid_request' });
    }
    await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: first.user.id } }, owner.token);
    await expect(accept(first, token)).rejects.toMatchObject({ code: 'invite_revoked' });
  });

  test('that does not exist is refused', async () => {
    const accepted = call(server.origin, 'acceptInvite', { body: { token: 'made-up' } }, owner.token);
    await expect(accepted).rejects.toMatchObject({ status: 404, code: 'invite_invalid' });
  });

  test.each<[Role, Privilege, Privilege[]]>([
    ['admin', 'admin', ['guest', 'drop', 'editor', 'admin']],
    ['admin', 'drop', ['guest', 'drop']],
    ['editor', 'admin', ['guest', 'drop', 'editor']],
    ['editor', 'guest', ['guest']],
    ['user', 'admin', ['drop']],
    ['user', 'guest', []],
    ['guest', 'admin', []],
  ])('by a member with role %s and privilege %s can give %j', async (role, own, expected) => {
    const parcoursId = await makeParcours(server.origin, owner);
    const inviter = await signUpMember(server, owner, parcoursId, 'Inviter', own);
    await setRole(server, inviter, role);
    const given: Privilege[] = [];
    for (const privilege of ['guest', 'drop', 'editor', 'admin'] as const) {
      await makeInvite(server.origin, inviter, parcoursId, privilege).then(
        () => given.push(privilege),
        (refusal) => expect(refusal).toMatchObject({ status: 403, code: 'forbidden' }),
      );
    }
    expect(given).toEqual(expected);
  });

  test('cannot be created by anybody who is not a member', async () => {
    const stranger = await signUp(server.origin, 'Stranger');
    const parcoursId = await makeParcours(server.origin, owner);
    const attempt = makeInvite(server.origin, stranger, parcoursId, 'drop');
    await expect(attempt).rejects.toMatchObject({ status: 403 });
  });
});

describe('an expiring invitation', () => {
  test.each<[Privilege, number | null, number | null]>([
    ['guest', null, null],
    ['drop', 30, null],
    ['editor', 30, null],
    ['admin', 30, 30],
  ])('with privilege %s lasts %s days, unless its maker chooses otherwise', async (privilege, days, longest) => {
    const parcoursId = await makeParcours(server.origin, owner);
    await invite(owner, parcoursId, privilege);
    await invite(owner, parcoursId, privilege, 2);
    await invite(owner, parcoursId, privilege, longest);
    const ends = (await list(owner, parcoursId)).map(({ createdAt, expiresAt }) =>
      expiresAt === null ? null : (Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000,
    );
    expect(ends.map((end) => (end === null ? null : Math.round(end * 1000) / 1000))).toEqual([days, 2, longest]);
  });

  test.each([0, -1, 1.5, 1e9])('cannot be created for %s days', async (days) => {
    const parcoursId = await makeParcours(server.origin, owner);
    await expect(invite(owner, parcoursId, 'drop', days)).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  test('works until it expires, then is refused as expired and no longer listed', async () => {
    const aged = await startServer();
    try {
      const maker = await signUp(aged.origin, 'Maker');
      const parcoursId = await makeParcours(aged.origin, maker);
      const body = { mapId: parcoursId, privilege: 'drop' as const, days: 1 };
      const { token } = await call(aged.origin, 'createInvite', { body }, maker.token);
      const join = (person: Person) => call(aged.origin, 'acceptInvite', { body: { token } }, person.token);
      await join(await signUp(aged.origin, 'In time'));
      aged.advance(86_400_000);
      const late = await signUp(aged.origin, 'Late');
      await expect(join(late)).rejects.toMatchObject({ status: 410, code: 'invite_expired' });
      const again = await call(aged.origin, 'login', { body: { email: maker.email, password: maker.password } });
      expect(await call(aged.origin, 'listInvites', { query: { mapId: parcoursId } }, again.token)).toEqual([]);
    } finally {
      await aged.stop();
    }
  });
});

describe('a revoked invitation', () => {
  test('lets nobody else join, and existing members stay', async () => {
    const [early, late] = [await signUp(server.origin, 'Early'), await signUp(server.origin, 'Too late')];
    const parcoursId = await makeParcours(server.origin, owner);
    const { token } = await invite(owner, parcoursId, 'drop');
    await accept(early, token);
    const [open] = await list(owner, parcoursId);
    if (open === undefined) throw new Error('Expected an open invitation');
    expect(open).toMatchObject({ privilege: 'drop', inviter: 'Owner' });
    await revoke(owner, open.id);
    await expect(accept(late, token)).rejects.toMatchObject({ status: 410, code: 'invite_revoked' });
    expect(await list(owner, parcoursId)).toEqual([]);
    expect(await privilegeOf(early)).toBe('drop');
    // A phone that received no answer asks again.
    expect(await revoke(owner, open.id)).toEqual({ status: 'ok' });
  });

  test('can be revoked only by its maker or an admin of the map', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const maker = await signUpMember(server, owner, parcoursId, 'Its maker', 'drop');
    const fellow = await signUpMember(server, owner, parcoursId, 'Fellow', 'editor');
    const stranger = await signUp(server.origin, 'No member');
    for (const open of await list(owner, parcoursId)) await revoke(owner, open.id);
    await invite(maker, parcoursId, 'drop');
    await invite(maker, parcoursId, 'drop');
    await invite(owner, parcoursId, 'guest');
    expect(await list(owner, parcoursId)).toHaveLength(3);
    expect(await list(fellow, parcoursId)).toEqual([]);
    await expect(list(stranger, parcoursId)).rejects.toMatchObject({ status: 403 });
    const [first, second] = await list(maker, parcoursId);
    if (first === undefined || second === undefined) throw new Error('Expected two open invitations');
    for (const person of [fellow, stranger]) {
      await expect(revoke(person, first.id)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
    }
    await revoke(maker, first.id);
    await revoke(owner, second.id);
    expect(await list(maker, parcoursId)).toEqual([]);
    await expect(revoke(owner, InviteId.parse(999_999))).rejects.toMatchObject({ status: 404, code: 'not_found' });
  });
});

describe('an invitation whose maker', () => {
  test.each<[string, (maker: Person, parcoursId: ParcoursId) => Promise<unknown>]>([
    ['was removed', (maker, parcoursId) => call(server.origin, 'removeMember', at(maker, parcoursId), owner.token)],
    ['left', (maker, parcoursId) => call(server.origin, 'removeMember', at(maker, parcoursId), maker.token)],
    [
      'was lowered below its privilege',
      (maker, parcoursId) =>
        call(
          server.origin,
          'setMemberPrivilege',
          { ...at(maker, parcoursId), body: { privilege: 'drop' } },
          owner.token,
        ),
    ],
    ['lost the role that it needed', (maker) => setRole(server, maker, 'user')],
    [
      'was suspended',
      async (maker) => {
        const { token } = await signUpAs(server, 'Site admin', 'admin');
        const body = { suspended: true, words: 'Spam' };
        await call(server.origin, 'setSuspension', { params: { userId: maker.user.id }, body }, token);
      },
    ],
  ])('%s no longer works', async (_, lose) => {
    const parcoursId = await makeParcours(server.origin, owner);
    const maker = await signUpMember(server, owner, parcoursId, 'Maker', 'editor', 'editor');
    const joiner = await signUp(server.origin, 'Joins');
    const { token } = await invite(maker, parcoursId, 'editor');
    await lose(maker, parcoursId);
    await expect(accept(joiner, token)).rejects.toMatchObject({ status: 410, code: 'invite_revoked' });
    expect(await privilegeOf(joiner)).toBeUndefined();
    expect((await list(owner, parcoursId)).map(({ inviter }) => inviter)).toEqual(['Owner']);
  });
});

describe('a member whom an admin', () => {
  test('removed cannot come back by an old invitation, but by a new one', async () => {
    const member = await signUp(server.origin, 'Thrown out');
    const parcoursId = await makeParcours(server.origin, owner);
    const [old, wall] = [await invite(owner, parcoursId, 'drop'), await share(owner, parcoursId)];
    await accept(member, old.token);
    await call(server.origin, 'removeMember', at(member, parcoursId), owner.token);
    for (const { token } of [old, wall]) {
      await expect(accept(member, token)).rejects.toMatchObject({ status: 410, code: 'invite_revoked' });
    }
    expect(await privilegeOf(member)).toBeUndefined();
    // The old invitation is void for this member alone.
    await accept(await signUp(server.origin, 'Another one'), old.token);
    await accept(member, (await invite(owner, parcoursId, 'guest')).token);
    expect(await privilegeOf(member)).toBe('guest');
  });

  test('lowered is not raised by an old invitation, which still leads to the parcours', async () => {
    const member = await signUp(server.origin, 'Lowered one');
    const parcoursId = await makeParcours(server.origin, owner);
    const { token } = await invite(owner, parcoursId, 'editor');
    await accept(member, token);
    const params = at(member, parcoursId);
    await call(server.origin, 'setMemberPrivilege', { ...params, body: { privilege: 'guest' } }, owner.token);
    expect(await accept(member, token)).toEqual({ mapId: parcoursId, hasGained: false });
    expect(await privilegeOf(member)).toBe('guest');
    await call(server.origin, 'setMemberPrivilege', { ...params, body: { privilege: 'drop' } }, owner.token);
    expect(await privilegeOf(member)).toBe('drop');
  });
});

test('a member who left can come back by the same invitation', async () => {
  const member = await signUp(server.origin, 'Comes back');
  const parcoursId = await makeParcours(server.origin, owner);
  const { token } = await invite(owner, parcoursId, 'drop');
  await accept(member, token);
  await call(server.origin, 'removeMember', at(member, parcoursId), member.token);
  await accept(member, token);
  expect(await privilegeOf(member)).toBe('drop');
});

test('an account with role guest gains only listening by an invitation, and keeps its privilege', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  const guest = await signUpMember(server, owner, parcoursId, 'Climbing guest', 'guest', 'guest');
  for (const privilege of ['drop', 'editor', 'admin'] as const) {
    const { token } = await invite(owner, parcoursId, privilege);
    await expect(accept(guest, token)).rejects.toMatchObject({ status: 403, code: 'account_needed' });
    expect(await privilegeOf(guest)).toBe('guest');
  }
});

test('an account with role guest and an admin’s privilege has only a guest’s rights', async () => {
  const parcoursId = await makeParcours(server.origin, owner);
  const guest = await signUpMember(server, owner, parcoursId, 'Raised guest', 'admin');
  await setRole(server, guest, 'guest');
  const params = { mapId: parcoursId };
  const { token } = guest;
  for (const end of await Promise.allSettled([
    call(server.origin, 'updateParcours', { params, body: { name: 'N', description: 'D' } }, token),
    call(server.origin, 'deleteParcours', { params }, token),
    call(server.origin, 'removeMember', at(owner, parcoursId), token),
    call(server.origin, 'setMemberPrivilege', { ...at(owner, parcoursId), body: { privilege: 'guest' } }, token),
    call(server.origin, 'readShareLink', { params, query: {} }, token),
    invite(guest, parcoursId, 'guest'),
    makePlace(server.origin, guest, parcoursId),
  ])) {
    expect(end).toMatchObject({ status: 'rejected', reason: { status: 403, code: 'forbidden' } });
  }
  // Neither may they list everybody's invitations.
  expect(await list(guest, parcoursId)).toEqual([]);
});

describe('labelled invitations', () => {
  test('have a label, and show their link again to their maker', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const make = async (label?: string | null) =>
      call(server.origin, 'createInvite', { body: { mapId: parcoursId, privilege: 'guest', label } }, owner.token);
    const [fifth, sixth, bare] = [await make(' Classe de 5e B '), await make('<b>6e & "C"</b>'), await make(null)];
    const listed = await list(owner, parcoursId);
    expect(listed.map(({ label, link, isOwn }) => ({ label, link, isOwn }))).toEqual([
      { label: 'Classe de 5e B', link: fifth.link, isOwn: true },
      { label: '<b>6e & "C"</b>', link: sixth.link, isOwn: true },
      { label: null, link: bare.link, isOwn: true },
    ]);
    // The permanent link is a different one, and not among these.
    expect([fifth.token, sixth.token, bare.token]).not.toContain((await share(owner, parcoursId, 'guest')).token);
    for (const label of ['', '   ', 'x'.repeat(81)]) {
      await expect(make(label)).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    }
    await make('x'.repeat(80));
  });

  test('count each account once, except for the maker’s, and show the time of the last use', async () => {
    const [ana, bo] = [await signUp(server.origin, 'Counted one'), await signUp(server.origin, 'Counted two')];
    const parcoursId = await makeParcours(server.origin, owner);
    const [used, unused] = [await invite(owner, parcoursId, 'drop'), await invite(owner, parcoursId, 'drop')];
    for (const person of [ana, ana, owner, bo, ana]) await accept(person, used.token);
    const [first, second] = await list(owner, parcoursId);
    expect([first?.uses, second?.uses, second?.lastUsedAt]).toEqual([2, 0, null]);
    expect(first?.link).toBe(used.link);
    expect(unused.link).toBe(second?.link);
    expect(Date.now() - Date.parse(first?.lastUsedAt ?? '')).toBeLessThan(60_000);
  });

  test('count a guest and the adopting account once, also if both used them', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const { token } = await invite(owner, parcoursId, 'guest');
    const visitor = await call(server.origin, 'visit', { body: { token, key: 'v'.repeat(32) } });
    const person = await signUp(server.origin, 'Came twice');
    await accept(person, token);
    expect((await list(owner, parcoursId))[0]?.uses).toBe(2);
    await call(server.origin, 'adoptGuest', { body: { token: visitor.token } }, person.token);
    expect((await list(owner, parcoursId))[0]?.uses).toBe(1);
  });

  test('show their link to their maker alone; older ones show none, but their links still work', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const maker = await signUpMember(server, owner, parcoursId, 'Passes on', 'editor', 'editor');
    for (const open of await list(owner, parcoursId)) await revoke(owner, open.id);
    const { token } = await invite(maker, parcoursId, 'editor');
    expect(await list(owner, parcoursId)).toMatchObject([{ isOwn: false, link: null, inviter: 'Passes on' }]);
    await changeRows(server.dataDir, (tx) => tx('invites').where({ parcours_id: parcoursId }).update({ nonce: null }));
    expect(await list(maker, parcoursId)).toMatchObject([{ isOwn: true, link: null }]);
    await accept(await signUp(server.origin, 'Kept the link'), token);
  });
});

describe('a share link', () => {
  test('gives the lowest privilege that its maker may give, and is the same each time', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const maker = await signUpMember(server, owner, parcoursId, 'Shares', 'editor');
    const joiner = await signUp(server.origin, 'Shared to');
    const links = [await share(maker, parcoursId), await share(maker, parcoursId, 'drop')];
    expect(new Set(links.map(({ link }) => link)).size).toBe(1);
    const [first] = links;
    expect(first).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      link: `/invite?token=${first?.token}&privilege=drop`,
      privilege: 'drop',
    });
    expect((await share(owner, parcoursId)).privilege).toBe('guest');
    expect((await share(owner, parcoursId, 'drop')).token).not.toBe(first?.token);
    await accept(joiner, first?.token ?? '');
    expect(await privilegeOf(joiner)).toBe('drop');
  });

  test('gives the privilege in its path, whatever the body says', async () => {
    const [maker, joiner] = [await signUp(server.origin, 'Honest'), await signUp(server.origin, 'Greedy')];
    const parcoursId = await makeParcours(server.origin, maker);
    const params = { mapId: parcoursId, privilege: 'drop' as const };
    const body = { privilege: 'admin', userId: owner.user.id };
    const link = await call(server.origin, 'createShareLink', { params, body }, maker.token);
    expect(link.privilege).toBe('drop');
    await accept(joiner, link.token);
    expect(await privilegeOf(joiner)).toBe('drop');
  });

  test('is a new one after it was revoked', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const before = await share(owner, parcoursId, 'editor');
    const [open] = await list(owner, parcoursId);
    if (open === undefined) throw new Error('Expected an open invitation');
    await revoke(owner, open.id);
    const after = await share(owner, parcoursId, 'editor');
    expect(after.token).not.toBe(before.token);
    await expect(accept(owner, before.token)).rejects.toMatchObject({ code: 'invite_revoked' });
  });

  test('is refused to people who may give no privilege, or not this one', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await signUpMember(server, owner, parcoursId, 'Listener', 'guest');
    const editor = await signUpMember(server, owner, parcoursId, 'Mere user', 'editor');
    const refused = { status: 403, code: 'forbidden' };
    await expect(share(guest, parcoursId)).rejects.toMatchObject(refused);
    await expect(share(await signUp(server.origin, 'Outsider'), parcoursId)).rejects.toMatchObject(refused);
    await expect(share(editor, parcoursId, 'editor')).rejects.toMatchObject(refused);
    await expect(share(owner, ParcoursId.parse(999_999))).rejects.toMatchObject({ status: 404 });
  });

  test('is stored in a form that is useless to readers of the database', async () => {
    const parcoursId = await makeParcours(server.origin, owner);
    const { token } = await share(owner, parcoursId, 'admin');
    await withDatabase(server.dataDir, async (database) => {
      expect(JSON.stringify(await database.reader('invites').select('*'))).not.toContain(token);
    });
  });
});

function invite(maker: Person, parcoursId: ParcoursId, privilege: Privilege, days?: number | null) {
  return call(server.origin, 'createInvite', { body: { mapId: parcoursId, privilege, days } }, maker.token);
}

function accept(joiner: Person, token: string) {
  return call(server.origin, 'acceptInvite', { body: { token } }, joiner.token);
}

function list(person: Person, parcoursId: ParcoursId) {
  return call(server.origin, 'listInvites', { query: { mapId: parcoursId } }, person.token);
}

function revoke(person: Person, inviteId: InviteId) {
  return call(server.origin, 'revokeInvite', { params: { inviteId } }, person.token);
}

function share(person: Person, parcoursId: ParcoursId, privilege?: Privilege) {
  if (privilege === undefined) {
    return call(server.origin, 'readShareLink', { params: { mapId: parcoursId }, query: {} }, person.token);
  }
  return call(server.origin, 'createShareLink', { params: { mapId: parcoursId, privilege }, body: {} }, person.token);
}

function at(member: Person, parcoursId: ParcoursId) {
  return { params: { mapId: parcoursId, userId: member.user.id } };
}

async function privilegeOf(person: Person): Promise<Privilege | undefined> {
  const parcours = await call(server.origin, 'listParcours', { query: {} }, person.token);
  return parcours.at(-1)?.privilege;
}
