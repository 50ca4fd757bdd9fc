import { beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { acceptInvite } from '../../../app/parcours/invite/invite.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { loadParcours } from '../../../app/parcours/parcours-list.ts';
import { connectApi } from '../../../app/platform/net/api.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { adoptionNews, retryAdoptions } from '../../../app/session/adoption.ts';
import { recordEvent, takeEvents } from '../../../app/session/analytics.ts';
import { isRenewalDue, renewSession } from '../../../app/session/renewal.ts';
import { createAccount, login, session, startSession } from '../../../app/session/session.ts';
import { AnalyticsEvent } from '../../../contracts/events.ts';
import { type ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { call as serverCall } from '../../support/server/api.ts';
import { makeInvite, makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const DAY_MS = 24 * 3600 * 1000;

const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
let link: string;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
  link = (await makeInvite(server.origin, owner, parcoursId)).token;
});
beforeEach(() => {
  storage.forgetAll();
  forgetSession();
  session.user = null;
  session.ended = null;
  use(server.origin);
});

function use(baseUrl: string): void {
  connectApi({ baseUrl, readToken: () => storage.read('token'), onRefused: () => {} });
}

/** Blocks the calls whose URL ends with this; all others reach the server. */
function cutOff(path: string, after = false): void {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const isCut = String(request[0]).endsWith(path);
    if (isCut && !after) throw new TypeError('Failed to fetch');
    const response = await fetch(...request);
    if (isCut) throw new TypeError('The response was lost');
    return response;
  });
}

const guestCount = async (): Promise<number | undefined> =>
  (await serverCall(server.origin, 'listParcours', { query: {} }, owner.token))[0]?.guest_count;

describe('a guest link', () => {
  it('leads to the same guest: logged in, after a lost response, and after the session’s end', async () => {
    const before = (await guestCount()) ?? 0;
    cutOff('/v1/invite/visit', true);
    await expect(acceptInvite(link)).rejects.toMatchObject({ name: 'NetworkError' });
    vi.unstubAllGlobals();
    await acceptInvite(link);
    const guest = session.user;
    await acceptInvite(link);
    // The session has ended by itself.
    storage.forget('token', 'currentUser', 'userData');
    session.user = null;
    await acceptInvite(link);
    expect(session.user).toEqual(guest);
    expect(await guestCount()).toBe(before + 1);
  });

  it('that is invalid leaves nobody logged in', async () => {
    const before = await guestCount();
    await expect(acceptInvite('made up')).rejects.toMatchObject({ code: 'invite_invalid' });
    expect([session.user, storage.read('token'), await guestCount()]).toEqual([null, null, before]);
  });
});

