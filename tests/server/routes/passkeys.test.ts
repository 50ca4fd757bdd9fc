import { Agent } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeResetLink } from '../../../server/domain/accounts/account-admin.ts';
import type { Database } from '../../../server/store/database.ts';
import { openTestDatabase, withDatabase } from '../../support/database/test-database.ts';
import { call, type Refusal } from '../../support/server/api.ts';
import { readAuditLog } from '../../support/server/audit-log.ts';
import { makeGuest, makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { send } from '../../support/server/raw-request.ts';
import { startServer } from '../../support/server/server.ts';
import {
  createAuthenticator,
  type Deviation,
  type SoftwareAuthenticator,
} from '../../support/server/software-authenticator.ts';
import { useServer } from '../../support/server/use-server.ts';

const MINUTE_MS = 60 * 1000;
const DAY_S = 24 * 3600;

const server = useServer();
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase(server.dataDir);
});
afterAll(async () => {
  await database.close();
});

const start = (person: Pick<Person, 'token'>, password?: string, { origin } = server) =>
  call(origin, 'startPasskey', { body: password === undefined ? {} : { password } }, person.token);
const passkeysOf = async ({ token }: Pick<Person, 'token'>) =>
  (await call(server.origin, 'readSecurity', {}, token)).passkeys;
const refused = { status: 400, code: 'passkey_refused' };

/** Adds a passkey to somebody's account. */
async function add(
  person: Pick<Person, 'token'>,
  authenticator: SoftwareAuthenticator,
  deviation?: Deviation,
  { origin } = server,
) {
  const { options } = await start(person, undefined, { ...server, origin });
  return call(origin, 'addPasskey', { body: authenticator.create(options, deviation) }, person.token);
}

/** Logs in with a passkey. */
async function login(
  authenticator: SoftwareAuthenticator,
  deviation?: Deviation,
  { stayLoggedIn = false, origin = server.origin } = {},
) {
  const { options } = await call(origin, 'startPasskeyLogin', {});
  return call(origin, 'loginWithPasskey', { body: { ...authenticator.get(options, deviation), stayLoggedIn } });
}

/** Signs somebody up with a passkey. */
async function withPasskey(name: string): Promise<{ person: Person; authenticator: SoftwareAuthenticator }> {
  const person = await signUp(server.origin, name);
  const authenticator = createAuthenticator();
  await add(person, authenticator);
  return { person, authenticator };
}

const lifetimeS = ({ token }: { readonly token: string }): number => {
  const { iat, exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return exp - iat;
};

describe('a passkey', () => {
  test('is named after its device, and logs its owner in without a name, for the chosen time', async () => {
    const ana = await signUp(server.origin, 'Ana');
    const authenticator = createAuthenticator();
    const added = await add(ana, authenticator);
    expect(await passkeysOf(ana)).toEqual([added]);
    expect(added).toMatchObject({ browser: null, system: null, usedAt: null });
    const short = await login(authenticator);
    expect(short.user).toEqual(ana.user);
    expect((await call(server.origin, 'readMe', {}, short.token)).user.id).toBe(ana.user.id);
    expect(lifetimeS(short)).toBe(DAY_S / 2);
    expect(lifetimeS(await login(authenticator, {}, { stayLoggedIn: true }))).toBe(30 * DAY_S);
    expect((await passkeysOf(ana))[0]?.usedAt).not.toBeNull();
  });

  test('is requested as discoverable, with its owner’s verification, and once per device', async () => {
    const { person, authenticator } = await withPasskey('Bea');
    const { options } = await start(person);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: person.email },
      attestation: 'none',
      excludeCredentials: [{ id: authenticator.credentialId, transports: ['internal'] }],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const second = createAuthenticator();
    await call(server.origin, 'addPasskey', { body: second.create(options) }, person.token);
    const handles = await database.reader('passkeys').where({ account_id: person.user.id }).pluck('user_handle');
    expect(handles).toHaveLength(2);
    expect(new Set(handles).size).toBe(1);
    expect((await login(second)).user.id).toBe(person.user.id);
  });

  test('that is synced always counts 0 and works repeatedly', async () => {
    const cleo = await signUp(server.origin, 'Cleo');
    const synced = createAuthenticator({ counts: false });
    await add(cleo, synced);
    await login(synced);
    expect((await login(synced)).user.id).toBe(cleo.user.id);
  });

  test('is deleted with the account', async () => {
    const { person } = await withPasskey('Dora');
    await start(person);
    await database.transact((tx) => tx('accounts').where({ id: person.user.id }).delete());
    for (const table of ['passkeys', 'passkey_challenges']) {
      expect(await database.reader(table).where({ account_id: person.user.id })).toEqual([]);
    }
  });

  test('is deleted when a new password is set by a link', async () => {
    const { person, authenticator } = await withPasskey('Elsa');
    const { link } = await makeResetLink(database, person.email, Date.now);
    const [, token = ''] = link.split('#');
    await call(server.origin, 'resetPassword', { body: { token, password: 'une belle promenade' } });
    await expect(login(authenticator)).rejects.toMatchObject(refused);
  });
});

