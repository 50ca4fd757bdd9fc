import { beforeEach, expect, test } from 'vitest';
import type { UserId } from '../../../../contracts/vocabulary.ts';
import { createSessions, type Sessions } from '../../../../server/domain/accounts/sessions.ts';
import { createTokens } from '../../../../server/domain/accounts/tokens.ts';
import { insertAccount, updateAccount } from '../../../../server/store/accounts.ts';
import type { Database } from '../../../../server/store/database.ts';
import type { SessionKind } from '../../../../server/store/sessions.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';

const HOUR_MS = 3600 * 1000;
const UNKNOWN = { browser: null, system: null };
let database: Database;
let sessions: Sessions;
let nowMs: number;
let anaId: UserId;

beforeEach(async () => {
  ({ database } = await makeDatabase());
  nowMs = Date.UTC(2026, 10, 21);
  const clock = () => nowMs;
  sessions = createSessions(database, createTokens('a secret of 32 bytes or more, for tests', clock), clock);
  anaId = await addAccount('ana@example.org');
});

test('a token is valid until its session ends, and gives the current role', async () => {
  const { token, id } = await start(anaId);
  expect(await sessions.identify(token)).toEqual({ id: anaId, role: 'user', sessionId: id });
  await database.transact((tx) => updateAccount(tx, anaId, { role: 'admin' }));
  expect((await sessions.identify(token)).role).toBe('admin');
  await end(token);
  await expect(sessions.identify(token)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('ending all sessions of an account leaves those of others', async () => {
  const [first, second, other] = [await start(anaId), await start(anaId), await start(await addAccount('b@b.org'))];
  await database.transact((tx) => sessions.endAll(tx, anaId));
  await expect(sessions.identify(first.token)).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(sessions.identify(second.token)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect((await sessions.identify(other.token)).sessionId).toBe(other.id);
});

test('a session whose start is rolled back does not exist', async () => {
  let token = '';
  const failed = database.transact(async (tx) => {
    token = await sessions.tokenFor(await sessions.start(tx, anaId, 'short', UNKNOWN));
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  await expect(sessions.identify(token)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a session ends with its row, even if the token expires later', async () => {
  const { token, id } = await start(anaId);
  const soon = new Date(nowMs + HOUR_MS).toISOString();
  await database.transact((tx) => tx('sessions').where({ id }).update({ expires_at: soon }));
  nowMs += HOUR_MS - 1;
  expect((await sessions.identify(token)).id).toBe(anaId);
  nowMs += 1;
  await expect(sessions.identify(token)).rejects.toMatchObject({ code: 'token_expired' });
});

test('a token ends at its own expiry, even if the row ends later', async () => {
  const { token, id } = await start(anaId);
  await database.transact((tx) => tx('sessions').where({ id }).update({ expires_at: '2100-01-01T00:00:00.000Z' }));
  nowMs += 12 * HOUR_MS - 1000;
  expect((await sessions.identify(token)).id).toBe(anaId);
  nowMs += 1000;
  await expect(sessions.identify(token)).rejects.toMatchObject({ code: 'token_expired' });
});

test('expired sessions are deleted, explicitly and at each login', async () => {
  await start(anaId);
  const long = await start(anaId, 'long');
  nowMs += 12 * HOUR_MS;
  expect(await ids()).toHaveLength(2);
  await sessions.deleteExpired();
  expect(await ids()).toEqual([long.id]);
  nowMs += 30 * 24 * HOUR_MS;
  const fresh = await start(anaId);
  expect(await ids()).toEqual([fresh.id]);
});

const DAY_MS = 24 * HOUR_MS;

test.each([
  ['short', 'ana@example.org', 'user', 0.5, 0],
  ['long', 'ana@example.org', 'user', 30, 20],
  ['guest', 'guest-1@guest.invalid', 'guest', 400, 390],
  // An account that the operator turned into a guest has a password.
  ['short', 'lowered@example.org', 'guest', 0.5, 0],
] as const)('a %s session of %s as %s lasts %s days, and a renewal restores the used time', async (...row) => {
  const [kind, email, role, days, addedDays] = row;
  const accountId = email === 'ana@example.org' ? anaId : await addAccount(email);
  await database.transact((tx) => updateAccount(tx, accountId, { role }));
  const startsMs = nowMs;
  const { token } = await start(accountId, kind);
  expect(expiryOf(token)).toBe(startsMs + days * DAY_MS);
  nowMs += kind === 'short' ? 6 * HOUR_MS : addedDays * DAY_MS;
  const fresh = await sessions.renew(await sessions.identify(token));
  expect(expiryOf(fresh)).toBe(startsMs + (days + addedDays) * DAY_MS);
  // It is the same session: both tokens are valid, and end with it.
  await sessions.identify(token);
  await end(fresh);
  await expect(sessions.identify(fresh)).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a session that has ended is not renewed', async () => {
  const { token } = await start(anaId, 'long');
  const caller = await sessions.identify(token);
  await end(token);
  await expect(sessions.renew(caller)).rejects.toMatchObject({ code: 'unauthenticated' });
});

function expiryOf(token: string): number {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).exp * 1000;
}

async function start(accountId: UserId, kind: SessionKind = 'short'): Promise<{ token: string; id: string }> {
  const session = await database.transact((tx) => sessions.start(tx, accountId, kind, UNKNOWN));
  return { token: await sessions.tokenFor(session), id: session.sessionId };
}

async function end(token: string): Promise<void> {
  await sessions.end({ ...(await sessions.identify(token)), address: '192.0.2.1' });
}

async function addAccount(email: string): Promise<UserId> {
  const row = { email, name: email, role: 'user', password_hash: '', picture: null, created_at: '' } as const;
  const account = await database.transact((tx) => insertAccount(tx, row));
  if (account === undefined) throw new Error(`Expected no account ${email} yet`);
  return account.id;
}

async function ids(): Promise<string[]> {
  return database.reader('sessions').pluck('id');
}
