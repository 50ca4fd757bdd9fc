import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { UNFINISHED_UPLOAD_DAYS } from '../../../../server/domain/media/quota.ts';
import { backUp } from '../../../../server/domain/upkeep/make-backup.ts';
import { RESUMABLE_UPLOADS_MAX } from '../../../../server/domain/uploads/begin-upload.ts';
import { wavOf } from '../../../support/audio/wav-bytes.ts';
import { verifiedMedia } from '../../../support/database/kept-data.ts';
import { testBackupSource } from '../../../support/database/test-database.ts';
import { call } from '../../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, signUpAs, upload } from '../../../support/server/people.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { beginUpload, offsetOf, sendPart, tus } from '../../../support/server/tus.ts';
import { makeFolder } from '../../../support/test-folder.ts';

const QUOTA = 5_000_000;
const FILE_MAX = 3_000_000;
const DAY_MS = 24 * 3600 * 1000;
const wav = recording(1_000_000, 1);

let server: TestServer;
let owner: Person;
let parcoursId: ParcoursId;
let placeId: PlaceId;
beforeEach(async () => {
  server = await startServer({ UPLOAD_MAX_BYTES: String(FILE_MAX), USER_QUOTA_BYTES: String(QUOTA) });
  owner = await signUp(server.origin, 'Owner');
  parcoursId = await makeParcours(server.origin, owner);
  placeId = await makePlace(server.origin, owner, parcoursId);
});
afterEach(() => server.stop());

function recording(bytes: number, value: number): Blob {
  return new Blob([wavOf(new Int16Array((bytes - 44) / 2).fill(value))]);
}

const begin = (bytes: number, more: Readonly<Record<string, string>> = {}): Promise<string> =>
  beginUpload(server.origin, owner, placeId, bytes, more);

const give = (id: string): Promise<Response> =>
  tus(server.origin, { method: 'DELETE', path: `/${id}`, token: owner.token });

const left = async (): Promise<string[]> => (await readdir(join(server.dataDir, 'drop-ici.resumable'))).sort();

function finish(uploadId: string, more: object = {}, key?: string) {
  const body = { uploadId, place_id: placeId, size: wav.size, length: 5, ...more };
  return call(server.origin, 'finishUpload', { body }, owner.token, key);
}

describe('an upload in parts', () => {
  test('is refused to guests and strangers, and for missing places and sessions', async () => {
    const guest = await signUpAs(server, 'Guest', 'guest');
    const stranger = await signUp(server.origin, 'Stranger');
    await expect(beginUpload(server.origin, guest, placeId, 1000)).rejects.toThrow('403');
    await expect(beginUpload(server.origin, stranger, placeId, 1000)).rejects.toThrow('403');
    await expect(beginUpload(server.origin, owner, 99_999 as PlaceId, 1000)).rejects.toThrow('404');
    const session = { session_id: '00000000-0000-4000-8000-000000000000' };
    await expect(begin(1000, session)).rejects.toThrow('404');
    expect(await left()).toEqual([]);
  });

  test('is refused above the size limit', async () => {
    await expect(begin(FILE_MAX + 1)).rejects.toThrow('413');
    expect(await left()).toEqual([]);
  });

  test('counts towards the quota from its start until it is finished or given up', async () => {
    const first = await begin(FILE_MAX);
    await expect(begin(FILE_MAX)).rejects.toThrow('507');
    await expect(upload(server.origin, owner, placeId, recording(2_500_000, 3))).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect((await give(first)).status).toBe(204);
    const second = await begin(FILE_MAX);
    await server.restart();
    await expect(begin(FILE_MAX)).rejects.toThrow('507');
    await give(second);
    await begin(FILE_MAX);
  });

  test('replaces the oldest one above the maximum number per account', async () => {
    const ids: string[] = [];
    for (let index = 0; index <= RESUMABLE_UPLOADS_MAX; index++) ids.push(await begin(1000));
    const [oldest = '', next = ''] = ids;
    await expect(offsetOf(server.origin, owner, oldest)).rejects.toThrow('404');
    expect(await offsetOf(server.origin, owner, next)).toBe(0);
    expect(await left()).toHaveLength(RESUMABLE_UPLOADS_MAX);
  });

  test('is continued under the same key and size; another key or size begins another upload', async () => {
    const id = await begin(wav.size, { key: 'mine' });
    await sendPart(server.origin, owner, id, 0, wav.slice(0, 1000));
    expect(await begin(wav.size, { key: 'mine' })).toBe(id);
    expect(await offsetOf(server.origin, owner, id)).toBe(1000);
    expect(await begin(wav.size, { key: 'other' })).not.toBe(id);
    expect(await begin(wav.size - 2, { key: 'mine' })).not.toBe(id);
  });
});

