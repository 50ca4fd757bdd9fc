import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectApi } from '../../../app/platform/api.ts';
import {
  forgetInvitations,
  invitations,
  loadInvitations,
  makeLink,
  revokeInvitation,
} from '../../../app/state/invitations.ts';
import { makeParcours, type Person, setRole, signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Person;
beforeAll(async () => {
  server = await startServer();
  owner = await signUp(server.origin, 'Owner');
  await setRole(server, owner, 'admin');
});
afterAll(() => server.stop());
afterEach(forgetInvitations);

function use(baseUrl: string): void {
  connectApi({ baseUrl, readToken: () => owner.token, onRefused: () => {} });
}

/** Waits until the list, which follows a new link, holds these privileges and makers. */
function listed(expected: readonly (readonly [string, string])[]): Promise<void> {
  return expect
    .poll(() => [invitations.status, invitations.list.map(({ privilege, inviter }) => [privilege, inviter])])
    .toEqual(['ready', expected]);
}

test('a link stays the same until its invitation is revoked, and stands in the list meanwhile', async () => {
  use(server.origin);
  const mapId = await makeParcours(server.origin, owner);
  await makeLink(mapId, 'drop');
  const first = invitations.links.drop;
  expect(first).toMatch(/^\/invite\?token=.+&privilege=drop$/);
  await makeLink(mapId, 'drop');
  expect(invitations.links.drop).toBe(first);
  await listed([['drop', 'Owner']]);

  await makeLink(mapId, 'guest');
  await listed([
    ['drop', 'Owner'],
    ['guest', 'Owner'],
  ]);
  const [drop] = invitations.list;
  if (drop === undefined) throw new Error('Expected the invitation');
  await revokeInvitation(drop);
  expect(Object.keys(invitations.links)).toEqual(['guest']);
  expect(invitations.list.map(({ privilege }) => privilege)).toEqual(['guest']);
  await makeLink(mapId, 'drop');
  expect(invitations.links.drop).not.toBe(first);
});

test('another map has invitations of its own', async () => {
  use(server.origin);
  const [one, two] = [await makeParcours(server.origin, owner), await makeParcours(server.origin, owner)];
  await makeLink(one, 'drop');
  await listed([['drop', 'Owner']]);
  await loadInvitations(two);
  expect(invitations).toEqual({ mapId: two, list: [], status: 'ready', failure: null, links: {} });
});

test('a failure keeps the list and is told, and a link that was not made is none', async () => {
  use(server.origin);
  const mapId = await makeParcours(server.origin, owner);
  await makeLink(mapId, 'drop');
  await listed([['drop', 'Owner']]);
  use('http://localhost:1');
  await loadInvitations(mapId);
  expect(invitations).toMatchObject({ status: 'failed', failure: { name: 'NetworkError' } });
  expect(invitations.list).toHaveLength(1);
  await expect(makeLink(mapId, 'guest')).rejects.toMatchObject({ name: 'NetworkError' });
  expect(invitations.links.guest).toBeUndefined();
  const [drop] = invitations.list;
  if (drop === undefined) throw new Error('Expected the invitation');
  await expect(revokeInvitation(drop)).rejects.toMatchObject({ name: 'NetworkError' });
  expect(invitations.links.drop).toBeDefined();
});
