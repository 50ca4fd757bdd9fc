import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { ObjectStore } from '../../../server/cluster/object-store.ts';
import { createS3Store } from '../../../server/cluster/s3-store.ts';
import { wavOf } from '../../support/audio/wav-bytes.ts';
import { createTestDatabase, dropTestDatabase } from '../../support/postgres/template.ts';
import { erase } from '../../support/rights/erase.ts';
import { type S3Server, startS3, TEST_PATIENCE } from '../../support/s3/s3-servers.ts';
import { call } from '../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, upload } from '../../support/server/people.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { beginUpload, offsetOf, sendPart, tus } from '../../support/server/tus.ts';

const QUOTA = 5_000_000;
const BYTES = 1_000_044;

/** Two servers on one database and one bucket, behind a proxy that alternates between them. */
let s3: S3Server;
let objects: ObjectStore;
let databaseName: string;
let one: TestServer;
let other: TestServer;
let environment: Record<string, string>;
let owner: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
let made = 0;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());
beforeEach(async () => {
  const prefix = `${randomUUID()}/`;
  objects = createS3Store({ ...s3.settings, prefix }, TEST_PATIENCE);
  databaseName = `test_shared_${prefix.slice(0, 8)}`;
  environment = {
    DATABASE_URL: await createTestDatabase(process.env.TEST_POSTGRES_URL ?? '', databaseName),
    USER_QUOTA_BYTES: String(QUOTA),
    ...s3.environment(prefix),
  };
  [one, other] = await Promise.all([startServer(environment), startServer(environment)]);
  owner = await signUp(one.origin, 'Owner');
  parcoursId = await makeParcours(one.origin, owner);
  placeId = await makePlace(other.origin, owner, parcoursId);
});
afterEach(async () => {
  await Promise.all([one.stop(), other.stop()]);
  objects.close();
  await dropTestDatabase(process.env.TEST_POSTGRES_URL ?? '', databaseName);
});

const recording = (bytes = BYTES): Blob => new Blob([wavOf(new Int16Array((bytes - 44) / 2).fill(++made))]);
const begin = (server: TestServer, key?: string, bytes = BYTES): Promise<string> =>
  beginUpload(server.origin, owner, placeId, bytes, key === undefined ? {} : { key });

function finish(server: TestServer, uploadId: string, key?: string, place_id = placeId) {
  const body = { uploadId, place_id, size: BYTES, length: 5 };
  return call(server.origin, 'finishUpload', { body }, owner.token, key);
}

async function keys(prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { key } of objects.list(prefix)) found.push(key);
  return found;
}

/** Returns the SHA-256 of the audio that a server plays for the place; null for none. */
async function heard(server: TestServer): Promise<string | null> {
  const { media_data } = await call(server.origin, 'readPlace', { params: { placeId } }, owner.token);
  if (media_data === null) return null;
  const response = await fetch(server.origin + media_data.link);
  expect(response.status).toBe(200);
  return hashOf(await response.arrayBuffer());
}

const hashOf = (bytes: ArrayBuffer): string => createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

async function expectNothingLeft(): Promise<void> {
  expect(await keys('uploads/')).toEqual([]);
  for (const { dataDir } of [one, other]) {
    await expect.poll(() => readdir(join(dataDir, 'drop-ici.incoming'))).toEqual([]);
  }
}

