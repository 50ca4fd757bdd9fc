import { describe, expect, test } from 'vitest';
import { withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { type Person, signUp } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const MINUTE_MS = 60 * 1000;
const FIREFOX = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0';

const server = useServer();

const sessionsOf = async ({ token }: { readonly token: string }) =>
  (await call(server.origin, 'readSecurity', {}, token)).sessions;
const isValid = ({ token }: { readonly token: string }) =>
  call(server.origin, 'readMe', {}, token).then(
    () => true,
    () => false,
  );

/** Logs in with a browser's User-Agent header. */
async function loginFrom(userAgent: string, { email, password }: Person): Promise<{ readonly token: string }> {
  const response = await fetch(`${server.origin}/v1/user/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent },
    body: JSON.stringify({ email, password }),
  });
  return (await response.json()) as { token: string };
}

describe('the list of own sessions', () => {
  test('shows device and times of each, marks the current one, and has no other person’s', async () => {
    const ana = await signUp(server.origin, 'Ana');
    await signUp(server.origin, 'Bob');
    const phone = await loginFrom(FIREFOX, ana);
    const sessions = await sessionsOf(phone);
    expect(sessions).toHaveLength(2);
    expect((await sessionsOf(ana))[0]).toMatchObject({ isCurrent: true });
    expect(sessions[0]).toMatchObject({ isCurrent: true });
    const current = sessions.find(({ isCurrent }) => isCurrent);
    expect(current).toMatchObject({ browser: 'Firefox', system: 'Android' });
    expect(current?.usedAt).toBe(current?.startedAt);
    expect(sessions.find(({ isCurrent }) => !isCurrent)).toMatchObject({ browser: null, system: null });
    // No token, and no part of one.
    expect(JSON.stringify(sessions)).not.toContain(phone.token.split('.')[2]);
  });

  test('shows the last use of each, some minutes late, without a write per request', async () => {
    const own = await startServer();
    try {
      const cleo = await signUp(own.origin, 'Cleo');
      await withDatabase(own.dataDir, async (database) => {
        const usedAt = async (): Promise<string> => (await database.reader('sessions').first('used_at')).used_at;
        const startedAt = await usedAt();
        own.advance(9 * MINUTE_MS);
        await call(own.origin, 'readMe', {}, cleo.token);
        expect(await usedAt()).toBe(startedAt);
        own.advance(2 * MINUTE_MS);
        await Promise.all([call(own.origin, 'readMe', {}, cleo.token), call(own.origin, 'readMe', {}, cleo.token)]);
        const notedAt = await usedAt();
        expect(Date.parse(notedAt) - Date.parse(startedAt)).toBeGreaterThanOrEqual(11 * MINUTE_MS);
        own.advance(5 * MINUTE_MS);
        await call(own.origin, 'readMe', {}, cleo.token);
        expect(await usedAt()).toBe(notedAt);
      });
    } finally {
      await own.stop();
    }
  });

  test('shows whether a password and a verified address exist', async () => {
    const dan = await signUp(server.origin, 'Dan');
    const { hasPassword, emailVerified } = await call(server.origin, 'readSecurity', {}, dan.token);
    expect([hasPassword, emailVerified]).toEqual([true, false]);
  });
});

describe('ending sessions', () => {
  test('ends one at once, and no other', async () => {
    const eva = await signUp(server.origin, 'Eva');
    const phone = await loginFrom(FIREFOX, eva);
    const id = (await sessionsOf(eva)).find(({ browser }) => browser === 'Firefox')?.id ?? '';
    await call(server.origin, 'endSession', { params: { sessionId: id } }, eva.token);
    expect([await isValid(phone), await isValid(eva)]).toEqual([false, true]);
    expect(await sessionsOf(eva)).toHaveLength(1);
  });

  test('ends no other person’s', async () => {
    const [fay, gus] = [await signUp(server.origin, 'Fay'), await signUp(server.origin, 'Gus')];
    const [{ id } = { id: '' }] = await sessionsOf(gus);
    const attempt = call(server.origin, 'endSession', { params: { sessionId: id } }, fay.token);
    await expect(attempt).rejects.toMatchObject({ status: 404, code: 'not_found' });
    expect(await isValid(gus)).toBe(true);
  });

  test('everywhere ends all others, or all, but no other person’s', async () => {
    const [ivy, jon] = [await signUp(server.origin, 'Ivy'), await signUp(server.origin, 'Jon')];
    const others = [await loginFrom(FIREFOX, ivy), await loginFrom('', ivy)];
    await call(server.origin, 'endSessions', { body: { keepsThis: true } }, ivy.token);
    expect(await Promise.all([ivy, ...others, jon].map(isValid))).toEqual([true, false, false, true]);
    await call(server.origin, 'endSessions', { body: { keepsThis: false } }, ivy.token);
    expect(await Promise.all([ivy, jon].map(isValid))).toEqual([false, true]);
  });
});
