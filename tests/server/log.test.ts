import { expect, test } from 'vitest';
import { ErrorBody } from '../../contracts/errors.ts';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { serve } from '../../server/serve.ts';
import { testEnvironment } from '../support/database/test-database.ts';
import { startMailServer } from '../support/network/mail-server.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeInvite, makeParcours, makePlace, setRole, signUp, upload } from '../support/server/people.ts';
import { startServer, TEST_SECRET } from '../support/server/server.ts';
import { makeFolder } from '../support/test-folder.ts';

test('every request is logged with its id and status, but without password, token or signature', async () => {
  const dataDir = await makeFolder();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const server = await serve(readConfig(await environmentOn(dataDir)), log);
  try {
    const ana = await signUp(server.origin, 'Ana');
    const place = await makePlace(server.origin, ana, await makeParcours(server.origin, ana));
    const { link } = await upload(server.origin, ana, place, await fixture('conforming-mono.wav'));
    const media = await fetch(server.origin + link);
    await media.arrayBuffer();
    const wrong = call(server.origin, 'login', { body: { email: ana.email, password: 'wrong password' } });
    await expect(wrong).rejects.toMatchObject({ status: 400 });

    const find = (id: string | null) => lines.map((line) => JSON.parse(line)).find(({ requestId }) => requestId === id);
    await expect.poll(() => find(media.headers.get('X-Request-Id'))).toMatchObject({ method: 'GET', status: 200 });
    await expect.poll(() => lines.some((line) => JSON.parse(line).status === 400)).toBe(true);
    const signature = new URL(link, server.origin).searchParams.get('signature') ?? 'none';
    for (const secret of [ana.token, ana.password, 'wrong password', signature])
      expect(lines.join()).not.toContain(secret);
  } finally {
    await server.close();
  }
});

test('a role request and its answer are logged with ids, without names or words', async () => {
  const dataDir = await makeFolder();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const server = await serve(readConfig({ ...(await environmentOn(dataDir)), PASSWORD_COST: 'fast' }), log);
  try {
    const { origin } = server;
    const [ana, noe] = [await signUp(origin, 'Ana'), await signUp(origin, 'Noe')];
    await setRole({ dataDir }, ana, 'admin');
    const words = 'Pour dessiner le quai';
    const { id } = await call(origin, 'requestRole', { body: { role: 'editor', words } }, noe.token);
    const answer = { answer: 'granted' as const, words: 'Volontiers' };
    for (let again = 0; again < 2; again += 1) {
      await call(origin, 'answerRoleRequest', { params: { requestId: id }, body: answer }, ana.token);
    }
    const told = lines.map((line) => JSON.parse(line)).filter(({ roleRequestId }) => roleRequestId === id);
    expect(told).toMatchObject([
      { msg: 'role request asked', accountId: noe.user.id },
      { msg: 'role request granted', accountId: noe.user.id, by: ana.user.id },
    ]);
    for (const text of [noe.email, 'Noe', words, 'Volontiers']) expect(lines.join()).not.toContain(text);
  } finally {
    await server.close();
  }
});

