import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectApi } from '../../../app/platform/api.ts';
import { loadMembers, members } from '../../../app/state/members.ts';
import { addMember, makeParcours, signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

test('everybody on a parcours is known once it was asked for, the last asked counts, and a failure keeps them', async () => {
  const [owner, member] = [await signUp(server.origin, 'Owner'), await signUp(server.origin, 'Member')];
  const [one, two] = [await makeParcours(server.origin, owner), await makeParcours(server.origin, owner)];
  await addMember(server.origin, owner, one, member, 'drop');
  const use = (baseUrl: string): void => connectApi({ baseUrl, readToken: () => owner.token, onRefused: () => {} });
  use(server.origin);
  await Promise.all([loadMembers(two), loadMembers(one)]);
  const known = {
    mapId: one,
    list: [
      { id: owner.user.id, name: 'Owner', picture: null, privilege: 'admin' },
      { id: member.user.id, name: 'Member', picture: null, privilege: 'drop' },
    ],
  };
  expect(members).toEqual(known);
  use('http://localhost:1');
  await loadMembers(two);
  expect(members).toEqual(known);
});
