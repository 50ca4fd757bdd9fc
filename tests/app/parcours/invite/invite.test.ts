import { beforeEach, expect, it } from 'vitest';
import { acceptInvite, isFinal, storeInvite } from '../../../../app/parcours/invite/invite.ts';
import { welcome } from '../../../../app/parcours/invite/welcome.ts';
import { parcours, storeSelection } from '../../../../app/parcours/parcours.ts';
import { ApiError, connectApi } from '../../../../app/platform/net/api.ts';
import { storage } from '../../../../app/platform/storage/storage.ts';
import { createAccount, hasPendingInvite, login, session } from '../../../../app/session/session.ts';
import { forgetSession } from '../../../support/page/forget-session.ts';
import { call as serverCall } from '../../../support/server/api.ts';
import { makeInvite, makeParcours, signUpAs } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const server = useServer();

beforeEach(() => {
  storage.forgetAll();
  forgetSession();
  session.user = null;
  connectApi({ baseUrl: server.origin, readToken: () => storage.read('token'), onRefused: () => {} });
});

it('a guest link admits a stranger as a guest, who listens to the link’s parcours', async () => {
  const { token, parcoursId } = await newInvite('guest');
  storeInvite(token);
  await acceptInvite(token);
  expect(session.user?.role).toBe('guest');
  expect(session.user?.email).toMatch(/@guest\.invalid$/);
  expect(storage.read('isLoggedIn')).toBe(false);
  expect(hasPendingInvite()).toBe(false);
  expect(storage.read('selectedParcours')).toEqual([parcoursId]);
  expect(parcours.list.map(({ id, privilege }) => [id, privilege])).toEqual([[parcoursId, 'guest']]);
});

it('welcomes new members; the parcours becomes a fellow dropper’s for drops, not a guest’s', async () => {
  const listening = await newInvite('guest');
  await acceptInvite(listening.token);
  expect([welcome.parcoursId, parcours.beingCreated]).toEqual([listening.parcoursId, null]);

  const dropping = await newInvite('drop');
  await createAccount({ name: 'Zoé', email: 'zoe@example.org', password: 'a long password' });
  await login({ email: 'zoe@example.org', password: 'a long password' });
  expect(welcome.parcoursId).toBeNull();
  await acceptInvite(dropping.token);
  expect(welcome.parcoursId).toBe(dropping.parcoursId);
  expect(storage.read('parcoursBeingCreated')).toMatchObject({ id: dropping.parcoursId, privilege: 'drop' });
});

it('does not redirect drops when a link without drop permission is opened', async () => {
  const [own, heard] = [await newInvite('drop'), await newInvite('guest')];
  await createAccount({ name: 'Eli', email: 'eli@example.org', password: 'a long password' });
  await login({ email: 'eli@example.org', password: 'a long password' });
  await acceptInvite(own.token);
  expect(parcours.beingCreated?.id).toBe(own.parcoursId);
  await acceptInvite(heard.token);
  expect([welcome.parcoursId, parcours.beingCreated]).toEqual([heard.parcoursId, null]);
});

it('changes no mode if the link grants nothing new: reopened, or one’s own', async () => {
  const { token, parcoursId } = await newInvite('drop');
  const quay = await newInvite('drop');
  const password = 'a long password';
  await createAccount({ name: 'Ida', email: 'ida@example.org', password });
  await login({ email: 'ida@example.org', password });
  await acceptInvite(token);
  expect(welcome.hasGained).toBe(true);
  // She turns off drops.
  storeSelection({ selectedIds: [parcoursId], beingCreated: null });
  await acceptInvite(token);
  expect([welcome.parcoursId, welcome.hasGained, parcours.beingCreated]).toEqual([parcoursId, false, null]);
  // A person who now drops on another parcours must not leave a drop there by mistake.
  await acceptInvite(quay.token);
  await acceptInvite(token);
  expect([parcours.selectedIds, parcours.beingCreated?.id]).toEqual([[parcoursId], parcoursId]);

  const { owner, ...own } = await newInvite('drop');
  await login({ email: owner.email, password: owner.password });
  await acceptInvite(own.token);
  expect([welcome.parcoursId, welcome.hasGained, parcours.beingCreated]).toEqual([own.parcoursId, false, null]);
});

it('keeps an invitation through the login of an account', async () => {
  const { token, parcoursId } = await newInvite('drop');
  storeInvite(token);
  await createAccount({ name: 'Bob', email: 'bob@example.org', password: 'a long password' });
  await login({ email: 'bob@example.org', password: 'a long password', stayLoggedIn: true });
  expect(storage.read('isLoggedIn')).toBe(true);
  expect(storeInvite(null)).toBe(token);
  expect(await acceptInvite(token)).toBe(parcoursId);
  expect(parcours.list[0]?.privilege).toBe('drop');
});

it('removes an unknown invitation, so that a login does not lead back to it', async () => {
  storeInvite('nonsense');
  await expect(acceptInvite('nonsense')).rejects.toMatchObject({ code: 'invite_invalid' });
  expect(hasPendingInvite()).toBe(false);
});

it('removes a revoked invitation', async () => {
  const { token, parcoursId, owner } = await newInvite('drop');
  const [open] = await serverCall(server.origin, 'listInvites', { query: { mapId: parcoursId } }, owner.token);
  if (open === undefined) throw new Error('Expected an open invitation');
  await serverCall(server.origin, 'revokeInvite', { params: { inviteId: open.id } }, owner.token);
  storeInvite(token);
  await expect(acceptInvite(token)).rejects.toMatchObject({ code: 'invite_revoked' });
  expect(hasPendingInvite()).toBe(false);
});

it('keeps an invitation for which the guest needs an account', async () => {
  await acceptInvite((await newInvite('guest')).token);
  const { token } = await newInvite('drop');
  storeInvite(token);
  await expect(acceptInvite(token)).rejects.toMatchObject({ code: 'account_needed' });
  expect(storeInvite(null)).toBe(token);
});

it('does not treat an overloaded server as a refusal of the invitation', () => {
  expect(isFinal(new ApiError('too_many_requests', 429, 'Wait'))).toBe(false);
  expect(isFinal(new ApiError('internal', 500, 'Failed'))).toBe(false);
  expect(isFinal(new ApiError('invite_expired', 410, 'Over'))).toBe(true);
});

it('keeps an invitation that did not reach the server', async () => {
  storeInvite('precious');
  connectApi({ baseUrl: 'http://localhost:1', readToken: () => storage.read('token'), onRefused: () => {} });
  await expect(acceptInvite('precious')).rejects.toMatchObject({ name: 'NetworkError' });
  expect(storeInvite(null)).toBe('precious');
});

async function newInvite(privilege: 'guest' | 'drop') {
  // A global role of 'user' invites fellow droppers only.
  const owner = await signUpAs(server, 'Owner', 'editor');
  const parcoursId = await makeParcours(server.origin, owner);
  const { token } = await makeInvite(server.origin, owner, parcoursId, privilege);
  return { token, parcoursId, owner };
}
