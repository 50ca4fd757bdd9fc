import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../server/domain/app-error.ts';
import {
  type AccountThrottles,
  createAccountThrottles,
  GOOGLE_LOGINS_PER_ADDRESS,
  INVITE_LOOKS_PER_ADDRESS,
  INVITE_MAILS_PER_RECIPIENT,
  INVITE_MAILS_PER_SENDER,
  LOGIN_FAILURES_PER_ACCOUNT,
  LOGIN_FAILURES_PER_ADDRESS,
  LOGIN_FAILURES_PER_PAIR,
  LOGIN_FAILURES_WINDOW_S,
  MAIL_AGAIN_S,
  MAILS_PER_EMAIL,
  PASSKEY_CALLS_PER_ADDRESS,
  RESETS_PER_ADDRESS,
} from '../../../server/http/account-throttles.ts';
import { signUp } from '../../support/server/people.ts';
import { openRateLimits, type TestRateLimits } from '../../support/server/rate-limits.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const HOME = '192.0.2.1';
const ANA = 'ana@example.org';
let limits: TestRateLimits;
let throttles: AccountThrottles;
beforeAll(async () => {
  limits = await openRateLimits();
});
beforeEach(async () => {
  await limits.database.counts?.deleteBefore(Number.MAX_SAFE_INTEGER);
  throttles = createAccountThrottles({ signUpsPerHour: 2, guestsPerHour: 3 }, limits.join());
});
afterAll(() => limits.stop());

/** Makes one attempt to log in: `in`, `wrong`, or `throttled` without a check of the password. */
async function attempt(email: string, address: string, succeeds = false): Promise<string> {
  let wasMade = false;
  const outcome = throttles.login(email, address, async () => {
    wasMade = true;
    if (!succeeds) throw new AppError('invalid_credentials', 'Invalid email or password');
    return 'in';
  });
  return outcome.catch(({ code, retryAfterS }: AppError) => {
    if (code === 'invalid_credentials') return 'wrong';
    expect(wasMade).toBe(false);
    expect(retryAfterS).toBeGreaterThan(0);
    expect(retryAfterS).toBeLessThanOrEqual(LOGIN_FAILURES_WINDOW_S);
    return 'throttled';
  });
}

async function fail(times: number, email: string | ((turn: number) => string), address: (turn: number) => string) {
  for (let turn = 0; turn < times; turn++) {
    const outcome = await attempt(typeof email === 'string' ? email : email(turn), address(turn));
    expect(outcome).toBe('wrong');
  }
}

describe('guesses at a password', () => {
  test('are stopped for one address and account, even the right one, but not elsewhere', async () => {
    await fail(LOGIN_FAILURES_PER_PAIR, ANA, () => HOME);
    expect(await attempt(ANA, HOME, true)).toBe('throttled');
    expect(await attempt(ANA, '192.0.2.2', true)).toBe('in');
    expect(await attempt('bo@example.org', HOME, true)).toBe('in');
  });

  test('are counted before they fail, so that a burst gets no more than a sequence', async () => {
    const burst = await Promise.all(Array.from({ length: 50 }, () => attempt(ANA, HOME)));
    expect(burst.filter((outcome) => outcome === 'wrong')).toHaveLength(LOGIN_FAILURES_PER_PAIR);
  });

  test('are reset by a successful login', async () => {
    for (let round = 0; round < 5; round++) {
      await fail(LOGIN_FAILURES_PER_PAIR - 1, ANA, () => HOME);
      expect(await attempt(ANA, HOME, true)).toBe('in');
    }
  });

  test('are forgotten after a while', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    try {
      await fail(LOGIN_FAILURES_PER_PAIR, ANA, () => HOME);
      expect(await attempt(ANA, HOME)).toBe('throttled');
      vi.advanceTimersByTime(LOGIN_FAILURES_WINDOW_S * 1000);
      expect(await attempt(ANA, HOME, true)).toBe('in');
    } finally {
      vi.useRealTimers();
    }
  });

  test('are stopped for an address that tries many accounts', async () => {
    await fail(
      LOGIN_FAILURES_PER_ADDRESS,
      (turn) => `nobody-${turn}@example.org`,
      () => HOME,
    );
    expect(await attempt(ANA, HOME, true)).toBe('throttled');
    expect(await attempt(ANA, '192.0.2.2', true)).toBe('in');
  });

  test('are stopped for an account that many addresses try, but not where its owner logged in', async () => {
    expect(await attempt(ANA, HOME, true)).toBe('in');
    await fail(LOGIN_FAILURES_PER_ACCOUNT, ANA, (turn) => `203.0.113.${turn}`);
    expect(await attempt(ANA, '203.0.113.200', true)).toBe('throttled');
    expect(await attempt(ANA, HOME, true)).toBe('in');
    expect(await attempt(ANA, HOME)).toBe('wrong');
  });

  test('from one address never lock an account, however many they are', async () => {
    for (let turn = 0; turn < 3 * LOGIN_FAILURES_PER_ACCOUNT; turn++) await attempt(ANA, HOME);
    expect(await attempt(ANA, '192.0.2.2', true)).toBe('in');
  });
});