test('the audit log has each passkey that was added, used, refused and deleted', async () => {
  const admin = await signUpAs(server, 'Admin', 'admin');
  const { person, authenticator } = await withPasskey('Zoe');
  await login(authenticator);
  await expect(login(authenticator, { isVerified: false })).rejects.toMatchObject(refused);
  const { id = undefined } = (await passkeysOf(person))[0] ?? {};
  if (id === undefined) throw new Error('Expected a passkey');
  await call(server.origin, 'deletePasskey', { params: { passkeyId: id } }, person.token);
  const entries = await readAuditLog(server.origin, admin, { account: person.email });
  expect(entries.map(({ action, actor, detail }) => [action, actor?.id ?? null, detail]).slice(0, 4)).toEqual([
    ['passkey_deleted', person.user.id, ''],
    ['sign_in_failed', null, 'passkey'],
    ['signed_in', person.user.id, 'passkey'],
    ['passkey_added', person.user.id, ''],
  ]);
});

describe('a login is refused', () => {
  test('with a used challenge, even if that attempt failed', async () => {
    const { authenticator } = await withPasskey('Fay');
    const { options } = await call(server.origin, 'startPasskeyLogin', {});
    const attempt = (deviation?: Deviation) =>
      call(server.origin, 'loginWithPasskey', { body: authenticator.get(options, deviation) });
    await attempt();
    await expect(attempt()).rejects.toMatchObject(refused);
    const { options: fresh } = await call(server.origin, 'startPasskeyLogin', {});
    const failing = (deviation?: Deviation) =>
      call(server.origin, 'loginWithPasskey', { body: authenticator.get(fresh, deviation) });
    await expect(failing({ isVerified: false })).rejects.toMatchObject(refused);
    await expect(failing()).rejects.toMatchObject(refused);
  });

  test('with a challenge older than five minutes', async () => {
    const own = await startServer();
    try {
      const hal = await signUp(own.origin, 'Hal');
      const authenticator = createAuthenticator();
      await add(hal, authenticator, {}, own);
      const { options } = await call(own.origin, 'startPasskeyLogin', {});
      own.advance(5 * MINUTE_MS + 1);
      const late = call(own.origin, 'loginWithPasskey', { body: authenticator.get(options) });
      await expect(late).rejects.toMatchObject(refused);
      // The next challenge deletes it.
      await call(own.origin, 'startPasskeyLogin', {});
      const challenges = await withDatabase(own.dataDir, ({ reader }) => reader('passkey_challenges'));
      expect(challenges).toHaveLength(1);
    } finally {
      await own.stop();
    }
  });

  test('with a challenge for adding, and an addition with one for a login', async () => {
    const { person, authenticator } = await withPasskey('Ivy');
    const { options } = await start(person);
    const challenge = (options as { readonly challenge: string }).challenge;
    await expect(login(authenticator, { challenge })).rejects.toMatchObject(refused);
    const { options: forLogin } = await call(server.origin, 'startPasskeyLogin', {});
    const body = createAuthenticator().create(options, {
      challenge: (forLogin as { readonly challenge: string }).challenge,
    });
    await expect(call(server.origin, 'addPasskey', { body }, person.token)).rejects.toMatchObject(refused);
  });

  test.each<readonly [string, Deviation]>([
    ['from another site', { origin: 'https://drop.example' }],
    ['from a site whose name only begins with localhost', { origin: 'http://localhost.example:3000' }],
    ['from a frame in another site', { crossOrigin: true }],
    ['signed for another site', { rpId: 'drop.example' }],
    ['without the owner’s verification', { isVerified: false }],
    ['with a made-up challenge', { challenge: 'bWFkZS11cA' }],
    ['for another account', { userHandle: 'c29tZWJvZHk' }],
    ['by an unknown passkey', { credentialId: 'bm9ib2R5' }],
  ])('%s', async (name, deviation) => {
    const { authenticator } = await withPasskey(`Jo ${name.replace(/\W+/g, ' ')}`);
    await expect(login(authenticator, deviation)).rejects.toMatchObject(refused);
    await login(authenticator);
  });

  test('with another person’s passkey signed by one’s own', async () => {
    const victim = await withPasskey('Kim');
    const thief = await withPasskey('Leo');
    const { user_handle: userHandle } = await database
      .reader('passkeys')
      .where({ account_id: victim.person.user.id })
      .first();
    const credentialId = victim.authenticator.credentialId;
    await expect(login(thief.authenticator, { credentialId, userHandle })).rejects.toMatchObject(refused);
  });

  test('with a copied key, whose counter is not above the last', async () => {
    const { authenticator } = await withPasskey('Mia');
    await login(authenticator, { counter: 10 });
    await expect(login(authenticator, { counter: 10 })).rejects.toMatchObject(refused);
    await expect(login(authenticator, { counter: 9 })).rejects.toMatchObject(refused);
    await login(authenticator, { counter: 11 });
  });
});