describe('giving up an upload by its key', () => {
  const giveNamed = (key: string, token = owner.token): Promise<Response> =>
    tus(server.origin, { method: 'DELETE', token, headers: { 'Idempotency-Key': key } });

  test('deletes it, whatever its size, and frees its quota; other uploads stay', async () => {
    const other = await begin(1000, { key: 'other' });
    await begin(FILE_MAX, { key: 'mine' });
    await begin(1_000_000, { key: 'mine' });
    expect((await giveNamed('mine')).status).toBe(204);
    expect(await left()).toEqual([other]);
    await begin(FILE_MAX);
  });

  test('requires the key, the protocol version and a token', async () => {
    const status = async (token: string | undefined, headers: Readonly<Record<string, string>>) =>
      (await tus(server.origin, { method: 'DELETE', token, headers })).status;
    expect(await status(owner.token, {})).toBe(400);
    expect(await status(owner.token, { 'Idempotency-Key': 'mine', 'Tus-Resumable': '' })).toBe(400);
    expect(await status(undefined, { 'Idempotency-Key': 'mine' })).toBe(401);
  });

  test('does nothing for an unknown key or a key of another account', async () => {
    const id = await begin(1000, { key: 'mine' });
    const stranger = await signUp(server.origin, 'Stranger');
    expect((await giveNamed('mine', stranger.token)).status).toBe(204);
    expect((await giveNamed('unknown')).status).toBe(204);
    expect(await offsetOf(server.origin, owner, id)).toBe(0);
  });

  test('prevents for two minutes that an upload begins with this key', async () => {
    const stranger = await signUp(server.origin, 'Stranger');
    await giveNamed('mine');
    await expect(begin(1000, { key: 'mine' })).rejects.toThrow('409');
    expect(await left()).toEqual([]);
    await begin(1000, { key: 'other' });
    await giveNamed('theirs', stranger.token);
    await begin(1000, { key: 'theirs' });
    server.advance(120_000);
    await begin(1000, { key: 'mine' });
  });

  test('leaves nothing, whether it comes before or after the beginning', async () => {
    for (const isBegunFirst of [true, false]) {
      const key = `mine-${isBegunFirst}`;
      const begun = (): Promise<'begun' | 'refused'> =>
        begin(1000, { key }).then(
          () => 'begun',
          (error: Error) => (error.message.includes('409') ? 'refused' : Promise.reject(error)),
        );
      const order = isBegunFirst ? [begun, () => giveNamed(key)] : [() => giveNamed(key), begun];
      const outcomes = [];
      for (const step of order) outcomes.push(await step());
      expect(outcomes).toContain(isBegunFirst ? 'begun' : 'refused');
      expect(await left()).toEqual([]);
    }
  });

  test('leaves nothing if it comes while the upload begins', async () => {
    for (let round = 0; round < 20; round++) {
      const key = `mine-${round}`;
      const beginning = begin(1000, { key }).catch(() => '');
      // In every other round the upload is admitted first, and given up while its files are made or right after.
      if (round % 2 === 0) await expect.poll(left, { interval: 1 }).not.toEqual([]);
      expect((await giveNamed(key)).status).toBe(204);
      await beginning;
      await expect.poll(left).toEqual([]);
    }
  });
});