test('logins that succeed, or fail because of the server, don’t count', async () => {
  for (let turn = 0; turn < 2 * LOGIN_FAILURES_PER_ADDRESS; turn++) {
    expect(await attempt(`ana-${turn}@example.org`, HOME, true)).toBe('in');
  }
  for (let turn = 0; turn < 2 * LOGIN_FAILURES_PER_PAIR; turn++) {
    const failing = throttles.login(ANA, HOME, () => Promise.reject(new Error('disk')));
    await expect(failing).rejects.toThrow('disk');
  }
});

test('sign-ups and new guests are counted separately, for each address', async () => {
  const visit = () => throttles.visit(HOME, true, async () => 'in');
  for (let turn = 0; turn < 2; turn++) await throttles.signUp(HOME);
  for (let turn = 0; turn < 3; turn++) await visit();
  await expect(throttles.signUp(HOME)).rejects.toMatchObject({ code: 'too_many_requests' });
  await expect(visit()).rejects.toMatchObject({ code: 'too_many_requests' });
  await throttles.signUp('192.0.2.2');
});

test('visits count as new guests only if they create an account; known guests can return', async () => {
  const visit = (makesAccount: boolean) => throttles.visit(HOME, makesAccount, async () => 'in');
  const fail = () =>
    throttles.visit(HOME, true, async () => {
      throw new AppError('invite_expired', 'too late');
    });
  for (let turn = 0; turn < 4; turn++) await expect(fail()).rejects.toMatchObject({ code: 'invite_expired' });
  for (let turn = 0; turn < 3; turn++) await visit(true);
  await expect(visit(true)).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await visit(false)).toBe('in');
});

test('looks at invitations are limited for each address', async () => {
  for (let turn = 0; turn < INVITE_LOOKS_PER_ADDRESS; turn++) await throttles.inviteLook(HOME);
  await expect(throttles.inviteLook(HOME)).rejects.toMatchObject({ code: 'too_many_requests' });
  await throttles.inviteLook('192.0.2.2');
});

test('sign-ins through Google are limited for each address', async () => {
  for (let turn = 0; turn < GOOGLE_LOGINS_PER_ADDRESS; turn++) await throttles.googleLogin(HOME);
  await expect(throttles.googleLogin(HOME)).rejects.toMatchObject({ code: 'too_many_requests' });
  await throttles.googleLogin('192.0.2.2');
});

test('logins with passkeys are limited for each address', async () => {
  for (let turn = 0; turn < PASSKEY_CALLS_PER_ADDRESS; turn++) await throttles.passkeyLogin(HOME);
  await expect(throttles.passkeyLogin(HOME)).rejects.toMatchObject({ code: 'too_many_requests' });
  await throttles.passkeyLogin('192.0.2.2');
});