describe('adding a passkey', () => {
  test('is refused to a guest of an invitation', async () => {
    const owner = await signUpAs(server, 'Nina', 'editor');
    const parcoursId = await makeParcours(server.origin, owner);
    const guest = await makeGuest(server.origin, owner, parcoursId);
    await expect(start(guest)).rejects.toMatchObject({ status: 403, code: 'forbidden' });
  });

  test('resets no counted guesses at the password, even with a needless password', async () => {
    const otto = await signUp(server.origin, 'Otto');
    const outcomes: string[] = [];
    for (let round = 0; round < 12; round++) {
      const body = { current: `guess ${round}`, password: 'une belle promenade' };
      const guess = call(server.origin, 'changePassword', { body }, otto.token);
      outcomes.push(await guess.catch(({ code }: Refusal) => code).then(String));
      await start(otto, 'whatever').catch(() => undefined);
    }
    expect(outcomes.at(-1)).toBe('too_many_requests');
    expect(await start(otto)).toHaveProperty('options');
  });

  test('is refused ten minutes after the login without the password, which cannot be guessed', async () => {
    const own = await startServer();
    try {
      const oda = await signUp(own.origin, 'Oda');
      own.advance(10 * MINUTE_MS + 1);
      await expect(start(oda, undefined, own)).rejects.toMatchObject({ status: 403, code: 'recent_login_needed' });
      await start(oda, oda.password, own);
      const codes = [];
      for (let attempt = 0; attempt < 11; attempt++) {
        codes.push(await start(oda, 'a wrong password', own).catch(({ code }) => code));
      }
      expect([codes[0], codes.at(-1)]).toEqual(['invalid_credentials', 'too_many_requests']);
    } finally {
      await own.stop();
    }
  });

  test('is refused with somebody else’s challenge', async () => {
    const [pia, quin] = [await signUp(server.origin, 'Pia'), await signUp(server.origin, 'Quin')];
    const { options } = await start(pia);
    const body = createAuthenticator().create(options);
    await expect(call(server.origin, 'addPasskey', { body }, quin.token)).rejects.toMatchObject(refused);
    expect(await passkeysOf(quin)).toEqual([]);
  });

  test('is refused for a known passkey, without the owner’s verification, or from another site', async () => {
    const { authenticator, person } = await withPasskey('Rob');
    const sam = await signUp(server.origin, 'Sam');
    await expect(add(sam, authenticator)).rejects.toMatchObject(refused);
    for (const deviation of [{ isVerified: false }, { origin: 'https://drop.example' }, { rpId: 'drop.example' }]) {
      await expect(add(sam, createAuthenticator(), deviation)).rejects.toMatchObject(refused);
    }
    expect(await passkeysOf(sam)).toEqual([]);
    expect(await passkeysOf(person)).toHaveLength(1);
  });

  test('is refused for a twenty-first passkey', async () => {
    const tom = await signUp(server.origin, 'Tom');
    const { options } = await start(tom);
    for (let count = 0; count < 20; count++) await add(tom, createAuthenticator());
    const full = { status: 409, code: 'passkeys_full' };
    await expect(start(tom)).rejects.toMatchObject(full);
    const body = createAuthenticator().create(options);
    await expect(call(server.origin, 'addPasskey', { body }, tom.token)).rejects.toMatchObject(full);
  });
});

