import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESUMABLE_PATH } from '../../../contracts/recording.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/api.ts';
import { makeParcours, makePlace, type Person, signUp } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { beginUpload, metadata, offsetOf, sendPart, tus } from '../../support/tus.ts';
import { wavOf } from '../../support/wav-bytes.ts';

const FILE_MAX = 3_000_000;
const wav = new Blob([wavOf(new Int16Array(500_000).map((_, at) => at % 1000))]);
let server: TestServer;
let owner: Person;
let stranger: Person;
let mapId: ParcoursId;
let placeId: PlaceId;
beforeAll(async () => {
  server = await startServer({ UPLOAD_MAX_BYTES: String(FILE_MAX) });
  owner = await signUp(server.origin, 'Owner');
  stranger = await signUp(server.origin, 'Stranger');
  mapId = await makeParcours(server.origin, owner);
  placeId = await makePlace(server.origin, owner, mapId);
});
afterAll(() => server.stop());

const left = (): Promise<string[]> => readdir(join(server.dataDir, 'drop-ici.resumable'));

describe('an upload in parts', () => {
  test('is made, sent with a break in it, and finished: the place plays it, and nothing else is left', async () => {
    const { origin } = server;
    const id = await beginUpload(origin, owner, placeId, wav.size);
    expect((await sendPart(origin, owner, id, 0, wav.slice(0, 400_000))).status).toBe(204);
    expect(await offsetOf(origin, owner, id)).toBe(400_000);
    const last = await sendPart(origin, owner, id, 400_000, wav.slice(400_000));
    expect([last.status, last.headers.get('Upload-Offset')]).toEqual([204, String(wav.size)]);
    const body = { uploadId: id, place_id: placeId, size: wav.size, length: 11 };
    const { media_data } = await call(origin, 'finishUpload', { body }, owner.token);
    const heard = await (await fetch(origin + media_data.link)).arrayBuffer();
    expect(Buffer.compare(Buffer.from(heard), Buffer.from(await wav.arrayBuffer()))).toBe(0);
    expect(await left()).toEqual([]);
    expect(await readdir(join(server.dataDir, 'drop-ici.incoming'))).toEqual([]);

    const again = await call(origin, 'finishUpload', { body }, owner.token);
    expect(again.media_data.link.split('?')[0]).toBe(media_data.link.split('?')[0]);
  });

  test('has a relative address, so that any proxy may stand in front, and says when it ends', async () => {
    const answer = await tus(server.origin, {
      method: 'POST',
      token: owner.token,
      headers: {
        'Upload-Length': '1000',
        'Upload-Metadata': metadata({ place_id: placeId }),
        'X-Forwarded-Proto': 'https, http',
        'X-Forwarded-Host': 'evil.example.org',
      },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('Location')).toMatch(new RegExp(`^${RESUMABLE_PATH}/[0-9a-f-]{36}$`));
    expect(Date.parse(answer.headers.get('Upload-Expires') ?? '') - Date.now()).toBeGreaterThan(6 * 24 * 3600 * 1000);
    expect(answer.headers.get('Access-Control-Allow-Origin')).toBeNull();
    const path = (answer.headers.get('Location') ?? '').slice(RESUMABLE_PATH.length);
    expect((await tus(server.origin, { method: 'DELETE', path, token: owner.token })).status).toBe(204);
    expect(await left()).toEqual([]);
  });

  test('does not exist for anybody else, nor without a token', async () => {
    const { origin } = server;
    const id = await beginUpload(origin, owner, placeId, wav.size);
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const headers = { 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' };
      const ask = (token?: string) => tus(origin, { method, path: `/${id}`, token, headers });
      expect([method, (await ask(stranger.token)).status]).toEqual([method, 404]);
      expect([method, (await ask()).status]).toEqual([method, 401]);
    }
    expect((await tus(origin, { method: 'GET', path: `/${id}`, token: owner.token })).status).toBe(404);
    expect(await offsetOf(origin, owner, id)).toBe(0);
    await tus(origin, { method: 'DELETE', path: `/${id}`, token: owner.token });
  });
});
