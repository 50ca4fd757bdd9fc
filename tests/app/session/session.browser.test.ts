import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadParcours } from '../../../app/parcours/parcours-list.ts';
import { call } from '../../../app/platform/net/api.ts';
import { hearServerTime } from '../../../app/platform/net/server-clock.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { recordEvent, takeEvents } from '../../../app/session/analytics.ts';
import {
  checkSession,
  duringSession,
  login,
  logout,
  session,
  startSession,
  staysLoggedIn,
  updateUser,
} from '../../../app/session/session.ts';
import { UserId } from '../../../contracts/vocabulary.ts';

const user = { id: 3, name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };
let page: Scope;

beforeEach(() => {
  localStorage.clear();
  session.user = null;
  session.ended = null;
  page = new Scope();
});
afterEach(() => page.dispose());

describe('a stored session', () => {
  it('is restored while its token is valid', () => {
    store(3600);
    startSession(page);
    expect(session.user?.name).toBe('Ana');
    expect(checkSession()).toBe(true);
  });

  it('is ended by the first response after its token expired, with exactly its own data', async () => {
    vi.stubGlobal(
      'fetch',
      async () => new Response('{}', { status: 503, headers: { Date: new Date().toUTCString() } }),
    );
    store(-5);
    startSession(page);
    await expect.poll(() => session).toEqual({ user: null, ended: 'expired' });
    expect(Object.keys(localStorage).sort()).toEqual(['inviteToken', 'isLoggedIn', 'theme']);
  });

  it('is ended by the check every five minutes', () => {
    vi.useFakeTimers();
    store(299);
    hearServerTime(new Date().toUTCString());
    startSession(page);
    vi.advanceTimersByTime(299_999);
    expect(session.user).not.toBeNull();
    vi.advanceTimersByTime(1);
    expect(session).toEqual({ user: null, ended: 'expired' });
  });

  it('is ended before a call that could only fail, which is not sent and rejects', async () => {
    const sent = vi.spyOn(window, 'fetch');
    vi.useFakeTimers();
    store(10);
    hearServerTime(new Date().toUTCString());
    startSession(page);
    // Before the next check.
    vi.advanceTimersByTime(11_000);
    await expect(call('readMe', {})).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(session.ended).toBe('expired');
    expect(sent).not.toHaveBeenCalled();
  });

  it.each(['no token at all', 'a.b.c'])('is not restored if the token is %j, and leaves nothing', (token) => {
    store(3600);
    localStorage.setItem('token', token);
    startSession(page);
    expect(session.user).toBeNull();
    expect(Object.keys(localStorage).sort()).toEqual(['inviteToken', 'isLoggedIn', 'theme']);
  });

  it('is repaired if it is damaged, and its rest is used', async () => {
    store(3600);
    const damaged = { userData: '{"id":', isLoggedIn: 'maybe', parcoursBeingCreated: '[]', theme: 'purple' };
    for (const [key, value] of Object.entries({ ...damaged, selectedParcours: '{"not":"a list"}' })) {
      localStorage.setItem(key, value);
    }
    startSession(page);
    expect(session.user?.name).toBe('Ana');
    expect(staysLoggedIn()).toBe(false);
    const listed = [8, 9].map((id) => ({ id, name: `Carte ${id}`, description: '', image_url: null }));
    const list = listed.map((map) => ({ ...map, privilege: 'admin', users: [], user_count: 1 }));
    vi.stubGlobal('fetch', async () => Response.json(list));
    await loadParcours();
    expect(localStorage.getItem('selectedParcours')).toBe('[9]');
    document.documentElement.dataset.theme = 'dark';
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(document.documentElement.dataset.theme).toBe('light');
    expect(Object.keys(localStorage)).not.toContain('parcoursBeingCreated');
    expect(Object.keys(localStorage)).not.toContain('theme');
  });

  it('is not restored without a token, and not reported as expired', () => {
    store(3600);
    localStorage.removeItem('token');
    startSession(page);
    expect(session).toEqual({ user: null, ended: null });
  });

  it('is not ended by a refusal of an earlier token', async () => {
    store(3600);
    startSession(page);
    vi.stubGlobal('fetch', async () => {
      store(7200);
      return new Response('{}', { status: 401 });
    });
    await expect(call('readMe', {})).rejects.toMatchObject({ status: 401 });
    expect(session.user?.name).toBe('Ana');
    vi.stubGlobal('fetch', async () => new Response('{}', { status: 401 }));
    await expect(call('readMe', {})).rejects.toMatchObject({ status: 401 });
    expect(session).toEqual({ user: null, ended: 'expired' });
  });

  it('applies the theme chosen in another tab', () => {
    store(3600);
    startSession(page);
    localStorage.removeItem('theme');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(document.documentElement.dataset.theme).toBe('light');
  });

  it('ends in this tab when it is logged out in another', () => {
    store(3600);
    startSession(page);
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(session.user).toBeNull();
  });
});

