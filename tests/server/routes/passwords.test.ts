import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterAll, describe, expect, test } from 'vitest';
import { createPasswords } from '../../../server/domain/accounts/passwords.ts';
import { MAILS_PER_EMAIL } from '../../../server/http/account-throttles.ts';
import { findStored } from '../../support/database/find-bytes.ts';
import { changeRows, withDatabase } from '../../support/database/test-database.ts';
import { startGoogle } from '../../support/network/google.ts';
import { linkIn, startMailServer, tokenIn } from '../../support/network/mail-server.ts';
import { call, codeOf } from '../../support/server/api.ts';
import { makeGuest, makeParcours, type Person, signUp, signUpAs } from '../../support/server/people.ts';
import { startServer } from '../../support/server/server.ts';
import { useServer } from '../../support/server/use-server.ts';

const HOUR_MS = 3600 * 1000;
const FRESH = 'une belle promenade';

const mailServer = await startMailServer();
afterAll(mailServer.stop);
const server = useServer(mailServer.env);

const login = (email: string, password: string) => call(server.origin, 'login', { body: { email, password } });
const isValid = ({ token }: { readonly token: string }) =>
  call(server.origin, 'readMe', {}, token).then(
    () => true,
    () => false,
  );
const askReset = (email: string) => call(server.origin, 'requestReset', { body: { email } });
const reset = (token: string, password = FRESH) => call(server.origin, 'resetPassword', { body: { token, password } });

/** Requests a link and returns its token after the mail has arrived. */
async function resetToken({ email }: Pick<Person, 'email'>): Promise<string> {
  const before = mailServer.mails.filter(isReset).filter(({ to }) => to.includes(email)).length;
  await askReset(email);
  const mails = await mailServer.mailsTo(email, isReset, before + 1);
  const newest = mails.at(-1);
  if (newest === undefined) throw new Error(`Expected a mail to ${email}`);
  return tokenIn(newest);
}

function isReset({ subject }: { readonly subject: string }): boolean {
  return subject.includes('mot de passe');
}

describe('a chosen password', () => {
  test.each([
    ['a', 'password_short'],
    ['password123', 'password_common'],
    ['nadia@example.org', 'password_own'],
  ])('is not %j at the sign-up', async (password, code) => {
    const body = { name: 'Nadia', email: 'nadia@example.org', password };
    await expect(call(server.origin, 'createAccount', { body })).rejects.toMatchObject({ status: 400, code });
  });

  test.each([
    ['a', 'password_short'],
    ['password123', 'password_common'],
    ['Olga Long Name', 'password_own'],
  ])('is not %j at a change', async (password, code) => {
    const olga = await signUp(server.origin, 'Olga Long Name');
    const body = { current: olga.password, password };
    await expect(call(server.origin, 'changePassword', { body }, olga.token)).rejects.toMatchObject({
      status: 400,
      code,
    });
  });

  test('may not be weak at a reset, and the link still works after that', async () => {
    const pia = await signUp(server.origin, 'Pia');
    const token = await resetToken(pia);
    await expect(reset(token, 'a')).rejects.toMatchObject({ status: 400, code: 'password_short' });
    await expect(reset(token, 'password123')).rejects.toMatchObject({ status: 400, code: 'password_common' });
    await expect(reset(token, pia.email)).rejects.toMatchObject({ status: 400, code: 'password_own' });
    expect(await reset(token)).toEqual({ status: 'ok' });
  });

  test('may be short if it is older than the rule', async () => {
    const { user, email } = await signUp(server.origin, 'Quentin');
    const hash = await createPasswords('fast').hash('a', 'test');
    await changeRows(server.dataDir, (tx) => tx('accounts').where({ id: user.id }).update({ password_hash: hash }));
    expect((await login(email, 'a')).user).toEqual(user);
  });
});