describe('the received part of an upload', () => {
  test('survives a restart, until it expires', async () => {
    const id = await begin(wav.size);
    await sendPart(server.origin, owner, id, 0, wav.slice(0, 400_000));
    await server.restart();
    expect(await offsetOf(server.origin, owner, id)).toBe(400_000);
    server.advance(UNFINISHED_UPLOAD_DAYS * DAY_MS + 1000);
    const later = await call(server.origin, 'login', { body: { email: owner.email, password: owner.password } });
    await expect(offsetOf(server.origin, { ...owner, token: later.token }, id)).rejects.toThrow('404');
    await server.restart();
    expect(await left()).toEqual([]);
  });

  test('is removed at the start if a crash left only half of its files', async () => {
    const id = await begin(wav.size);
    const folder = join(server.dataDir, 'drop-ici.resumable');
    await writeFile(join(folder, 'bytes-alone'), 'x');
    await writeFile(join(folder, 'note-alone.json'), '{}');
    await writeFile(join(folder, 'broken'), 'x');
    await writeFile(join(folder, 'broken.json'), '{"size":');
    await server.restart();
    expect(await left()).toEqual([id]);
  });

  test('is continued if an older version recorded it in a file', async () => {
    const stranger = 99_999;
    const older = randomUUID();
    const noteOf = (id: string, ownerId: number, size: number): string => {
      const metadata = { owner: String(ownerId), created: new Date().toISOString(), key: 'from-before' };
      return JSON.stringify({ id, metadata, size, offset: 0, creation_date: metadata.created });
    };
    const folder = join(server.dataDir, 'drop-ici.resumable');
    const arrived = new Uint8Array(await wav.slice(0, 400_000).arrayBuffer());
    const fill = async (id: string, ownerId: number): Promise<void> => {
      await writeFile(join(folder, id), arrived);
      await writeFile(join(folder, `${id}.json`), noteOf(id, ownerId, wav.size));
    };
    await server.restart({}, async () => {
      await fill(older, owner.user.id);
      await fill('orphan', stranger);
    });
    expect(await left()).toEqual([older]);
    await server.restart();
    expect(await offsetOf(server.origin, owner, older)).toBe(400_000);
    expect(await begin(wav.size, { key: 'from-before' })).toBe(older);
    await expect(begin(QUOTA - wav.size + 1)).rejects.toThrow();
    await sendPart(server.origin, owner, older, 400_000, wav.slice(400_000));
    expect((await finish(older)).place_id).toBe(placeId);
    expect(await left()).toEqual([]);
  });

  test('is in no back-up, and is no fault of the stored media', async () => {
    const id = await begin(wav.size);
    await sendPart(server.origin, owner, id, 0, wav);
    const target = await makeFolder();
    const { folder } = await backUp(await testBackupSource(server.dataDir), target, Date.now);
    expect((await readdir(folder, { recursive: true })).filter((name) => name.includes(id))).toEqual([]);
    expect(await verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
  });
});

describe('finishing', () => {
  async function arrived(): Promise<string> {
    const id = await begin(wav.size);
    await sendPart(server.origin, owner, id, 0, wav);
    return id;
  }

  test('is refused while bytes are missing, or for another size, and nothing is lost', async () => {
    const id = await begin(wav.size);
    await sendPart(server.origin, owner, id, 0, wav.slice(0, 500_000));
    await expect(finish(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(finish(id, { size: wav.size + 2 })).rejects.toMatchObject({ code: 'not_found' });
    await sendPart(server.origin, owner, id, 500_000, wav.slice(500_000));
    expect((await finish(id)).place_id).toBe(placeId);
  });

  test('keeps the bytes when it fails, so that a retry sends nothing again', async () => {
    const id = await arrived();
    await call(server.origin, 'deletePlace', { params: { placeId } }, owner.token);
    await expect(finish(id)).rejects.toMatchObject({ code: 'not_found' });
    const other = await makePlace(server.origin, owner, parcoursId);
    expect((await finish(id, { place_id: other })).place_id).toBe(other);
    expect(await left()).toEqual([]);
  });

  test('is refused for files without audio, whose bytes stay until given up', async () => {
    const noise = new Blob([new Uint8Array(1000).fill(7)]);
    const id = await begin(noise.size);
    await sendPart(server.origin, owner, id, 0, noise);
    await expect(finish(id, { size: noise.size })).rejects.toMatchObject({ code: 'invalid_audio' });
    expect(await readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]);
    await give(id);
    expect(await left()).toEqual([]);
  });

  test('gives one response to all requests with the same key, and refuses a key of another call', async () => {
    const id = await arrived();
    const [one, two] = await Promise.all([finish(id, {}, 'the-key'), finish(id, {}, 'the-key')]);
    const path = ({ media_data }: typeof one): string => media_data.link.split('?')[0] ?? '';
    expect(path(two)).toBe(path(one));
    expect(path(await finish(id, {}, 'the-key'))).toBe(path(one));
    await expect(finish(id, {}, 'a-new-key')).rejects.toMatchObject({ code: 'not_found' });
    const fields = { place_id: placeId, size: wav.size, length: 5 };
    const whole = await call(server.origin, 'uploadAudio', { fields, file: wav }, owner.token, 'the-key');
    expect(path(whole)).toBe(path(one));
    const place = {
      type: 'Feature' as const,
      geometry: { type: 'Point' as const, coordinates: [2, 48] },
      properties: { appelation: 'x', type: 'la' as const, mapId: parcoursId },
    };
    await call(server.origin, 'createPlace', { body: place }, owner.token, 'key-of-a-place');
    await expect(finish(id, {}, 'key-of-a-place')).rejects.toMatchObject({ code: 'conflict' });
  });

  test('while the upload is given up either attaches the audio or leaves nothing', async () => {
    const fields = { place_id: placeId, size: wav.size, length: 5 };
    const played = async (): Promise<string> => {
      const { media_data } = await call(server.origin, 'readPlace', { params: { placeId } }, owner.token);
      return media_data?.link.split('?')[0] ?? '';
    };
    for (let round = 0; round < 20; round++) {
      const [key, bytes] = [`mine-${round}`, recording(wav.size, 100 + round)];
      const id = await begin(wav.size, { key });
      await sendPart(server.origin, owner, id, 0, bytes);
      const before = await played();
      // Even rounds finish with the key that the upload began with, odd rounds with another key.
      const outcome = finish(id, {}, round % 2 === 0 ? key : `finish-${round}`).then(
        () => 'attached',
        (error: { readonly code?: string }) => error.code,
      );
      for (let asked = 0; asked < round % 5; asked++) await played();
      const headers = { 'Idempotency-Key': key };
      expect((await tus(server.origin, { method: 'DELETE', token: owner.token, headers })).status).toBe(204);
      const then = await played();
      // `not_found` if the upload was deleted before the finish reached it.
      expect(then === before ? ['conflict', 'not_found'] : ['attached']).toContain(await outcome);
      expect(await played()).toBe(then);
      expect(await left()).toEqual([]);
    }
    await expect.poll(() => readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]);
    expect(await verifiedMedia(server.dataDir)).toMatchObject({ missing: [], orphaned: [], changed: [] });
    expect((await call(server.origin, 'uploadAudio', { fields, file: wav }, owner.token)).place_id).toBe(placeId);
  });

  test('is refused to other accounts', async () => {
    const id = await arrived();
    const stranger = await signUp(server.origin, 'Stranger');
    const theirs = await makePlace(server.origin, stranger, await makeParcours(server.origin, stranger));
    const body = { uploadId: id, place_id: theirs, size: wav.size, length: 5 };
    const refused = call(server.origin, 'finishUpload', { body }, stranger.token);
    await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    expect(await offsetOf(server.origin, owner, id)).toBe(wav.size);
  });

  test('gives the audio to a recording session, once', async () => {
    const { sessionId } = await call(server.origin, 'startRecording', { body: { place_id: placeId } }, owner.token);
    const id = await begin(wav.size, { session_id: sessionId });
    await sendPart(server.origin, owner, id, 0, wav);
    expect((await finish(id, { sessionId })).place_id).toBe(placeId);
    const otherId = await begin(wav.size);
    await sendPart(server.origin, owner, otherId, 0, recording(wav.size, 9));
    await expect(finish(otherId, { sessionId })).rejects.toMatchObject({ code: 'conflict' });
  });
});
