import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type LoopbackGoogle, startGoogle } from '../../../support/network/google.ts';
import { call } from '../../../support/server/api.ts';
import { makeParcours, setRole } from '../../../support/server/people.ts';
import { startServer } from '../../../support/server/server.ts';
import { createAuthenticator } from '../../../support/server/software-authenticator.ts';
import { useServer } from '../../../support/server/use-server.ts';

const google = await startGoogle();
afterAll(google.stop);
const server = useServer(google.env);
afterEach(() => google.behave(null));

const login = (accessToken: string, over: object = {}) =>
  call(server.origin, 'loginWithGoogle', { body: { accessToken, ...over } });

describe('signing in through Google', () => {
  test('creates an account from Google’s profile, not from the client’s fields', async () => {
    const token = google.grant('sub-1', 'Anais@Gmail.com');
    const lies = { email: 'boss@example.org', name: 'Boss', googleId: 'sub-2', picture: 'x', verified_email: true };
    const { user, token: session } = await login(token, { ...lies, role: 'admin' });
    expect(user).toEqual({ id: user.id, name: 'Anaïs', email: 'anais@gmail.com', role: 'user', picture: null });
    expect((await call(server.origin, 'readMe', {}, session)).user).toEqual(user);
  });

  test('records the accepted version of the terms for a new account, and for no other', async () => {
    const token = google.grant('sub-terms', 'terms@gmail.com');
    const first = await login(token, { termsVersion: '2026-11' });
    expect(first.user.termsVersion).toBe('2026-11');
    expect((await login(token, { termsVersion: '2030-01' })).user.termsVersion).toBe('2026-11');
    const { consents } = await call(server.origin, 'readChoices', {}, first.token);
    expect(consents).toMatchObject([{ kind: 'terms', version: '2026-11' }]);
  });

  test('verifies an address whose mailbox Google hosts, and no other', async () => {
    const verified = async (accessToken: string) => {
      const { token } = await login(accessToken);
      const { hasPassword, emailVerified } = await call(server.origin, 'readSecurity', {}, token);
      expect(hasPassword).toBe(false);
      return emailVerified;
    };
    expect(await verified(google.grant('sub-box', 'box@gmail.com'))).toBe(true);
    expect(await verified(google.grant('sub-elsewhere', 'box@elsewhere.example'))).toBe(false);
    expect(await verified(google.grant('sub-elsewhere', 'other@gmail.com'))).toBe(false);
  });

  test('allows the last passkey to be deleted', async () => {
    const { token } = await login(google.grant('sub-passkey', 'passkey@gmail.com'));
    const { options } = await call(server.origin, 'startPasskey', { body: {} }, token);
    const { id } = await call(server.origin, 'addPasskey', { body: createAuthenticator().create(options) }, token);
    await call(server.origin, 'deletePasskey', { params: { passkeyId: id } }, token);
  });

  test('finds the account by its subject, even if the email has changed', async () => {
    const first = await login(google.grant('sub-again', 'old@gmail.com'));
    const again = await login(google.grant('sub-again', 'new@gmail.com'));
    expect(again.user).toEqual(first.user);
    expect(again.token).not.toBe(first.token);
  });

  test('never puts the access token into a URL', async () => {
    await login(google.grant('sub-quiet', 'quiet@gmail.com'));
    expect(google.asked.slice(-2)).toEqual(['POST /tokeninfo', 'GET /userinfo']);
  });

  test('uses the part before the @ as the name of a person without one', async () => {
    const { user } = await login(google.grant('sub-bare', 'bare@gmail.com', { person: { name: undefined } }));
    expect(user.name).toBe('bare');
  });

  test('creates an account without a password', async () => {
    const { user } = await login(google.grant('sub-closed', 'closed@gmail.com'));
    for (const password of [' ', 'null', 'undefined', '$argon2id$']) {
      const attempt = call(server.origin, 'login', { body: { email: user.email, password } });
      await expect(attempt).rejects.toMatchObject({ status: 400, code: 'invalid_credentials' });
    }
  });
});

describe('Google is trusted only', () => {
  const cases: Record<string, { info?: object; person?: object }> = {
    'about a token for our application': { info: { aud: 'another.apps.example.org', azp: 'another.apps.example.org' } },
    'about a token that our application asked for': { info: { azp: 'another.apps.example.org' } },
    'about a token with an audience': { info: { aud: undefined, azp: undefined } },
    'about a token that is still valid': { info: { exp: String(Math.floor(Date.now() / 1000) - 1) } },
    'about a token that expires': { info: { exp: undefined } },
    'about the person of the token': { info: { sub: 'somebody-else' } },
    'about a verified email': { person: { email_verified: false } },
    'about an email that is stated to be verified': { person: { email_verified: undefined } },
    'about an account with an email': { person: { email: undefined } },
    'about a valid email': { person: { email: 'not an email' } },
  };
  test.each(Object.entries(cases))('%s', async (_, over) => {
    const attempt = login(google.grant('sub-refused', 'refused@gmail.com', over));
    await expect(attempt).rejects.toMatchObject({ status: 400, code: 'google_refused' });
  });

  test('when it knows the token', async () => {
    await expect(login('ya29.unknown')).rejects.toMatchObject({ status: 400, code: 'google_refused' });
  });

  test.each([['line\r\nbreak'], ['naïve'], [''], ['x'.repeat(2049)]])(
    'about a token of valid characters and length, unlike %j',
    async (token) => {
      await expect(login(token)).rejects.toMatchObject({ status: 400, code: 'invalid_request' });
    },
  );
});

