import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Privilege, Role } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/api.ts';
import { addMember, makeParcours, type Person, setRole, signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startServer();
  owner = await signUp(server.origin, 'Owner');
  await setRole(server, owner, 'admin');
});
afterAll(() => server.stop());

describe('an invitation', () => {
  test('is a link with a token that nobody guesses, and makes whoever follows it a member', async () => {
    const mapId = await makeParcours(server.origin, owner);
    const body = { mapId, privilege: 'editor' as const };
    const invite = await call(server.origin, 'createInvite', { body }, owner.token);
    expect(invite.token).toMatch(/^[\w-]{43}$/);
    expect(invite.link).toBe(`/invite?token=${invite.token}&privilege=editor`);
    for (const name of ['First', 'Second']) {
      const person = await signUp(server.origin, name);
      const joined = await call(server.origin, 'acceptInvite', { body: { token: invite.token } }, person.token);
      expect(joined).toEqual({ mapId });
      expect(await privilegeOf(person)).toBe('editor');
    }
  });

  test('raises a member, and never lowers one', async () => {
    const member = await signUp(server.origin, 'Member');
    const mapId = await makeParcours(server.origin, owner);
    await addMember(server.origin, owner, mapId, member, 'drop');
    await addMember(server.origin, owner, mapId, member, 'guest');
    expect(await privilegeOf(member)).toBe('drop');
    await addMember(server.origin, owner, mapId, member, 'editor');
    expect(await privilegeOf(member)).toBe('editor');
  });

  test('that nobody made is refused', async () => {
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
  ])('made by a global %s with privilege %s can give %j', async (role, own, expected) => {
    const inviter = await signUp(server.origin, `Invites as ${role} ${own}`);
    const mapId = await makeParcours(server.origin, owner);
    await addMember(server.origin, owner, mapId, inviter, own);
    await setRole(server, inviter, role);
    const given: Privilege[] = [];
    for (const privilege of ['guest', 'drop', 'editor', 'admin'] as const) {
      const attempt = call(server.origin, 'createInvite', { body: { mapId, privilege } }, inviter.token);
      await attempt.then(
        () => given.push(privilege),
        (refusal) => expect(refusal).toMatchObject({ status: 403, code: 'forbidden' }),
      );
    }
    expect(given).toEqual(expected);
  });

  test('is not made by somebody who is no member', async () => {
    const stranger = await signUp(server.origin, 'Stranger');
    const mapId = await makeParcours(server.origin, owner);
    const attempt = call(server.origin, 'createInvite', { body: { mapId, privilege: 'drop' } }, stranger.token);
    await expect(attempt).rejects.toMatchObject({ status: 403 });
  });
});

async function privilegeOf(person: Person): Promise<Privilege | undefined> {
  const parcours = await call(server.origin, 'listParcours', { query: {} }, person.token);
  return parcours.at(-1)?.privilege;
}
