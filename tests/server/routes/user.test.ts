import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import type { NewAccount } from '../../../contracts/user.ts';
import { deriveKey } from '../../../server/domain/keys.ts';
import { findStored } from '../../support/database/find-bytes.ts';
import { withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import { setRole, signUp } from '../../support/server/people.ts';
import { startServer, TEST_SECRET } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const HOUR_MS = 3600 * 1000;
const server = useServer();

const account = (over: Partial<NewAccount> = {}): NewAccount => ({
  name: 'Ana',
  email: 'ana@example.org',
  password: 'le mot juste',
  ...over,
});

describe('signing up', () => {
  test('creates a user and returns the account, never the password or its hash', async () => {
    const { user } = await call(server.origin, 'createAccount', { body: account({ email: ' Ana@Example.ORG ' }) });
    expect(user).toEqual({ id: user.id, name: 'Ana', email: 'ana@example.org', role: 'user', picture: null });
    const raw = await fetch(`${server.origin}/v1/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ana@example.org', password: 'le mot juste' }),
    });
    expect(await raw.text()).not.toMatch(/password|argon2/);
  });

  test('refuses a taken email, whatever its case', async () => {
    const again = call(server.origin, 'createAccount', { body: account({ email: 'ANA@example.org' }) });
    await expect(again).rejects.toMatchObject({ status: 400, code: 'email_taken' });
    await expect(again).rejects.toThrow('Email already exists');
  });

  test.each(['admin', 'editor', 'user'] as const)('creates a user, also if the request asks for %s', async (role) => {
    const body = account({ email: `wants-${role}@example.org`, role });
    expect((await call(server.origin, 'createAccount', { body })).user.role).toBe('user');
  });

  test('creates no account if the request asks to be a guest', async () => {
    const email = 'guest@example.org';
    const refused = call(server.origin, 'createAccount', { body: account({ email, role: 'guest' }) });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    expect((await call(server.origin, 'createAccount', { body: account({ email }) })).user.role).toBe('user');
  });

  test.each([
    ['are invisible', 'an\u200ba@example.org'],
    ['turn the text around', 'ana\u202e@example.org'],
    ['control a terminal', 'ana\u001b[2J@example.org'],
  ])('refuses an email with characters that %s, because it would look like another one', async (_, email) => {
    const refused = call(server.origin, 'createAccount', { body: account({ email }) });
    await expect(refused).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
  });

  test.each([
    ['an email without a dot', { email: 'ana@example' }, 'email'],
    ['an email with a space', { email: 'a na@example.org' }, 'email'],
    ['an empty name', { name: '  ' }, 'name'],
    ['an empty password', { password: '' }, 'password'],
    ['a password too long to hash', { password: 'x'.repeat(1025) }, 'password'],
  ])('refuses %s and names the field', async (_, over, path) => {
    const refused = call(server.origin, 'createAccount', { body: account({ email: 'new@example.org', ...over }) });
    await expect(refused).rejects.toMatchObject({
      status: 400,
      code: 'invalid_request',
      body: { error: { faults: [{ path }] } },
    });
  });

  test('stores passwords only as argon2id hashes', async () => {
    await signUp(server.origin, 'Hash Me');
    const stored = await findStored(server.dataDir, { hash: '$argon2id$', password: 'password of Hash Me' });
    expect(stored.join()).toContain('hash in');
    expect(stored.join()).not.toContain('password in');
  });
});

describe('logging in', () => {
  test('gives the same answer for a wrong password and for an unknown email', async () => {
    const { email } = await signUp(server.origin, 'Bo');
    const wrong = await refusalOf({ email, password: 'wrong' });
    const unknown = await refusalOf({ email: 'nobody@example.org', password: 'wrong' });
    expect(wrong).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: expect.stringContaining('Invalid email or password'),
    });
    expect(unknown).toEqual(wrong);
  });

  test('refuses a password too long to hash as an invalid request', async () => {
    const { email } = await signUp(server.origin, 'Abe');
    expect(await refusalOf({ email, password: 'x'.repeat(2000) })).toMatchObject({
      status: 400,
      code: 'invalid_request',
    });
  });

  test('takes about as much work for an unknown email as for a wrong password', async () => {
    const own = await startServer({ PASSWORD_COST: 'strong' });
    try {
      const { email } = await signUp(own.origin, 'Timed');
      // Processor time, not elapsed time: the server runs in this process.
      const workFor = async (claimed: string): Promise<number> => {
        const before = process.cpuUsage();
        const login = call(own.origin, 'login', { body: { email: claimed, password: 'wrong' } });
        await expect(login).rejects.toMatchObject({ code: 'invalid_credentials' });
        const { user, system } = process.cpuUsage(before);
        return user + system;
      };
      let [known, unknown] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let round = 0; round < 4; round++) {
        known = Math.min(known, await workFor(email));
        unknown = Math.min(unknown, await workFor('nobody@example.org'));
      }
      // Without hashing a password, an unknown email takes about a quarter of the time.
      expect(unknown).toBeGreaterThan(known / 2);
    } finally {
      await own.stop();
    }
  });

  test('gives a token for 12 hours, or for 30 days to people who stay logged in', async () => {
    const { email, password, token } = await signUp(server.origin, 'Cy');
    const stay = await call(server.origin, 'login', { body: { email, password, stayLoggedIn: true } });
    expect(lifetimeS(token)).toBe(12 * 3600);
    expect(lifetimeS(stay.token)).toBe(30 * 24 * 3600);
  });
});

describe('a token', () => {
  test('is accepted with and without the word Bearer', async () => {
    const { token } = await signUp(server.origin, 'Di');
    for (const header of [token, `Bearer ${token}`, `bearer ${token}`]) {
      expect(await listWith(server.origin, header)).toMatchObject({ status: 200 });
    }
  });

  test('is required', async () => {
    for (const header of ['', 'Bearer ', 'nonsense', 'Bearer a.b.c']) {
      expect(await listWith(server.origin, header)).toMatchObject({ status: 401, code: 'unauthenticated' });
    }
  });

  test('is refused after it has expired', async () => {
    const own = await startServer();
    try {
      const { token } = await signUp(own.origin, 'Ed');
      own.advance(12 * HOUR_MS - 60_000);
      expect(await listWith(own.origin, token)).toMatchObject({ status: 200 });
      own.advance(2 * 60_000);
      expect(await listWith(own.origin, token)).toMatchObject({ status: 401, code: 'token_expired' });
    } finally {
      await own.stop();
    }
  });

  test('is refused without signature or expiry, or with a wrong key, algorithm or claim', async () => {
    const { user, token } = await signUp(server.origin, 'Flo');
    const another = decodeJwt((await signUp(server.origin, 'Gus')).token).jti;
    const key = deriveKey(TEST_SECRET, 'access token');
    const { jti = '' } = decodeJwt(token);
    const claims = () => ({ iss: 'drop-ici', aud: 'drop-ici-api', sub: String(user.id), jti, exp: 4_000_000_000 });
    const sign = (over: object, alg = 'HS256', by = key) =>
      new SignJWT({ ...claims(), ...over }).setProtectedHeader({ alg }).sign(by);
    expect(await listWith(server.origin, await sign({}))).toMatchObject({ status: 200 });
    const forged = {
      'alg none': new UnsecuredJWT(claims()).encode(),
      'another key': await sign({}, 'HS256', deriveKey('another secret, also of 32 bytes or more', 'access token')),
      'the key of media links': await sign({}, 'HS256', deriveKey(TEST_SECRET, 'media link')),
      'another algorithm': await sign({}, 'HS384', new Uint8Array(48).fill(1)),
      'another issuer': await sign({ iss: 'elsewhere' }),
      'another audience': await sign({ aud: 'elsewhere' }),
      'no expiry': await sign({ exp: undefined }),
      'no subject': await sign({ sub: undefined }),
      'a subject that is no id': await sign({ sub: '1 or 1=1' }),
      'an account that does not exist': await sign({ sub: '999999' }),
      'no session': await sign({ jti: undefined }),
      'a session that does not exist': await sign({ jti: 'AAAAAAAAAAAAAAAAAAAAAA' }),
      "another's session": await sign({ jti: another }),
    };
    for (const [what, token] of Object.entries(forged)) {
      expect([what, await listWith(server.origin, token)]).toMatchObject([
        what,
        { status: 401, code: 'unauthenticated' },
      ]);
    }
  });
});

describe('a session', () => {
  test('ends on the server by a logout, and the account’s other sessions continue', async () => {
    const { email, password, token, user } = await signUp(server.origin, 'Hal');
    const other = await call(server.origin, 'login', { body: { email, password } });
    expect(await call(server.origin, 'logout', {}, token)).toEqual({ status: 'ok' });
    await expect(call(server.origin, 'readMe', {}, token)).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    await expect(call(server.origin, 'logout', {}, token)).rejects.toMatchObject({ status: 401 });
    expect((await call(server.origin, 'readMe', {}, other.token)).user).toEqual(user);
  });

  test('outlives a restart of the server, and an ended one stays ended', async () => {
    const own = await startServer();
    try {
      const kept = await signUp(own.origin, 'Ida');
      const ended = await signUp(own.origin, 'Jo');
      await call(own.origin, 'logout', {}, ended.token);
      await own.restart();
      expect((await call(own.origin, 'readMe', {}, kept.token)).user.name).toBe('Ida');
      await expect(call(own.origin, 'readMe', {}, ended.token)).rejects.toMatchObject({ status: 401 });
    } finally {
      await own.stop();
    }
  });

  test('leaves no row after it has expired and the server has restarted', async () => {
    const own = await startServer();
    try {
      await signUp(own.origin, 'Lea');
      await withDatabase(own.dataDir, async (database) => {
        expect(await database.reader('sessions')).toHaveLength(1);
        own.advance(12 * HOUR_MS);
        await own.restart();
        expect(await database.reader('sessions')).toHaveLength(0);
      });
    } finally {
      await own.stop();
    }
  });

  test('has the current role of its account', async () => {
    const kim = await signUp(server.origin, 'Kim');
    await setRole(server, kim, 'editor');
    expect((await call(server.origin, 'readMe', {}, kim.token)).user.role).toBe('editor');
  });
});

async function refusalOf(body: { email: string; password: string }) {
  return call(server.origin, 'login', { body }).then(
    () => {
      throw new Error('Expected a refusal, got a login');
    },
    ({ status, code, message }: { status: number; code: string; message: string }) => ({ status, code, message }),
  );
}

async function listWith(origin: string, authorization: string): Promise<{ status: number; code?: string }> {
  const response = await fetch(`${origin}/v1/map/maps-for-user`, { headers: { Authorization: authorization } });
  const answer = (await response.json()) as { error?: { code: string } };
  return { status: response.status, ...(answer.error === undefined ? {} : { code: answer.error.code }) };
}

function lifetimeS(token: string): number {
  const { exp = Number.NaN, iat = Number.NaN } = decodeJwt(token);
  return exp - iat;
}