describe('a changed password', () => {
  test('applies at once, and ends the other sessions and the reset links', async () => {
    const rose = await signUp(server.origin, 'Rose');
    const other = await login(rose.email, rose.password);
    const stranger = await signUp(server.origin, 'Stranger');
    const link = await resetToken(rose);
    const body = { current: rose.password, password: FRESH };
    expect(await call(server.origin, 'changePassword', { body }, rose.token)).toEqual({ status: 'ok' });
    expect([await isValid(rose), await isValid(other), await isValid(stranger)]).toEqual([true, false, true]);
    await expect(login(rose.email, rose.password)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await expect(reset(link)).rejects.toMatchObject({ code: 'mail_link_ended' });
    expect((await login(rose.email, FRESH)).user.id).toBe(rose.user.id);
  });

  test('needs the current one, which cannot be guessed by trying', async () => {
    const sam = await signUp(server.origin, 'Sam');
    const attempt = (current: string) =>
      call(server.origin, 'changePassword', { body: { current, password: FRESH } }, sam.token);
    await expect(attempt('wrong')).rejects.toMatchObject({ status: 400, code: 'invalid_credentials' });
    expect(await isValid(sam)).toBe(true);
    for (let count = 1; count < 10; count++) await attempt('wrong').catch(() => undefined);
    await expect(attempt(sam.password)).rejects.toMatchObject({ status: 429, code: 'too_many_requests' });
  });

  test('cannot be guessed more often by switching between calls', async () => {
    const ivy = await signUp(server.origin, 'Ivy');
    const calls: ((password: string) => Promise<unknown>)[] = [
      (current) => call(server.origin, 'changePassword', { body: { current, password: FRESH } }, ivy.token),
      (password) => call(server.origin, 'startPasskey', { body: { password } }, ivy.token),
      (password) => call(server.origin, 'eraseMe', { body: { drops: 'keep', lost: [], password } }, ivy.token),
      (password) => login(ivy.email, password),
    ];
    const codes: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (const guess of calls) codes.push(await codeOf(guess(`wrong ${round}`)));
    }
    expect(codes).toEqual([...Array(10).fill('invalid_credentials'), 'too_many_requests', 'too_many_requests']);
  });
});

