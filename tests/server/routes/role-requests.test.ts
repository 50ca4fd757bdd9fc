import { beforeAll, describe, expect, test } from 'vitest';
import { ROLE_REQUEST_PAUSE_DAYS, ROLE_REQUEST_WORDS_MAX } from '../../../contracts/limits.ts';
import type { NewRoleRequest } from '../../../contracts/role-request.ts';
import { ParcoursId, type Privilege, type Role } from '../../../contracts/vocabulary.ts';
import { DAY_MS } from '../../../server/domain/clock.ts';
import { call, type Refusal } from '../../support/server/api.ts';
import { makeParcours, type Person, setRole, signUp, signUpAs, signUpMember } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const server = useServer();
let admin: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  admin = await signUpAs(server, 'Admin', 'admin');
  parcoursId = await makeParcours(server.origin, admin);
});

async function member(privilege: Privilege, role: Role = 'user'): Promise<Person> {
  const person = await signUpMember(server, admin, parcoursId, 'Person', privilege);
  if (role !== 'user') await setRole(server, person, role);
  return person;
}
const ask = (person: Person, body: Omit<NewRoleRequest, 'role'> = { mapId: parcoursId }) =>
  call(server.origin, 'requestRole', { body: { role: 'editor', ...body } }, person.token);
const list = ({ token }: Person) => call(server.origin, 'listRoleRequests', {}, token);
const answer = (person: Person, requestId: number, given: 'granted' | 'refused', words?: string) => {
  const body = words === undefined ? { answer: given } : { answer: given, words };
  return call(server.origin, 'answerRoleRequest', { params: { requestId }, body }, person.token);
};
const roleOf = async ({ token }: Person) => (await call(server.origin, 'readMe', {}, token)).user.role;

describe('a request for the role editor', () => {
  test('shows site admins who asks, where, with which privilege, since when and why', async () => {
    const noe = await member('editor');
    const asked = await ask(noe, { mapId: parcoursId, words: '  Pour dessiner le quai.  ' });
    const { requests, hasAdmin } = await list(admin);
    expect(hasAdmin).toBe(true);
    expect(requests.find(({ id }) => id === asked.id)).toEqual({
      id: asked.id,
      account: { id: noe.user.id, name: noe.user.name, email: noe.email, picture: null },
      map: { id: parcoursId, name: 'Le quai', privilege: 'editor', memberSince: expect.stringMatching(/^\d{4}-.*Z$/) },
      words: 'Pour dessiner le quai.',
      askedAt: asked.askedAt,
      state: 'open',
      answeredAt: null,
      answerWords: null,
      mayAskAgainAt: null,
    });
  });

  test('is one per account: another request, also for another map, returns the open one', async () => {
    const noe = await member('editor');
    const own = await makeParcours(server.origin, noe, 'Le sien');
    const first = await ask(noe, { mapId: parcoursId, words: 'Un' });
    expect(await Promise.all([ask(noe, { mapId: own, words: 'Deux' }), ask(noe, {})])).toEqual([first, first]);
    expect((await list(noe)).requests).toEqual([first]);
  });

  test('grants the role from the next call of the same session on', async () => {
    const noe = await member('editor');
    const change = () =>
      call(
        server.origin,
        'updateParcours',
        { params: { mapId: parcoursId }, body: { name: 'Le quai', description: 'Refait.' } },
        noe.token,
      );
    await expect(change()).rejects.toMatchObject({ code: 'forbidden' });
    const { id } = await ask(noe);
    expect(await answer(admin, id, 'granted')).toMatchObject({ state: 'granted', mayAskAgainAt: null });
    expect(await roleOf(noe)).toBe('editor');
    await change();
    expect((await list(noe)).requests).toMatchObject([{ id, state: 'granted' }]);
    expect((await list(admin)).requests.map((request) => request.id)).not.toContain(id);
  });

  test.each(['editor', 'admin'] as const)(
    'neither lowers nor raises somebody who has meanwhile become %s',
    async (role) => {
      const noe = await member('editor');
      const { id } = await ask(noe);
      await setRole(server, noe, role);
      await answer(admin, id, 'granted');
      expect(await roleOf(noe)).toBe(role);
    },
  );

  test('is not granted to an account whose role has become guest', async () => {
    const noe = await member('editor');
    const { id } = await ask(noe);
    await setRole(server, noe, 'guest');
    await expect(answer(admin, id, 'granted')).rejects.toMatchObject({ code: 'conflict' });
    expect(await roleOf(noe)).toBe('guest');
    await answer(admin, id, 'refused');
  });

  test('gets one answer: the same answer again changes nothing, another one is a conflict', async () => {
    const noe = await member('editor');
    const { id } = await ask(noe);
    const refused = await answer(admin, id, 'refused', 'Pas cette saison.');
    expect(refused).toMatchObject({ state: 'refused', answerWords: 'Pas cette saison.' });
    expect(await answer(admin, id, 'refused', 'Autre chose')).toEqual(refused);
    await expect(answer(admin, id, 'granted')).rejects.toMatchObject({ code: 'conflict' });
    expect(await roleOf(noe)).toBe('user');
    await expect(answer(admin, 999_999, 'granted')).rejects.toMatchObject({ code: 'not_found' });
  });

  test('stays when its map is deleted', async () => {
    const noe = await member('editor');
    const own = await makeParcours(server.origin, noe, 'Le sien');
    const { id } = await ask(noe, { mapId: own });
    await call(server.origin, 'deleteParcours', { params: { mapId: own } }, noe.token);
    const left = (await list(admin)).requests.find((request) => request.id === id);
    expect(left).toMatchObject({ id, map: null, state: 'open' });
  });

  test.each([
    ['a guest, whatever their privilege', 'guest', 'editor'],
    ['an editor', 'editor', 'editor'],
    ['a site admin', 'admin', 'admin'],
    ['a user whose role holds nothing back: Fellow Dropper', 'user', 'drop'],
    ['a user whose role holds nothing back: Guest', 'user', 'guest'],
  ] as const)('is refused from %s', async (_, role, privilege) => {
    await expect(ask(await member(privilege, role))).rejects.toMatchObject({ code: 'forbidden', status: 403 });
  });

  test('is refused for a map without membership, a missing map, and too long a text', async () => {
    const noe = await member('editor');
    const other = await makeParcours(server.origin, admin, 'Ailleurs');
    await expect(ask(noe, { mapId: other })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(ask(noe, { mapId: ParcoursId.parse(999_999) })).rejects.toMatchObject({ code: 'not_found' });
    const words = 'x'.repeat(ROLE_REQUEST_WORDS_MAX + 1);
    await expect(ask(noe, { words })).rejects.toMatchObject({ code: 'invalid_request' });
    await ask(noe, { words: words.slice(1) });
  });

  test.each(['guest', 'user', 'editor'] as const)('cannot be seen or answered by any %s', async (role) => {
    const noe = await member('editor');
    const { id } = await ask(noe);
    const other = await member('admin', role);
    await expect(answer(other, id, 'granted')).rejects.toMatchObject({ code: 'forbidden' });
    expect((await list(other)).requests).toEqual([]);
    await expect(answer(noe, id, 'granted')).rejects.toMatchObject({ code: 'forbidden' });
    expect(await roleOf(noe)).toBe('user');
  });

  test('is throttled when repeated endlessly', async () => {
    const noe = await member('editor');
    const codes: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      codes.push(
        await ask(noe).then(
          ({ state }) => state,
          (refusal: Refusal) => refusal.code,
        ),
      );
    }
    expect(codes).toEqual([...Array(20).fill('open'), 'too_many_requests']);
  });
});