describe('deleting a passkey', () => {
  const remove = (person: Person, passkeyId: Awaited<ReturnType<typeof passkeysOf>>[number]['id']) =>
    call(server.origin, 'deletePasskey', { params: { passkeyId } }, person.token);

  test('ends it, and no other person’s', async () => {
    const una = await withPasskey('Una');
    const vic = await withPasskey('Vic');
    const { id } = (await passkeysOf(una.person))[0] ?? { id: 0 as never };
    await expect(remove(vic.person, id)).rejects.toMatchObject({ status: 404, code: 'not_found' });
    await remove(una.person, id);
    expect(await passkeysOf(una.person)).toEqual([]);
    await expect(login(una.authenticator)).rejects.toMatchObject(refused);
    await login(vic.authenticator);
  });

  test('is refused for the last one of an account without a password, even if it has a Google id', async () => {
    const { person } = await withPasskey('Wim');
    const without = { password_hash: '', google_subject: 'subject-of-wim' };
    await database.transact((tx) => tx('accounts').where({ id: person.user.id }).update(without));
    await add(person, createAuthenticator());
    const [first, second] = await passkeysOf(person);
    if (first === undefined || second === undefined) throw new Error('Expected two passkeys');
    await remove(person, first.id);
    await expect(remove(person, second.id)).rejects.toMatchObject({ status: 409, code: 'last_way_in' });
    expect(await passkeysOf(person)).toHaveLength(1);
  });
});

describe('the site of the passkeys', () => {
  test('is that of PUBLIC_URL, whatever the request says', async () => {
    const own = await startServer({ PUBLIC_URL: 'https://drop.example' });
    try {
      const xan = await signUp(own.origin, 'Xan');
      const authenticator = createAuthenticator();
      const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example', Origin: 'https://evil.example' };
      const request = { method: 'POST', path: '/v1/user/passkeys/login/options', headers };
      const { body } = await send(own.origin, new Agent(), request);
      expect(JSON.parse(body).options.rpId).toBe('drop.example');
      await expect(add(xan, authenticator, {}, own)).rejects.toMatchObject(refused);
      await add(xan, authenticator, { origin: 'https://drop.example' }, own);
      for (const origin of ['https://evil.drop.example', 'http://drop.example', 'https://drop.example:8443']) {
        await expect(login(authenticator, { origin }, { origin: own.origin })).rejects.toMatchObject(refused);
      }
      await login(authenticator, { origin: 'https://drop.example' }, { origin: own.origin });
    } finally {
      await own.stop();
    }
  });

  test('is missing if the server is reached by an IP address, and passkeys are off', async () => {
    const own = await startServer({ PUBLIC_URL: 'http://127.0.0.1:3000' });
    try {
      const yan = await signUp(own.origin, 'Yan');
      expect((await call(own.origin, 'readConfig', {})).hasPasskeys).toBe(false);
      const off = { status: 404, code: 'passkeys_not_configured' };
      await expect(start(yan, undefined, own)).rejects.toMatchObject(off);
      await expect(call(own.origin, 'startPasskeyLogin', {})).rejects.toMatchObject(off);
    } finally {
      await own.stop();
    }
  });
});