describe('forgotten passwords', () => {
  test('are answered however often others ask for the same email, which gets a mail now and then', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    try {
      const askFrom = (at: number) => throttles.reset(ANA, `198.51.100.${at}`);
      const strangers = [];
      for (let at = 0; at < 20; at++) strangers.push(await askFrom(at));
      expect(strangers.filter(Boolean)).toHaveLength(MAILS_PER_EMAIL + 1);
      vi.advanceTimersByTime(MAIL_AGAIN_S * 1000);
      expect(await throttles.reset(ANA, HOME)).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  test('are limited for an address that asks for many emails', async () => {
    for (let turn = 0; turn < RESETS_PER_ADDRESS; turn++) await throttles.reset(`nobody-${turn}@example.org`, HOME);
    await expect(throttles.reset(ANA, HOME)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await throttles.reset(ANA, '192.0.2.2')).toBe(true);
  });
});

describe('over HTTP', () => {
  const server = useServer({ TRUST_PROXY: 'loopback', SIGN_UPS_PER_HOUR: '1' });

  const post = (path: string, body: object, from: string) =>
    fetch(`${server.origin}/v1/user/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
      body: JSON.stringify(body),
    });

  test('a throttled login gets 429 with Retry-After, whether or not the account exists', async () => {
    const { email } = await signUp(server.origin, 'Ana');
    const refusals = [];
    for (const tried of [email, 'nobody@example.org']) {
      let response = await post('login', { email: tried, password: 'wrong' }, '198.51.100.1');
      for (let turn = 1; turn < LOGIN_FAILURES_PER_PAIR + 1; turn++) {
        expect(response.status).toBe(400);
        response = await post('login', { email: tried, password: 'wrong' }, '198.51.100.1');
      }
      expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
      const { error } = (await response.json()) as { error: { code: string; message: string } };
      refusals.push([response.status, error.code, error.message.replace(/\d+/, 'N')]);
    }
    expect(refusals[0]).toEqual([429, 'too_many_requests', expect.any(String)]);
    expect(refusals[1]).toEqual(refusals[0]);
    const elsewhere = await post('login', { email, password: 'password of Ana' }, '198.51.100.2');
    expect(elsewhere.status).toBe(200);
  });

  test('sign-ups count for the address from a trusted proxy, whatever the client sent', async () => {
    const signUpFrom = async (name: string, from: string) =>
      (await post('createaccount', { name, email: `${name}@example.org`, password: 'a long password' }, from)).status;
    expect(await signUpFrom('a', '198.51.100.7')).toBe(200);
    expect(await signUpFrom('b', '10.9.8.7, 198.51.100.7')).toBe(429);
    expect(await signUpFrom('c', '198.51.100.8')).toBe(200);
    expect(await signUpFrom('d', '2001:db8:1:1::1')).toBe(200);
    expect(await signUpFrom('e', '2001:db8:1:1:ffff::2')).toBe(429);
  });

  test('without a trusted proxy the header is ignored', async () => {
    const own = await startServer({ SIGN_UPS_PER_HOUR: '1' });
    try {
      await signUp(own.origin, 'One');
      const again = await fetch(`${own.origin}/v1/user/createaccount`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': '198.51.100.9' },
        body: JSON.stringify({ name: 'Two', email: 'two@example.org', password: 'a long password' }),
      });
      expect(again.status).toBe(429);
    } finally {
      await own.stop();
    }
  });
});

test('mails of invitations count only if they are sent', async () => {
  const [most, all] = [INVITE_MAILS_PER_SENDER - 1, INVITE_MAILS_PER_RECIPIENT];
  const mail = (count: number, send: (within: readonly string[]) => Promise<unknown>) =>
    throttles.inviteMails(
      7,
      Array.from({ length: count }, () => ANA),
      send,
    );
  await expect(mail(most, () => Promise.reject(new Error('disk')))).rejects.toThrow('disk');
  await expect(mail(most + 2, async () => 'sent')).rejects.toMatchObject({ code: 'too_many_requests' });
  expect(await mail(most, async (within) => within.length)).toBe(all);
  expect(await mail(1, async (within) => within.length)).toBe(0);
});
