import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { testEnvironment, withDatabase } from '../../support/database/test-database.ts';
import { renditionMade } from '../../support/renditions/made.ts';
import { type S3Server, startS3 } from '../../support/s3/s3-servers.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../../support/server/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';

let s3: S3Server;
let one: TestServer;
let other: TestServer;
let author: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  s3 = await startS3();
  const both = { SIGN_UPS_PER_HOUR: '3', FRESH_QUOTA_BYTES: '100000000', ...s3.environment('') };
  one = await startServer({ ...both, RENDITIONS: '0' });
  const { DATABASE_URL = '' } = await testEnvironment(one.dataDir);
  other = await startServer({ ...both, DATABASE_URL, RENDITIONS: '1' });
  author = await signUp(one.origin, 'Author');
  parcoursId = await makeParcours(one.origin, author);
});
afterAll(async () => {
  await other.stop();
  await one.stop();
  await s3.stop();
});

test('a server that stores media where others can’t find them does not start beside them', async () => {
  const { DATABASE_URL = '' } = await testEnvironment(one.dataDir);
  await expect(startServer({ DATABASE_URL })).rejects.toThrow(
    /A server keeps the files in s3:.*and this one in DATA_DIR \(MEDIA_STORE\)/,
  );
});

test('a server makes the renditions of recordings sent to another, each once', async () => {
  const places = [];
  for (let at = 1; at <= 3; at++) {
    const place = await makePlace(one.origin, author, parcoursId);
    const samples = Int16Array.from({ length: 44_100 }, (_, sample) => 9000 * Math.sin(sample / (8 + at)));
    await upload(one.origin, author, place, new Blob([wavOf(samples)]));
    places.push(place);
  }
  for (const place of places) {
    const { rendition } = await renditionMade(one.origin, author, place);
    expect((await fetch(one.origin + rendition.link)).status).toBe(200);
  }
  await withDatabase(one.dataDir, async (database) => {
    await expect.poll(() => database.reader('leases').whereNot({ kind: 'task' })).toEqual([]);
    // The server that started first ran the tasks, and all of them wait for the next day.
    await expect.poll(() => database.reader('leases').where({ kind: 'task' }).whereNotNull('holder')).toEqual([]);
    const due = await database.reader('leases').where({ kind: 'task' }).pluck('not_before');
    expect(due.length).toBeGreaterThan(8);
    for (const moment of due) expect(Date.parse(moment)).toBeGreaterThan(Date.now() + 23 * 3600 * 1000);
  });
});

test('an export link works once, on any server', async () => {
  const { link } = await call(one.origin, 'requestExport', {}, author.token);
  const first = await fetch(other.origin + link);
  expect(first.headers.get('Content-Type')).toBe('application/zip');
  await first.arrayBuffer();
  for (const { origin } of [one, other]) expect((await fetch(origin + link)).status).toBe(403);
});

test('sign-ups on two servers count together', async () => {
  await signUp(one.origin, 'Second');
  await signUp(other.origin, 'Third');
  for (const { origin } of [one, other]) {
    await expect(signUp(origin, 'Fourth')).rejects.toMatchObject({ code: 'too_many_requests' });
  }
});
