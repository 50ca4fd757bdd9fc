import { beforeEach, expect, test } from 'vitest';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { Caller } from '../../../../server/domain/caller.ts';
import { DAY_MS } from '../../../../server/domain/clock.ts';
import {
  createRecordingSessions,
  finishSession,
  hasRecording,
  isSessionFinished,
  RECORDING_SESSION_DAYS,
  type RecordingSessions,
} from '../../../../server/domain/uploads/recording-sessions.ts';
import { insertAccount } from '../../../../server/store/accounts.ts';
import type { Database } from '../../../../server/store/database.ts';
import { insertParcours, putMembership } from '../../../../server/store/parcours.ts';
import { insertPlace } from '../../../../server/store/places.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';

const NOW = '2026-01-01T00:00:00.000Z';
let nowMs = Date.parse(NOW);
const clock = () => nowMs;
let database: Database;
let sessions: RecordingSessions;
let author: Caller;
let guest: Caller;
let placeId: PlaceId;
beforeEach(async () => {
  nowMs = Date.parse(NOW);
  ({ database } = await makeDatabase());
  sessions = createRecordingSessions(database, clock);
  [author, guest] = [await makeAccount('user'), await makeAccount('guest')];
  placeId = await database.transact(async (tx) => {
    const parcours_id = await insertParcours(tx, { title: 'a', description: 'b', image_url: null, created_at: NOW });
    await putMembership(tx, { parcours_id, account_id: author.id, privilege: 'drop', joined_at: NOW });
    const shape = { kind: 'la', geometry: '{"type":"Point","coordinates":[2,48]}' };
    const row = { parcours_id, author_id: author.id, name: 'a', ...shape, media_sha256: null, created_at: NOW };
    return insertPlace(tx, row);
  });
});

async function makeAccount(role: 'user' | 'guest'): Promise<Caller> {
  const row = { email: `${role}@example.org`, name: role, role, password_hash: '', picture: null, created_at: NOW };
  const account = await database.transact((tx) => insertAccount(tx, row));
  if (account === undefined) throw new Error('Expected an account');
  return account;
}

test('a guest may not start a session, with or without a place', async () => {
  await expect(sessions.start(guest, null)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(sessions.start(guest, placeId)).rejects.toMatchObject({ code: 'forbidden' });
});

test('a session has its recording once it is stored, for its owner only, until it expires', async () => {
  const sessionId = await sessions.start(author, null);
  expect(await hasRecording(database.reader, clock, author, sessionId)).toBe(false);
  await database.transact((tx) => finishSession(tx, { sessionId, placeId }, 'print'));
  expect(await hasRecording(database.reader, clock, author, sessionId)).toBe(true);
  expect(await hasRecording(database.reader, clock, guest, sessionId)).toBe(false);
  nowMs += RECORDING_SESSION_DAYS * DAY_MS;
  expect(await hasRecording(database.reader, clock, author, sessionId)).toBe(false);
});

test('a finished session recognizes its recording, and refuses another one and another place', async () => {
  const sessionId = await sessions.start(author, placeId);
  const finished = (fingerprint: string, to = placeId) =>
    isSessionFinished(database.reader, clock, author, { sessionId, placeId: to }, fingerprint);
  expect(await finished('print')).toBe(false);
  await database.transact((tx) => finishSession(tx, { sessionId, placeId }, 'print'));
  expect(await finished('print')).toBe(true);
  await expect(finished('other')).rejects.toMatchObject({ code: 'conflict' });
  await expect(finished('print', PlaceId.parse(placeId + 1))).rejects.toMatchObject({ code: 'conflict' });
});