test('the sender of a request is told if the site has no admin', async () => {
  const bare = await startServer();
  try {
    const noe = await signUp(bare.origin, 'Noé');
    await call(bare.origin, 'requestRole', { body: { role: 'editor' } }, noe.token);
    const { hasAdmin, total } = await call(bare.origin, 'listRoleRequests', {}, noe.token);
    expect([hasAdmin, total]).toEqual([false, 1]);
  } finally {
    await bare.stop();
  }
});

test('the members’ roles are shown only to people who manage the map', async () => {
  const noe = await member('editor');
  const rolesSeenBy = async ({ token }: Person) => {
    const members = await call(server.origin, 'listMembers', { params: { mapId: parcoursId } }, token);
    return members.map(({ role }) => role).filter((role) => role !== undefined);
  };
  expect(await rolesSeenBy(noe)).toEqual([]);
  expect(await rolesSeenBy(await member('guest', 'guest'))).toEqual([]);
  expect(await rolesSeenBy(await member('editor', 'admin'))).toEqual([]);
  expect(await rolesSeenBy(await member('admin'))).toContain('admin');
});

// This test comes last because the sessions of all earlier tests expire in it.
test('a new request is possible some days after a refusal, not before', async () => {
  const noe = await member('editor');
  const { id } = await ask(noe);
  const { answeredAt, mayAskAgainAt } = await answer(admin, id, 'refused');
  const againMs = Date.parse(mayAskAgainAt ?? '');
  expect(againMs - Date.parse(answeredAt ?? '')).toBe(ROLE_REQUEST_PAUSE_DAYS * DAY_MS);
  const early = await ask(noe).catch((refusal: Refusal) => refusal);
  expect(early).toMatchObject({ code: 'too_many_requests', status: 429 });
  server.advance(ROLE_REQUEST_PAUSE_DAYS * DAY_MS);
  const { email, password } = noe;
  const { token } = await call(server.origin, 'login', { body: { email, password } });
  const next = await ask({ ...noe, token });
  expect([next.state, next.id === id]).toEqual(['open', false]);
});
