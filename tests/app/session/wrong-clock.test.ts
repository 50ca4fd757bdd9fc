import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../contracts/user.ts';
import { UserId } from '../../../contracts/vocabulary.ts';

const HOUR_MS = 3_600_000;
const TRUE_MS = Date.UTC(2026, 4, 12, 10);
const ana: User = { id: UserId.parse(1), name: 'Ana', email: 'ana@example.org', role: 'user', picture: null };

/** How far the device's clock is ahead of the server's, in hours. */
const OFF_H = [13, 24 * 31, 24 * 401, -13, -24 * 401, 0];

/** The app's session in a page that has just been opened. */
async function openPage(offH: number, leftH: number) {
  vi.resetModules();
  const { Scope } = await import('../../../app/platform/scope.ts');
  const { storage } = await import('../../../app/platform/storage/storage.ts');
  const { call } = await import('../../../app/platform/net/api.ts');
  const own = await import('../../../app/session/session.ts');
  vi.setSystemTime(TRUE_MS + offH * HOUR_MS);
  const seconds = (hours: number): number => TRUE_MS / 1000 + hours * 3600;
  const claims = btoa(JSON.stringify({ iat: seconds(leftH - 12), exp: seconds(leftH) }));
  storage.write('currentUser', ana);
  storage.write('token', `header.${claims}.signature`);
  const page = new Scope();
  own.startSession(page);
  return { ...own, page, ask: () => call('readMe', {}).catch(() => {}) };
}

/** Makes the server respond; `null` for no network. */
function serve(hasNetwork: boolean): void {
  vi.stubGlobal('fetch', async () => {
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    // The clocks advance equally.
    const passedMs = performance.now() - openedMs;
    return Response.json([], { headers: { Date: new Date(TRUE_MS + passedMs).toUTCString() } });
  });
}

let openedMs = 0;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] });
  vi.stubGlobal('window', new EventTarget());
  openedMs = performance.now();
});
afterEach(() => vi.useRealTimers());

describe.each(OFF_H)('on a device whose clock is %s h ahead', (offH) => {
  test('a valid session stays, before and after the server’s first response', async () => {
    serve(true);
    const { session, checkSession, ask, page } = await openPage(offH, 1);
    expect([checkSession(), session.user]).toEqual([true, ana]);
    await ask();
    vi.advanceTimersByTime(HOUR_MS / 2);
    expect([checkSession(), session.ended]).toEqual([true, null]);
    vi.advanceTimersByTime(HOUR_MS / 2 + 5 * 60_000);
    expect(session).toEqual({ user: null, ended: 'expired' });
    page.dispose();
  });

  test('an expired session is reported by the first response', async () => {
    serve(true);
    const { session, ask, page } = await openPage(offH, -1);
    await ask();
    expect(session).toEqual({ user: null, ended: 'expired' });
    page.dispose();
  });

  test('nobody is logged out on a walk without a network', async () => {
    serve(false);
    const { session, checkSession, ask, page } = await openPage(offH, offH < 0 ? -1 : 1);
    await ask();
    vi.advanceTimersByTime(3 * HOUR_MS);
    expect([checkSession(), session.user]).toEqual([true, ana]);
    page.dispose();
  });
});

test('a clock that is changed at runtime logs nobody out', async () => {
  serve(true);
  const { session, checkSession, ask, page } = await openPage(0, 1);
  await ask();
  vi.setSystemTime(TRUE_MS + 24 * HOUR_MS);
  expect([checkSession(), session.user]).toEqual([true, ana]);
  page.dispose();
});

test('only a session that looks expired is checked at once, by the call that gives the time', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    throw new TypeError('Failed to fetch');
  });
  (await openPage(0, 1)).page.dispose();
  expect(asked).toEqual([]);
  (await openPage(13, 1)).page.dispose();
  expect(asked).toEqual(['/v1/config']);
});

test.each([
  ['has expired', true, 0, -1, false],
  ['has not expired, though the clock is ahead', true, 13, 1, true],
  ['may have expired, without a network', false, 0, -1, true],
])('before an irreversible action, a session that %s is checked', async (_, hasNetwork, offH, leftH, expected) => {
  serve(hasNetwork);
  const { settleSession, page } = await openPage(offH, leftH);
  expect(await settleSession()).toBe(expected);
  page.dispose();
});