test('the log of a whole session with all kinds of failures contains no secret', async () => {
  const dataDir = await makeFolder();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const env = {
    ...(await environmentOn(dataDir)),
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_TOKENINFO_URL: 'http://127.0.0.1:9/tokeninfo',
    GOOGLE_USERINFO_URL: 'http://127.0.0.1:9/userinfo',
  };
  const server = await serve(readConfig(env), log);
  const refusals: string[] = [];
  const { origin } = server;
  const refused = async (response: Response): Promise<void> => {
    expect(response.status).toBeGreaterThanOrEqual(400);
    refusals.push(ErrorBody.parse(await response.json()).error.requestId ?? 'none');
  };
  const post = (path: string, body: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(origin + path, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
  try {
    const [ana, ben] = [await signUp(origin, 'Ana'), await signUp(origin, 'Ben')];
    const parcoursId = await makeParcours(origin, ana);
    const invite = await makeInvite(origin, ana, parcoursId, 'drop');
    const shared = await call(
      origin,
      'createShareLink',
      { params: { mapId: parcoursId, privilege: 'drop' }, body: {} },
      ana.token,
    );
    await call(origin, 'acceptInvite', { body: { token: invite.token } }, ben.token);
    const place = await makePlace(origin, ben, parcoursId);
    const { link, peaks } = await upload(origin, ben, place, await fixture('conforming-mono.wav'));
    for (const path of [link, peaks ?? link, `${link}x`]) await (await fetch(origin + path)).arrayBuffer();

    await refused(await post('/v1/user/login', JSON.stringify({ email: ana.email, password: 'a wrong password' })));
    await refused(await post('/v1/user/login', `{"password": "a broken password"`));
    await refused(await post('/v1/user/createaccount', JSON.stringify({ password: 'a lonely password', name: 1 })));
    await refused(await post('/v1/user/google', JSON.stringify({ accessToken: 'a token of Google' })));
    await refused(await post('/v1/invite/accept', JSON.stringify({ token: 'a made up invite' }), auth(ana.token)));
    await refused(
      await post('/v1/drop/upload', 'no form', { ...auth(ana.token), 'Content-Type': 'multipart/form-data' }),
    );
    await refused(await fetch(`${origin}/v1/nothing?token=${ana.token}`, { headers: auth(ana.token) }));
    await refused(await fetch(`${origin}/%E0%A4%A?token=${ana.token}`));
    await refused(await fetch(`${origin}/v1/user/me`, { headers: auth(`${ana.token}${'x'.repeat(20_000)}`) }));
    await refused(await fetch(`${origin}/v1/user/me`, { headers: auth('a made up token') }));
    const ticket = await exportTicket(origin, ana.token);
    await refused(await fetch(`${origin}//v1/export/${ticket}`));
    await refused(await fetch(`${origin}/v1/export/${ticket}%2f`));
    await refused(await fetch(`${origin}/v1/export%2F${ticket}`));
    await (await fetch(`${origin}/V1/Export/${ticket}`)).arrayBuffer();
    await call(origin, 'logout', {}, ana.token);

    const find = (id: string) => lines.find((line) => line.includes(id));
    await expect.poll(() => refusals.filter((id) => find(id) === undefined)).toEqual([]);
    const signatures = [link, peaks ?? link].map(
      (path) => new URL(path, origin).searchParams.get('signature') ?? 'none',
    );
    const secrets = [
      ana.token,
      ben.token,
      ana.password,
      ben.password,
      invite.token,
      shared.token,
      TEST_SECRET,
      ticket,
      ...signatures,
    ];
    const guesses = [
      'wrong password',
      'broken password',
      'lonely password',
      'token of Google',
      'made up invite',
      'made up token',
    ];
    expect([...secrets, ...guesses].filter((secret) => lines.some((line) => line.includes(secret)))).toEqual([]);
  } finally {
    await server.close();
  }
});

test('a refused mail is logged without its recipient, its link and the mail server’s password', async () => {
  const dataDir = await makeFolder();
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const mailServer = await startMailServer({ refuses: true });
  const { SMTP_URL, ...env } = mailServer.env;
  const smtpUrl = SMTP_URL.replace('//', '//me:hunter2@');
  const config = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    DEMO: '0',
    PASSWORD_COST: 'fast',
    ...env,
    SMTP_URL: smtpUrl,
  });
  const server = await serve(config, log);
  try {
    const ana = await signUp(server.origin, 'Ana');
    await call(server.origin, 'requestReset', { body: { email: ana.email } });
    const failures = () =>
      lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a mail could not be sent');
    await expect.poll(failures).toHaveLength(2);
    expect(failures()[0]).toMatchObject({ name: 'Error', code: expect.any(String) });
    for (const text of [ana.email, 'hunter2', 'resetpassword#', 'verifyemail#'])
      expect(lines.join()).not.toContain(text);
  } finally {
    await server.close();
    await mailServer.stop();
  }
});

test('a refused warning before an account’s end is logged with the account’s id alone', async () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  const mailServer = await startMailServer({ refuses: true });
  const server = await startServer(mailServer.env, undefined, log);
  try {
    const ana = await signUp(server.origin, 'Ana');
    server.advance(3 * 365 * 24 * 3600 * 1000);
    await server.restart();
    const failures = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg?.startsWith('no warning'));
    expect(failures).toMatchObject([{ accountId: ana.user.id, code: expect.any(String) }]);
    expect(lines.join()).not.toContain(ana.email);
  } finally {
    await server.stop();
    await mailServer.stop();
  }
});

test('a secret that code logs by mistake is redacted', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => lines.push(line) });
  log.info({ req: { headers: { authorization: 'Bearer abc' } }, body: { password: 'abc' }, token: 'abc' });
  log.error({ err: Object.assign(new Error('failed'), { body: '{"password":"abc"}' }), config: { secret: 'abc' } });
  log.info({ request: { query: { signature: 'abc' }, headers: { Authorization: 'abc', cookie: 'abc' } } });
  expect(lines.join()).toContain('[Redacted]');
  expect(lines.join()).not.toContain('abc');
});

function auth(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

async function environmentOn(dataDir: string): Promise<Record<string, string>> {
  return { ...(await testEnvironment(dataDir)), PORT: '0', DEMO: '0', SECRET: TEST_SECRET };
}

/** Extracts the ticket of an export link. */
async function exportTicket(origin: string, token: string): Promise<string> {
  const { link } = await call(origin, 'requestExport', {}, token);
  return link.slice(link.lastIndexOf('/') + 1);
}