describe('a guest’s session', () => {
  const guest = { ...user, name: 'Guest', email: 'guest-3@guest.invalid', role: 'guest' };

  it('that has expired is reported as a visit, even by a later page, until a login', async () => {
    store(-1);
    for (const key of ['userData', 'currentUser']) localStorage.setItem(key, JSON.stringify(guest));
    localStorage.setItem('visitKey', 'precious');
    startSession(page);
    expect(session).toEqual({ user: null, ended: 'visit' });
    // The link leads to the same guest again.
    expect(localStorage.getItem('visitKey')).toBe('precious');
    session.ended = null;
    window.dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    expect(session.ended).toBe('visit');
    vi.stubGlobal('fetch', async () => Response.json({ user, token: makeToken(3600) }));
    await login({ email: user.email, password: 'secret' });
    expect([session.ended, localStorage.getItem('visitEnded')]).toEqual([null, null]);
  });

  it('continues as the account’s walk, and pending data survives a logout', async () => {
    store(3600);
    for (const key of ['userData', 'currentUser']) localStorage.setItem(key, JSON.stringify(guest));
    startSession(page);
    const walk = { userId: guest.id, onSite: true, autoplay: true, begun: [4], spent: [4, 5] };
    sessionStorage.setItem('walk', JSON.stringify(walk));
    const told = { mapId: 1, placeId: 4, whenMs: 1, isOnSite: true, isHeard: true, atMs: 0, parts: [] };
    localStorage.setItem('toldStories', JSON.stringify([{ userId: guest.id, ...told }]));
    const bo = { ...user, id: 8 };
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.endsWith('/adopt')) throw new TypeError('Failed to fetch');
      return Response.json({ user: bo, token: makeToken(3600) });
    });
    await login({ email: bo.email, password: 'secret' });
    expect(JSON.parse(sessionStorage.getItem('walk') ?? '')).toEqual({ ...walk, userId: 8 });
    expect(JSON.parse(localStorage.getItem('toldStories') ?? '')).toEqual([{ ...told, userId: 8 }]);
    logout();
    expect(JSON.parse(localStorage.getItem('waitingAdoptions') ?? '')).toMatchObject([{ ownerId: 8, guestId: 3 }]);
    expect([sessionStorage.getItem('walk'), localStorage.getItem('toldStories')]).toEqual([null, null]);
  });
});

describe('a service of the session', () => {
  it('is started for each account, also for a login in another tab, and ended with it', () => {
    const told: string[] = [];
    store(3600);
    startSession(page);
    const end = duringSession(
      ({ id, role }) => (role === 'guest' ? null : id),
      (scope, id) => {
        told.push(`begins for ${id}`);
        scope.add(() => told.push(`ends for ${id}`));
      },
    );
    const { user: ana } = session;
    if (ana === null) throw new Error('Nobody is logged in');
    updateUser({ ...ana, name: 'Anna' });
    expect(told.splice(0)).toEqual([`begins for ${ana.id}`]);
    updateUser({ ...ana, id: UserId.parse(77) });
    expect(told.splice(0)).toEqual([`ends for ${ana.id}`, 'begins for 77']);
    updateUser({ ...ana, id: UserId.parse(78), role: 'guest' });
    expect(told.splice(0)).toEqual(['ends for 77']);
    updateUser(ana);
    end();
    expect(told.splice(0)).toEqual([`begins for ${ana.id}`, `ends for ${ana.id}`]);
    updateUser({ ...ana, id: UserId.parse(79) });
    expect(told).toEqual([]);
  });

  it('starts when calls have a token, and does not interrupt the login by throwing', async () => {
    const reported: unknown[] = [];
    vi.stubGlobal('reportError', (error: Error) => reported.push(error.message));
    store(3600);
    const answer = { user, token: localStorage.getItem('token') };
    localStorage.clear();
    startSession(page);
    vi.stubGlobal('fetch', async () => Response.json(answer));
    const tokens: (string | null)[] = [];
    const end = duringSession(
      ({ id }) => id,
      () => {
        tokens.push(localStorage.getItem('token'));
        throw new Error('Got no worker');
      },
    );
    await login({ email: 'ana@example.org', password: 'a password' });
    expect(session.user?.name).toBe('Ana');
    expect(tokens).toEqual([answer.token]);
    expect(reported).toEqual(['Got no worker']);
    end();
    takeEvents();
  });

  it('ends when the session does', () => {
    store(3600);
    startSession(page);
    let isRunning = true;
    const end = duringSession(
      ({ id }) => id,
      (scope) =>
        scope.add(() => {
          isRunning = false;
        }),
    );
    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(isRunning).toBe(false);
    end();
  });
});