describe('a forgotten password', () => {
  test('is replaced by a mailed link, whose host no request can set; that ends every session', async () => {
    const tom = await signUp(server.origin, 'Tom');
    const response = await fetch(`${server.origin}/v1/user/password/forgotten`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
      body: JSON.stringify({ email: ` ${tom.email.toUpperCase()}` }),
    });
    expect(await response.json()).toEqual({ status: 'ok' });
    const mails = await mailServer.mailsTo(tom.email, isReset);
    expect(mails).toHaveLength(1);
    const [mail] = mails;
    if (mail === undefined) throw new Error('Expected a mail');
    expect(mail).toMatchObject({ from: 'bonjour@drop.example', to: [tom.email] });
    expect(mail.raw).not.toContain('evil.example');
    const link = linkIn(mail);
    expect(link.href).toMatch(/^https:\/\/drop\.example\/resetpassword#[\w-]{43}$/);
    expect(await reset(tokenIn(mail))).toEqual({ status: 'ok' });
    expect(await isValid(tom)).toBe(false);
    await expect(login(tom.email, tom.password)).rejects.toMatchObject({ code: 'invalid_credentials' });
    const { token } = await login(tom.email, FRESH);
    // Access to the mail proves the address.
    expect((await call(server.origin, 'readSecurity', {}, token)).emailVerified).toBe(true);
  });

  test('accepts a link once, which ends the older ones', async () => {
    const una = await signUp(server.origin, 'Una');
    const [first, second] = [await resetToken(una), await resetToken(una)];
    expect(first).not.toBe(second);
    const outcomes = await Promise.allSettled([reset(second), reset(second), reset(second)]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const used of [first, second]) {
      await expect(reset(used)).rejects.toMatchObject({ status: 410, code: 'mail_link_ended' });
    }
  });

  test('accepts no expired, made-up or different link', async () => {
    const own = await startServer(mailServer.env);
    try {
      const vic = await signUp(own.origin, 'Vic');
      await call(own.origin, 'requestReset', { body: { email: vic.email } });
      const token = tokenIn((await mailServer.mailsTo(vic.email, isReset))[0] ?? fail());
      const proof = tokenIn((await mailServer.mailsTo(vic.email, (mail) => !isReset(mail)))[0] ?? fail());
      const attemptWith = (text: string) =>
        call(own.origin, 'resetPassword', { body: { token: text, password: FRESH } }).catch(({ code }) => code);
      expect(await attemptWith(proof)).toBe('mail_link_ended');
      expect(await attemptWith(`${token}A`)).toBe('mail_link_ended');
      own.advance(HOUR_MS);
      expect(await attemptWith(token)).toBe('mail_link_ended');
      expect((await call(own.origin, 'login', { body: vic })).user).toEqual(vic.user);
      // The next start deletes expired links.
      await own.restart();
      const links = await withDatabase(own.dataDir, ({ reader }) => reader('mail_links').where({ purpose: 'reset' }));
      expect(links).toEqual([]);
    } finally {
      await own.stop();
    }
  });

  test('gets the same answer with and without an account, and a mail only with one', async () => {
    const wes = await signUp(server.origin, 'Wes');
    const guest = await visitSomewhere();
    const post = async (email: string): Promise<[number, string, string[]]> => {
      const response = await fetch(`${server.origin}/v1/user/password/forgotten`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email }),
      });
      const headers = [...response.headers.keys()].filter((name) => name !== 'date').sort();
      return [response.status, await response.text(), headers];
    };
    const known = await post(wes.email);
    expect(known.slice(0, 2)).toEqual([200, '{"status":"ok"}']);
    expect(await post('nobody@example.org')).toEqual(known);
    expect(await post(guest)).toEqual(known);
    await mailServer.mailsTo(wes.email, isReset);
    // Requested after those of the strangers.
    await resetToken(wes);
    expect(mailServer.mails.filter(({ to }) => to.includes(guest) || to.includes('nobody@example.org'))).toEqual([]);
  });

  test('gets an answer while the mail server is still silent', async () => {
    const mute = createServer();
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const connection = new Promise<Socket>((resolve) => mute.once('connection', resolve));
    const { port } = mute.address() as AddressInfo;
    const own = await startServer({ ...mailServer.env, SMTP_URL: `smtp://127.0.0.1:${port}` });
    try {
      // The sign-up sends a mail, too.
      const { email } = await signUp(own.origin, 'Xia');
      expect(await call(own.origin, 'requestReset', { body: { email } })).toEqual({ status: 'ok' });
      mute.on('connection', (socket) => socket.destroy());
      (await connection).destroy();
    } finally {
      await own.stop();
      mute.close();
    }
  });

  test('can be reset by its owner however often strangers ask, and they cannot fill the mailbox', async () => {
    const yan = await signUp(server.origin, 'Yan');
    for (let count = 0; count < 8; count++) expect(await askReset(yan.email)).toEqual({ status: 'ok' });
    // Requested after all of Yan's.
    await resetToken(await signUp(server.origin, 'Yoko'));
    const mails = await mailServer.mailsTo(yan.email, isReset, MAILS_PER_EMAIL + 1);
    expect(mails).toHaveLength(MAILS_PER_EMAIL + 1);
    expect(await reset(tokenIn(mails.at(-1) ?? fail()))).toEqual({ status: 'ok' });
  });

  test('leaves its token neither in the database nor in any response', async () => {
    const zoe = await signUp(server.origin, 'Zoe');
    const token = await resetToken(zoe);
    const stored = await findStored(server.dataDir, { account: zoe.email, token });
    expect(stored.join()).toContain('account in');
    expect(stored.join()).not.toContain('token in');
  });

  test('can also be a missing one: a reset link sets the first after a Google sign-up', async () => {
    const google = await startGoogle();
    const own = await startServer({ ...google.env, ...mailServer.env });
    try {
      const accessToken = google.grant('sub-ada', 'ada@gmail.com');
      const { user, token } = await call(own.origin, 'loginWithGoogle', { body: { accessToken } });
      expect((await call(own.origin, 'readSecurity', {}, token)).hasPassword).toBe(false);
      await call(own.origin, 'requestReset', { body: { email: user.email } });
      const [mail] = await mailServer.mailsTo(user.email, isReset);
      if (mail === undefined) throw new Error('Expected a mail');
      await call(own.origin, 'resetPassword', { body: { token: tokenIn(mail), password: FRESH } });
      const entered = await call(own.origin, 'login', { body: { email: user.email, password: FRESH } });
      expect(entered.user).toEqual(user);
      expect((await call(own.origin, 'readSecurity', {}, entered.token)).hasPassword).toBe(true);
    } finally {
      await own.stop();
      await google.stop();
    }
  });

  test('cannot be reset by mail without a mail server', async () => {
    const own = await startServer();
    try {
      const { email } = await signUp(own.origin, 'Abel');
      const asked = call(own.origin, 'requestReset', { body: { email } });
      await expect(asked).rejects.toMatchObject({ status: 404, code: 'mail_not_configured' });
      expect((await call(own.origin, 'readConfig', {})).sendsMail).toBe(false);
      expect((await call(server.origin, 'readConfig', {})).sendsMail).toBe(true);
    } finally {
      await own.stop();
    }
  });
});

function fail(): never {
  throw new Error('Expected a mail');
}

/** Makes a guest's throwaway account and returns its email. */
async function visitSomewhere(): Promise<string> {
  const owner = await signUpAs(server, 'Map Owner', 'admin');
  const parcoursId = await makeParcours(server.origin, owner);
  return (await makeGuest(server.origin, owner, parcoursId)).email;
}