describe('a failure of Google is reported as such within seconds, when Google is', () => {
  const cases: Record<string, Parameters<LoopbackGoogle['behave']>[0]> = {
    failing: (_, response) => response.writeHead(503).end('oops'),
    'not speaking JSON': (_, response) => response.end('<html>'),
    'answering a list': (_, response) => response.end('[]'),
    'hanging up': (request) => request.socket.destroy(),
    'sending a redirect': (_, response) => response.writeHead(302, { Location: 'http://127.0.0.1:9/' }).end(),
    'sending without end': (_, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write('x'.repeat(10_000)));
      };
      response.on('drain', more);
      more();
    },
    silent: () => {},
  };
  test.each(Object.entries(cases))('%s', { timeout: 20_000 }, async (_, how) => {
    const token = google.grant('sub-down', 'down@gmail.com');
    google.behave(how);
    const startMs = performance.now();
    const refused = login(token);
    await expect(refused).rejects.toMatchObject({ status: 502, code: 'google_unreachable' });
    expect(performance.now() - startMs).toBeLessThan(18_000);
  });
});

test('without a client id there is a clear error and no request to Google', async () => {
  const { GOOGLE_CLIENT_ID: _, ...env } = google.env;
  const own = await startServer(env);
  try {
    const before = google.asked.length;
    const attempt = call(own.origin, 'loginWithGoogle', { body: { accessToken: google.grant('s', 's@gmail.com') } });
    await expect(attempt).rejects.toMatchObject({ status: 404, code: 'google_not_configured' });
    expect(google.asked).toHaveLength(before);
  } finally {
    await own.stop();
  }
});

describe('an account with a password and the email of a person who signs in through Google', () => {
  test('becomes theirs if Google hosts the mailbox: all credentials end, and the work stays', async () => {
    const squatter = await signUpAs('victim@gmail.com');
    await makeParcours(server.origin, squatter, 'Le piège');
    const { options } = await call(server.origin, 'startPasskey', { body: {} }, squatter.token);
    await call(server.origin, 'addPasskey', { body: createAuthenticator().create(options) }, squatter.token);
    const { user, token } = await login(google.grant('sub-victim', 'victim@gmail.com'));
    expect(user.id).toBe(squatter.user.id);
    expect((await call(server.origin, 'readSecurity', {}, token)).passkeys).toEqual([]);
    await expect(call(server.origin, 'readMe', {}, squatter.token)).rejects.toMatchObject({ code: 'unauthenticated' });
    const { email, password } = squatter;
    await expect(call(server.origin, 'login', { body: { email, password } })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    expect((await call(server.origin, 'listParcours', { query: {} }, token)).map(({ name }) => name)).toEqual([
      'Le piège',
    ]);
  });

  test('becomes theirs if Google hosts the mailboxes of their organisation', async () => {
    const { user } = await signUpAs('prof@univ.example');
    const token = google.grant('sub-prof', 'prof@univ.example', { person: { hd: 'univ.example' } });
    expect((await login(token)).user.id).toBe(user.id);
  });

  test.each([
    ['the mailbox is elsewhere', {}],
    ['another organisation vouches', { hd: 'evil.example' }],
  ])('stays unchanged where %s', async (_, person) => {
    const owner = await signUpAs(`owner${Object.keys(person).length}@elsewhere.example`);
    const attempt = login(google.grant(`sub-${owner.email}`, owner.email, { person }));
    await expect(attempt).rejects.toMatchObject({ status: 400, code: 'email_taken' });
    const { email, password } = owner;
    await call(server.origin, 'login', { body: { email, password } });
  });

  test('stays with its Google subject when the email has changed hands', async () => {
    await login(google.grant('sub-before', 'handed@gmail.com'));
    const attempt = login(google.grant('sub-after', 'handed@gmail.com'));
    await expect(attempt).rejects.toMatchObject({ status: 400, code: 'email_taken' });
  });

  test('is no longer a guest, and keeps a role that was granted', async () => {
    await setRole(server, await signUpAs('made-guest@gmail.com'), 'guest');
    expect((await login(google.grant('sub-guest', 'made-guest@gmail.com'))).user.role).toBe('user');
    const editor = await signUpAs('editor@gmail.com');
    await setRole(server, editor, 'editor');
    const linked = await login(google.grant('sub-editor', 'editor@gmail.com'));
    expect(linked.user.role).toBe('editor');
  });
});

async function signUpAs(email: string) {
  const password = `password of ${email}`;
  await call(server.origin, 'createAccount', { body: { name: 'Somebody', email, password } });
  return { ...(await call(server.origin, 'login', { body: { email, password } })), email, password };
}