describe('a guest who logs in', () => {
  const password = (person: Person) => ({ email: person.email, password: person.password });

  it('keeps the map, the selection and unsent data', async () => {
    const ana = await signUp(server.origin, 'Ana');
    await acceptInvite(link);
    const guestId = idOfSession();
    const geometry = { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] };
    takeEvents();
    recordEvent({ name: 'User Entered Geometry', atMs: 1, properties: entered });
    storage.write('waitingEvents', { ownerId: guestId, batch: null, events: [event(2)] });
    const shape = { id: 'a', mapId: parcoursId, title: '', geometry, key: 'k', redoOf: null };
    storage.write('pendingShapes', [
      { ...shape, userId: guestId },
      { ...shape, id: 'b', userId: UserId.parse(999) },
    ]);
    const guestToken = storage.read('token') ?? '';
    await login(password(ana));
    expect(session.user?.id).toBe(ana.user.id);
    expect([storage.read('selectedParcours'), parcours.selectedIds]).toEqual([[parcoursId], [parcoursId]]);
    await loadParcours();
    expect(parcours.list.map(({ id }) => id)).toEqual([parcoursId]);
    expect(parcours.selectedIds).toEqual([parcoursId]);
    expect(storage.read('pendingShapes').map(({ userId }) => userId)).toEqual([ana.user.id, 999]);
    expect(storage.read('waitingEvents')?.ownerId).toBe(ana.user.id);
    expect(takeEvents().map(({ name }) => name)).toEqual([
      'User Entered Geometry',
      'User Entered Geometry',
      'Logged in',
    ]);
    expect([storage.read('visitKey'), storage.read('waitingAdoptions')]).toEqual([null, []]);
    const asGuest = serverCall(server.origin, 'readMe', {}, guestToken);
    await expect(asGuest).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it.each([
    ['without a network for it', false],
    ['with a lost response to it', true],
  ])('%s gets it at the next attempt, even after another login, and loses nothing meanwhile', async (how, isLost) => {
    const person = await signUp(server.origin, `Ben ${isLost}`);
    await acceptInvite(link);
    cutOff('/v1/user/adopt', isLost);
    await login(password(person));
    vi.unstubAllGlobals();
    expect([how, session.user?.id]).toEqual([how, person.user.id]);
    expect(storage.read('waitingAdoptions')).toMatchObject([{ ownerId: person.user.id, selected: [parcoursId] }]);
    // Another account does not get it.
    await login(password(await signUp(server.origin, `Else ${isLost}`)));
    await retryAdoptions();
    expect(storage.read('waitingAdoptions')).toHaveLength(1);
    await login(password(person));
    await retryAdoptions();
    expect(storage.read('waitingAdoptions')).toEqual([]);
    expect(parcours.selectedIds).toEqual([parcoursId]);
    await expect.poll(() => parcours.list.map(({ id }) => id)).toEqual([parcoursId]);
  });

  it('whose session has ended is logged in without the map, with a notice and a way back', async () => {
    const cleo = await signUp(server.origin, 'Cleo');
    await acceptInvite(link);
    const key = storage.read('visitKey');
    await serverCall(server.origin, 'logout', {}, storage.read('token') ?? '');
    await login(password(cleo));
    expect([session.user?.id, storage.read('waitingAdoptions')]).toEqual([cleo.user.id, []]);
    expect(adoptionNews.untold).toBe('refused');
    expect(storage.read('visitKey')).toBe(key);
    expect(key).not.toBeNull();
    expect(storage.read('selectedParcours')).toEqual([]);
  });

  it('without a guest session changes nothing about the login', async () => {
    const [dan, eva] = [await signUp(server.origin, 'Dan'), await signUp(server.origin, 'Eva')];
    await login(password(dan));
    storage.write('selectedParcours', [parcoursId]);
    await login(password(eva));
    expect([storage.read('selectedParcours'), storage.read('waitingAdoptions')]).toEqual([[], []]);
  });
});

test('one event is recorded for each successful login, and none for others', async () => {
  takeEvents();
  const credentials = { email: 'fay@example.org', password: 'a long password' };
  await createAccount({ name: 'Fay', ...credentials });
  await expect(login({ ...credentials, password: 'another' })).rejects.toThrow();
  expect(takeEvents()).toEqual([]);
  const startMs = Date.now();
  const { id } = await login(credentials);
  const [event, ...others] = takeEvents();
  expect(others).toEqual([]);
  expect(AnalyticsEvent.parse(event)).toMatchObject({
    name: 'Logged in',
    properties: { user: { id, role: 'user' } },
  });
  expect(event?.atMs).toBeGreaterThanOrEqual(startMs);
});

describe('a renewal', () => {
  const guest = {
    id: UserId.parse(4),
    name: 'Guest',
    email: 'guest-4@guest.invalid',
    role: 'guest',
    picture: null,
  } as const;
  const ana = { ...guest, email: 'ana@example.org', role: 'user' } as const;

  it.each([
    ['a guest’s session', guest, 400, 99, false],
    ['a guest’s session', guest, 400, 100, true],
    ['an old, short session of a guest', guest, 0.5, 0, true],
    ['a lasting session', ana, 30, 7, false],
    ['a lasting session', ana, 30, 8, true],
    ['a session for today', ana, 0.5, 0.4, false],
  ])('of %s of %o for %s days is due after %s: %s', (_, user, days, usedDays, expected) => {
    const times = { iat: 1_000, exp: 1_000 + days * 86_400 };
    const token = `header.${btoa(JSON.stringify(times))}.signature`;
    expect(isRenewalDue(token, user, 1_000_000 + usedDays * DAY_MS)).toBe(expected);
  });

  it('silently keeps a guest logged in', async () => {
    const scope = new Scope();
    vi.stubGlobal('window', new EventTarget());
    startSession(scope);
    use(server.origin);
    await acceptInvite(link);
    const { user } = session;
    const first = storage.read('token') ?? '';
    await renewSession();
    expect(storage.read('token')).toBe(first);
    vi.setSystemTime(Date.now() + 101 * DAY_MS);
    server.advance(101 * DAY_MS);
    await renewSession();
    const second = storage.read('token') ?? '';
    expect([second === first, session.user]).toEqual([false, user]);
    expect(expiryOf(second) - expiryOf(first)).toBeGreaterThanOrEqual((101 * DAY_MS) / 1000 - 5);
    scope.dispose();
    vi.useRealTimers();
  });
});

const entered = {
  geometryId: PlaceId.parse(1),
  geometryType: 'Point' as const,
  distance: 0,
  accuracyRadius: 5,
};

function event(atMs: number) {
  return { name: 'User Entered Geometry' as const, atMs, properties: entered };
}

function idOfSession(): UserId {
  if (session.user === null) throw new Error('Expected somebody');
  return session.user.id;
}

function expiryOf(token: string): number {
  return JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))).exp;
}