describe('an upload in parts', () => {
  test('is begun, sent, probed and finished on alternating servers', async () => {
    const file = recording();
    const id = await begin(one);
    expect((await sendPart(other.origin, owner, id, 0, file.slice(0, 300_000))).status).toBe(204);
    expect(await offsetOf(one.origin, owner, id)).toBe(300_000);
    expect((await sendPart(one.origin, owner, id, 300_000, file.slice(300_000, 700_000))).status).toBe(204);
    expect((await sendPart(one.origin, owner, id, 300_000, file.slice(300_000, 700_000))).status).toBe(409);
    await expect(finish(one, id)).rejects.toMatchObject({ code: 'conflict' });
    expect((await sendPart(other.origin, owner, id, 700_000, file.slice(700_000))).status).toBe(204);
    expect((await finish(one, id)).place_id).toBe(placeId);
    expect(await heard(other)).toBe(hashOf(await file.arrayBuffer()));
    expect((await finish(other, id)).place_id).toBe(placeId);
    await expectNothingLeft();
  });

  test('is complete if two servers receive it at once', async () => {
    const file = recording();
    const id = await begin(one);
    const parts = [one, other, one, other].map((server) => sendPart(server.origin, owner, id, 0, file));
    const statuses = (await Promise.all(parts)).map(({ status }) => status);
    expect(statuses).toContain(204);
    for (const status of statuses) expect([204, 409]).toContain(status);
    // A slow request is ended for the next one, as for a sender whose connection broke.
    const offset = await offsetOf(other.origin, owner, id);
    if (offset < BYTES) expect((await sendPart(one.origin, owner, id, offset, file.slice(offset))).status).toBe(204);
    await finish(other, id);
    expect(await heard(one)).toBe(hashOf(await file.arrayBuffer()));
    await expectNothingLeft();
  });

  test('is attached once if both servers finish it at once, and both answer the same', async () => {
    for (let round = 0; round < 5; round++) {
      const [file, key] = [recording(), `round-${round}`];
      const id = await begin(one, key);
      await sendPart(other.origin, owner, id, 0, file);
      const answers = await Promise.all([finish(one, id, key), finish(other, id, key), finish(one, id, key)]);
      expect(new Set(answers.map(({ media_data }) => media_data.link.split('?')[0])).size).toBe(1);
      expect(await heard(other)).toBe(hashOf(await file.arrayBuffer()));
      // With that of the earlier rounds, which the place's versions have.
      expect((await keys('media/')).filter((name) => name.endsWith('.wav'))).toHaveLength(round + 1);
      await expectNothingLeft();
    }
  });

  test('can be given up on the other server, by its id or name, while it is sent or finished', async () => {
    for (let round = 0; round < 10; round++) {
      const [file, key] = [recording(), `round-${round}`];
      const id = await begin(one, key);
      const before = await heard(one);
      const isFinishing = round % 2 === 0;
      if (isFinishing) await sendPart(one.origin, owner, id, 0, file);
      const work = isFinishing
        ? finish(one, id, key).then(
            () => 'attached',
            (error: { readonly code?: string }) => error.code,
          )
        : sendPart(one.origin, owner, id, 0, file).then(({ status }) => status);
      for (let asked = 0; asked < round % 5; asked++) await offsetOf(other.origin, owner, id).catch(() => 0);
      const named = { method: 'DELETE', token: owner.token, headers: { 'Idempotency-Key': key } };
      expect((await tus(other.origin, named)).status).toBe(204);
      const then = await heard(other);
      const outcome = await work;
      if (isFinishing) expect(then === before ? ['conflict', 'not_found'] : ['attached']).toContain(outcome);
      else expect([204, 404]).toContain(outcome);
      expect(await heard(one)).toBe(then);
      await expect(begin(other, key)).rejects.toThrow('409');
      await expectNothingLeft();
    }
  });

  test('counts for the quota of both servers from its beginning', async () => {
    await begin(one, 'first', 3_000_000);
    await expect(begin(other, 'second', 2_500_000)).rejects.toThrow('507');
    await expect(upload(other.origin, owner, placeId, recording(2_500_044))).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect(await begin(other, 'first', 3_000_000)).toBe(await begin(one, 'first', 3_000_000));
  });

  test('is deleted with its account, whichever server erases that', async () => {
    const id = await begin(one);
    await sendPart(one.origin, owner, id, 0, recording().slice(0, 1000));
    expect(await keys('uploads/')).toHaveLength(1);
    await erase(other, owner, 'delete');
    await expectNothingLeft();
    expect(await keys('erased/')).toHaveLength(1);
  });
});

test('audio sent completely to both servers at once, with one key, is attached once', async () => {
  const file = recording();
  const send = (server: TestServer) => {
    const fields = { place_id: placeId, size: file.size, length: 5 };
    return call(server.origin, 'uploadAudio', { file, fields }, owner.token, 'the-key');
  };
  const answers = await Promise.all([send(one), send(other)]);
  expect(new Set(answers.map(({ media_data }) => media_data.link.split('?')[0])).size).toBe(1);
  expect(await heard(one)).toBe(hashOf(await file.arrayBuffer()));
});

test('uploads begun on a disk continue after a bucket is set, and erased accounts stay erased', async () => {
  const file = recording();
  const id = await begin(one);
  const folder = join(one.dataDir, 'drop-ici.resumable');
  const erased = `99 2026-11-01T00:00:00.000Z keep -\n`;
  await one.restart({}, async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, id), new Uint8Array(await file.slice(0, 400_000).arrayBuffer()));
    await writeFile(join(folder, 'stray'), 'x');
    await writeFile(join(one.dataDir, 'erased.log'), erased);
  });
  expect(await readdir(folder)).toEqual([]);
  expect(await keys('erased/')).toEqual(['erased/99/2026-11-01T00:00:00.000Z']);
  expect(await offsetOf(other.origin, owner, id)).toBe(400_000);
  await sendPart(other.origin, owner, id, 400_000, file.slice(400_000));
  await finish(one, id);
  expect(await heard(other)).toBe(hashOf(await file.arrayBuffer()));
});
