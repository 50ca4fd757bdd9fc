import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ParcoursId, type UserId } from '../../../contracts/vocabulary.ts';
import { createSessions, type Sessions } from '../../../server/domain/accounts/sessions.ts';
import { createTokens } from '../../../server/domain/accounts/tokens.ts';
import { createAdmission, createConcurrencyLimit } from '../../../server/http/admission.ts';
import { createErrorHandler } from '../../../server/http/error-handler.ts';
import { createRateLimits } from '../../../server/http/rate-limit.ts';
import { createLog } from '../../../server/log.ts';
import { insertAccount } from '../../../server/store/accounts.ts';
import type { Database, Transactor } from '../../../server/store/database.ts';
import { insertRoleRequest } from '../../../server/store/role-requests.ts';
import { makeDatabase } from '../../support/database/make-database.ts';
import { TEST_SECRET } from '../../support/server/server.ts';

const UNKNOWN = { browser: null, system: null };
const nobody = () => Promise.reject(new Error('Nobody reads without an account here'));
const NOW = '2026-11-26T12:00:00.000Z';

let database: Database;
let sessions: Sessions;
let server: Server;
let logged: unknown[];
/** `meanwhile` happens to the account after its request is admitted; `write` is the request's own change. */
let meanwhile: (tx: Transactor, id: UserId) => Promise<unknown>;
let write: (tx: Transactor, id: UserId) => Promise<unknown>;

beforeEach(async () => {
  ({ database } = await makeDatabase());
  sessions = createSessions(database, createTokens(TEST_SECRET, Date.now), Date.now);
  logged = [];
  const limit = createRateLimits(null).limit('call', { times: 100, perS: 60 });
  const admission = createAdmission({ byToken: sessions.identify, bySlug: nobody }, limit, createConcurrencyLimit(10));
  const app = express();
  app.post('/admitted', async (request, response) => {
    const { id } = await admission.admit(request);
    await database.transact((tx) => meanwhile(tx, id));
    await database.transact((tx) => write(tx, id));
    response.end();
  });
  app.post('/open', async () => database.transact((tx) => asksForRole(tx, 999 as UserId)));
  app.use(admission.refuseEnded);
  app.use(createErrorHandler(createLog('info', { write: (line) => logged.push(JSON.parse(line)) })));
  server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
});

const nothing = async (): Promise<void> => undefined;
const erases = (tx: Transactor, id: UserId): Promise<unknown> => tx('accounts').where({ id }).delete();
const asksForRole = (tx: Transactor, id: UserId, parcours_id: ParcoursId | null = null): Promise<unknown> =>
  insertRoleRequest(tx, { account_id: id, parcours_id, words: 'FOREIGN KEY constraint failed', asked_at: NOW });

async function ask(path: string): Promise<{ readonly status: number; readonly code: unknown }> {
  const token = await database.transact(async (tx) => {
    const row = { name: 'Ana', role: 'user', password_hash: '', picture: null, created_at: NOW } as const;
    const account = await insertAccount(tx, { ...row, email: 'ana@example.org' });
    if (account === undefined) throw new Error('Expected an account');
    return sessions.tokenFor(await sessions.start(tx, account.id, 'short', UNKNOWN));
  });
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
  });
  const body = await response.text();
  return { status: response.status, code: body === '' ? null : JSON.parse(body).error.code };
}

test.each<[string, (tx: Transactor, id: UserId) => Promise<unknown>]>([
  ['by this database', (tx, id) => asksForRole(tx, id)],
  ['by PostgreSQL', async () => Promise.reject(Object.assign(new Error('violates'), { code: '23503' }))],
])('a row of an account erased meanwhile is refused %s, and its sender is told why', async (_, writes) => {
  [meanwhile, write] = [erases, writes];
  expect(await ask('/admitted')).toEqual({ status: 401, code: 'unauthenticated' });
  expect(logged).toEqual([]);
});

test('a row of a session ended meanwhile is refused as well', async () => {
  let sessionId = '';
  meanwhile = async (tx, account_id) => {
    const row = await tx('sessions').where({ account_id }).first('id');
    sessionId = row.id;
    await sessions.endAll(tx, account_id);
  };
  write = (tx, account_id) =>
    tx('export_links').insert({ name_hash: 'h', account_id, session_id: sessionId, expires_at: NOW });
  expect(await ask('/admitted')).toEqual({ status: 401, code: 'unauthenticated' });
  expect(logged).toEqual([]);
});

test.each<[string, typeof nothing | typeof erases, (tx: Transactor, id: UserId) => Promise<unknown>, string]>([
  [
    'a row with another missing reference, in a session that exists',
    nothing,
    (tx, id) => asksForRole(tx, id, ParcoursId.parse(999)),
    '/admitted',
  ],
  [
    'another constraint, of an erased account',
    erases,
    (tx) => tx('accounts').insert({ email: null, name: 'FOREIGN KEY constraint failed' }),
    '/admitted',
  ],
  [
    'an error with only the same message, of an erased account',
    erases,
    async () => Promise.reject(new Error('SQLITE_CONSTRAINT: FOREIGN KEY constraint failed')),
    '/admitted',
  ],
  ['a request without admission', nothing, nothing, '/open'],
])('the failure of %s is the server’s, with its stack in the log', async (_, becomes, writes, path) => {
  [meanwhile, write] = [becomes, writes];
  expect(await ask(path)).toEqual({ status: 500, code: 'internal' });
  expect(logged).toMatchObject([{ level: 50, err: { stack: expect.any(String) } }]);
});
