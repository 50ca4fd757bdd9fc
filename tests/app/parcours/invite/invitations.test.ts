import { afterEach, beforeAll, expect, test } from 'vitest';
import {
  forgetInvitations,
  invitations,
  loadInvitations,
  makeLink,
  revokeInvitation,
} from '../../../../app/parcours/invite/invitations.ts';
import { connectApi } from '../../../../app/platform/net/api.ts';
import { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { answerCalls } from '../../../support/page/answers.ts';
import { makeParcours, type Person, signUpAs } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();
let owner: Person;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
});
afterEach(() => forgetInvitations());

function use(baseUrl: string): void {
  connectApi({ baseUrl, readToken: () => owner.token, onRefused: () => {} });
}

/** Waits until the list, which follows a new link, holds these privileges and makers. */
function listed(expected: readonly (readonly [string, string])[]): Promise<void> {
  return expect
    .poll(() => [invitations.status, invitations.list.map(({ privilege, inviter }) => [privilege, inviter])])
    .toEqual(['ready', expected]);
}

test('a link stays the same, and listed, until its invitation is revoked', async () => {
  use(server.origin);
  const parcoursId = await makeParcours(server.origin, owner);
  await makeLink(parcoursId, 'drop');
  const first = invitations.links.drop?.path;
  expect(first).toMatch(/^\/invite\?token=.+&privilege=drop$/);
  await makeLink(parcoursId, 'drop');
  expect(invitations.links.drop?.path).toBe(first);
  await listed([['drop', 'Owner']]);

  await makeLink(parcoursId, 'guest');
  await listed([
    ['drop', 'Owner'],
    ['guest', 'Owner'],
  ]);
  const [drop] = invitations.list;
  if (drop === undefined) throw new Error('Expected the invitation');
  await revokeInvitation(drop);
  expect(Object.keys(invitations.links)).toEqual(['guest']);
  expect(invitations.list.map(({ privilege }) => privilege)).toEqual(['guest']);
  await makeLink(parcoursId, 'drop');
  expect(invitations.links.drop?.path).not.toBe(first);
});

test('a link with a label is new each time, and revoking it leaves the shown link', async () => {
  use(server.origin);
  const parcoursId = await makeParcours(server.origin, owner);
  await makeLink(parcoursId, 'drop', 'Classe de 5e B');
  await makeLink(parcoursId, 'drop', 'Classe de 6e');
  expect(invitations.links.drop).toMatchObject({ label: 'Classe de 6e' });
  await expect
    .poll(() => invitations.list.map(({ label, isOwn, uses }) => [label, isOwn, uses]))
    .toEqual([
      ['Classe de 5e B', true, 0],
      ['Classe de 6e', true, 0],
    ]);
  const [fifth, sixth] = invitations.list;
  expect([fifth?.link === sixth?.link, sixth?.link]).toEqual([false, invitations.links.drop?.path]);
  if (fifth === undefined) throw new Error('Expected the invitation');
  await revokeInvitation(fifth);
  expect(invitations.links.drop?.path).toBe(sixth?.link);
});

test('another map has its own invitations', async () => {
  use(server.origin);
  const [one, two] = [await makeParcours(server.origin, owner), await makeParcours(server.origin, owner)];
  await makeLink(one, 'drop');
  await listed([['drop', 'Owner']]);
  await loadInvitations(two);
  expect(invitations).toEqual({
    ...{ parcoursId: two, list: [], status: 'ready', failure: null, links: {} },
    ...{ chosen: null, addresses: '', attempt: { content: '', key: '' } },
  });
});

test('a failure keeps the list and is reported, and stores no link', async () => {
  use(server.origin);
  const parcoursId = await makeParcours(server.origin, owner);
  await makeLink(parcoursId, 'drop');
  await listed([['drop', 'Owner']]);
  use('http://localhost:1');
  await loadInvitations(parcoursId);
  expect(invitations).toMatchObject({ status: 'failed', failure: { name: 'NetworkError' } });
  expect(invitations.list).toHaveLength(1);
  await expect(makeLink(parcoursId, 'guest')).rejects.toMatchObject({ name: 'NetworkError' });
  expect(invitations.links.guest).toBeUndefined();
  const [drop] = invitations.list;
  if (drop === undefined) throw new Error('Expected the invitation');
  await expect(revokeInvitation(drop)).rejects.toMatchObject({ name: 'NetworkError' });
  expect(invitations.links.drop).toBeDefined();
});

test('a late link is not stored for another map or the next person', async () => {
  const [one, two] = [ParcoursId.parse(1), ParcoursId.parse(2)];
  let answer: (made: unknown) => void = () => {};
  answerCalls({
    'POST /v1/map/map/1/shareLink/drop': () => new Promise((resolve) => (answer = resolve)),
    'GET /v1/invite?mapId=1': [],
    'GET /v1/invite?mapId=2': [],
  });
  for (const leave of [() => loadInvitations(two), forgetInvitations]) {
    await loadInvitations(one);
    const making = makeLink(one, 'drop');
    await leave();
    answer({ token: 'abc', link: '/invite?token=abc&privilege=drop', privilege: 'drop' });
    await making;
    expect(invitations.parcoursId).not.toBe(one);
    expect(invitations.links).toEqual({});
  }
});

test('a running load does not restore a revoked invitation', async () => {
  const parcoursId = ParcoursId.parse(1);
  const times = { createdAt: '2026-11-02T12:00:00.000Z', expiresAt: null, lastUsedAt: null };
  const drop = { id: 4, privilege: 'drop', inviter: 'Ana', label: null, isOwn: true, link: null, uses: 0, ...times };
  const list = 'GET /v1/invite?mapId=1';
  answerCalls({ [list]: [drop] });
  await loadInvitations(parcoursId);
  let answer: (list: unknown) => void = () => {};
  answerCalls({ [list]: () => new Promise((resolve) => (answer = resolve)), 'DELETE /v1/invite/4': { status: 'ok' } });
  const late = loadInvitations(parcoursId);
  const [known] = invitations.list;
  if (known === undefined) throw new Error('Expected the invitation');
  await revokeInvitation(known);
  answer([drop]);
  await late;
  expect(invitations).toMatchObject({ list: [], status: 'ready' });
});
