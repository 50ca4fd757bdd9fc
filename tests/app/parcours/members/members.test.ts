import { expect, test, vi } from 'vitest';
import {
  forgetMembers,
  loadMembers,
  members,
  removeMember,
  setMemberPrivilege,
} from '../../../../app/parcours/members/members.ts';
import { parcours } from '../../../../app/parcours/parcours.ts';
import { connectApi } from '../../../../app/platform/net/api.ts';
import { ParcoursId, UserId } from '../../../../contracts/vocabulary.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { addMember, makeParcours, signUp } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();

test('members are loaded, the last load counts, and a failure keeps them', async () => {
  const [owner, member] = [await signUp(server.origin, 'Owner'), await signUp(server.origin, 'Member')];
  const [one, two] = [await makeParcours(server.origin, owner), await makeParcours(server.origin, owner)];
  await addMember(server.origin, owner, one, member, 'drop');
  const use = (baseUrl: string): void => connectApi({ baseUrl, readToken: () => owner.token, onRefused: () => {} });
  use(server.origin);
  await Promise.all([loadMembers(two), loadMembers(one)]);
  const known = {
    parcoursId: one,
    list: [
      { id: owner.user.id, name: 'Owner', picture: null, privilege: 'admin', role: 'user' },
      { id: member.user.id, name: 'Member', picture: null, privilege: 'drop', role: 'user' },
    ],
  };
  expect(members).toEqual({ ...known, status: 'ready', failure: null });
  use('http://localhost:1');
  await loadMembers(two);
  expect(members).toMatchObject({ ...known, status: 'failed', failure: { name: 'NetworkError' } });
});

test('a member keeps their row when their privilege changes, and leaves the list when removed', async () => {
  const [owner, member] = [await signUp(server.origin, 'Olga'), await signUp(server.origin, 'Marc')];
  const parcoursId = await makeParcours(server.origin, owner);
  await addMember(server.origin, owner, parcoursId, member, 'drop');
  connectApi({ baseUrl: server.origin, readToken: () => owner.token, onRefused: () => {} });
  await loadMembers(parcoursId);
  const known = () => members.list.map(({ name, privilege }) => [name, privilege]);
  await setMemberPrivilege(parcoursId, member.user.id, 'admin');
  expect(known()).toEqual([
    ['Olga', 'admin'],
    ['Marc', 'admin'],
  ]);
  await setMemberPrivilege(parcoursId, owner.user.id, 'editor');
  expect(known()[0]).toEqual(['Olga', 'editor']);
  // One's own privilege is updated immediately everywhere.
  expect(parcours.list.find(({ id }) => id === parcoursId)?.privilege).toBe('editor');
  await expect(removeMember(parcoursId, member.user.id)).rejects.toMatchObject({ code: 'forbidden' });
  expect(known()).toHaveLength(2);

  connectApi({ baseUrl: server.origin, readToken: () => member.token, onRefused: () => {} });
  await expect(setMemberPrivilege(parcoursId, member.user.id, 'guest')).rejects.toMatchObject({ code: 'last_admin' });
  await removeMember(parcoursId, owner.user.id);
  expect(known()).toEqual([['Marc', 'admin']]);
  expect(parcours.list.find(({ id }) => id === parcoursId)?.user_count).toBe(1);
  forgetMembers();
  expect(members).toEqual({ parcoursId: null, list: [], status: 'idle', failure: null });
});

test('a running load does not undo a change', async () => {
  const parcoursId = ParcoursId.parse(1);
  const marc = { id: 2, name: 'Marc', picture: null, privilege: 'drop' };
  const list = 'GET /v1/map/map/1/users';
  answerCalls({ [list]: [marc] });
  await loadMembers(parcoursId);
  let answer: (list: unknown) => void = () => {};
  answerCalls({
    [list]: () => new Promise((resolve) => (answer = resolve)),
    'PUT /v1/map/map/1/users/2': { ...marc, privilege: 'editor' },
    'DELETE /v1/map/map/1/users/2': { status: 'ok' },
    'GET /v1/map/maps-for-user': [],
  });
  for (const [change, left] of [
    [() => setMemberPrivilege(parcoursId, UserId.parse(2), 'editor'), ['editor']],
    [() => removeMember(parcoursId, UserId.parse(2)), []],
  ] as const) {
    const late = loadMembers(parcoursId);
    await change();
    answer([marc]);
    await late;
    expect([members.status, members.list.map(({ privilege }) => privilege)]).toEqual(['ready', left]);
  }
  vi.unstubAllGlobals();
  forgetMembers();
});