it('logging out leaves nothing behind, not even the dark theme', () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'));
  store(3600);
  startSession(page);
  logout();
  expect(localStorage.length).toBe(0);
  expect(session).toEqual({ user: null, ended: null });
  expect(document.documentElement.dataset.theme).toBe('light');
});

it('logging out leaves other accounts’ data on the device, and none of its own', () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'));
  store(3600);
  const geometry = { type: 'Point', coordinates: [2.3, 48.8] };
  const drawn = { mapId: 4, title: '', geometry, key: 'k', redoOf: null };
  const shape = (userId: number) => ({ id: `a${userId}`, userId, ...drawn });
  const change = (userId: number) => ({ userId, placeId: 7, title: 'Le banc', geometry: null });
  localStorage.setItem('pendingShapes', JSON.stringify([shape(user.id), shape(9)]));
  localStorage.setItem('unsavedChanges', JSON.stringify([change(9), change(user.id)]));
  const words = (userId: number) => ({ userId, placeId: 7, telling: 'en.easy', from: [], now: [['text', 'A bench']] });
  localStorage.setItem('unsavedWords', JSON.stringify([words(user.id), words(9)]));
  const told = (userId: number) => ({
    userId,
    mapId: 4,
    placeId: 7,
    whenMs: 1,
    isOnSite: true,
    isHeard: true,
    atMs: 0,
    parts: [],
  });
  localStorage.setItem('toldStories', JSON.stringify([told(9), told(user.id)]));
  const pack = (ownerId: number) => ({ ownerId, mapId: 4 });
  localStorage.setItem('keptPacks', JSON.stringify([pack(user.id), pack(9)]));
  startSession(page);
  logout();
  expect(Object.entries(localStorage).sort()).toEqual([
    ['keptPacks', JSON.stringify([pack(9)])],
    ['pendingShapes', JSON.stringify([shape(9)])],
    ['toldStories', JSON.stringify([told(9)])],
    ['unsavedChanges', JSON.stringify([change(9)])],
    ['unsavedWords', JSON.stringify([words(9)])],
  ]);
});

it('logging out calls the server with the removed token, and needs no response', async () => {
  const sent = vi.spyOn(window, 'fetch').mockRejectedValueOnce(new TypeError('offline'));
  store(3600);
  const token = localStorage.getItem('token');
  startSession(page);
  logout();
  expect(localStorage.length).toBe(0);
  await expect.poll(() => sent).toHaveBeenCalled();
  expect(sent).toHaveBeenCalledExactlyOnceWith(
    '/v1/user/logout',
    expect.objectContaining({ method: 'POST', headers: expect.objectContaining({ Authorization: `Bearer ${token}` }) }),
  );
  await sent.mock.results[0]?.value.catch(() => {});
  expect(session).toEqual({ user: null, ended: null });
});

it('logging out calls the server last: pending work is sent while the session is valid', async () => {
  const sent = vi.spyOn(window, 'fetch');
  const requests = (): unknown[] => sent.mock.calls.map(([url]) => url);
  let answer: (response: Response) => void = () => {};
  const answered = new Promise<Response>((resolve) => {
    answer = resolve;
  });
  sent.mockReturnValueOnce(answered).mockRejectedValueOnce(new TypeError('offline'));
  store(3600);
  startSession(page);
  recordEvent({
    name: 'Logged in',
    atMs: Date.now(),
    properties: { user: { id: UserId.parse(user.id), role: 'user' } },
  });
  logout();
  // A timer runs after all promise callbacks that are already due.
  await new Promise((resolve) => setTimeout(resolve));
  expect(requests()).toEqual(['/v1/events']);
  answer(Response.json({}));
  await expect.poll(requests).toEqual(['/v1/events', '/v1/user/logout']);
});

it('a late refusal does not end the session that has started since', async () => {
  let answer = (_: Response): void => {};
  vi.spyOn(window, 'fetch').mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  store(3600);
  startSession(page);
  const late = call('readMe', {});
  store(7200);
  answer(new Response(JSON.stringify({ error: { code: 'unauthenticated', message: 'ended' } }), { status: 401 }));
  await expect(late).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(session).toMatchObject({ user: { name: 'Ana' }, ended: null });
  expect(localStorage.getItem('token')).not.toBeNull();
});

function makeToken(expiresInS: number): string {
  return `header.${btoa(JSON.stringify({ exp: Math.floor(Date.now() / 1000) + expiresInS }))}.signature`;
}

function store(expiresInS: number): void {
  const kept = {
    token: makeToken(expiresInS),
    userData: JSON.stringify(user),
    currentUser: JSON.stringify(user),
    isLoggedIn: 'true',
    selectedParcours: '[4]',
    parcoursBeingCreated: JSON.stringify({ id: 4, title: 'Cité', description: 'Une île', privilege: 'admin' }),
    mapLoaded: 'true',
    inviteToken: 'precious',
    theme: 'dark',
  };
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
}
