import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { wavOf } from '../../../support/audio/wav-bytes.ts';
import { call } from '../../../support/server/api.ts';
import { makeParcours, makePlace, type Person, signUp, signUpAs, upload } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const FILE_MAX = 2_000_000;
const QUOTA = 5_000_000;
let owner: Person;
let parcoursId: ParcoursId;
const server = useServer({ UPLOAD_MAX_BYTES: String(FILE_MAX), USER_QUOTA_BYTES: String(QUOTA) });
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  parcoursId = await makeParcours(server.origin, owner);
});

let made = 0;
function recording(bytes: number): Blob {
  return new Blob([wavOf(new Int16Array((bytes - 44) / 2).fill(++made))]);
}

/** Sends the start of an upload that announces `bytes`, and returns the response, though the rest is never sent. */
async function begin(token: string, bytes: number, start: string): Promise<string> {
  const { hostname, port } = new URL(server.origin);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /v1/drop/upload HTTP/1.1\r\nHost: x\r\nAuthorization: ${token}\r\nContent-Length: ${bytes}\r\n` +
      `Content-Type: multipart/form-data; boundary=cut\r\n\r\n${start}`,
  );
  let answer = '';
  for await (const chunk of socket) {
    answer += String(chunk);
    if (answer.includes('"error"')) break;
  }
  socket.destroy();
  return answer;
}

const field = (name: string, value: number): string =>
  `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

const fileOf = (placeId: number): string =>
  field('place_id', placeId) +
  field('size', 1_000_000) +
  field('length', 1) +
  '--cut\r\nContent-Disposition: form-data; name="audio"; filename="a.wav"\r\n\r\nRIFF';

describe('an upload is refused before it has arrived', () => {
  test('from guests and strangers to the place', async () => {
    const guest = await signUpAs(server, 'Guest', 'guest');
    expect(await begin(guest.token, 1_500_000, '')).toMatch(/ 403 [\s\S]*"forbidden"/);
    const stranger = await signUp(server.origin, 'Stranger');
    const place = await makePlace(server.origin, owner, parcoursId);
    expect(await begin(stranger.token, 1_500_000, fileOf(place))).toMatch(/ 403 [\s\S]*"forbidden"/);
    expect(await begin('nobody', 1_500_000, '')).toMatch(/ 401 /);
    expect(await begin(stranger.token, 1_500_000, fileOf(987_654))).toMatch(/ 404 /);
    await expect.poll(strays).toEqual([]);
  });

  test('above the limit, by its Content-Length', async () => {
    expect(await begin(owner.token, FILE_MAX + 1_000_000, '')).toMatch(/ 413 [\s\S]*"too_large"/);
  });

  test('above the quota, by its Content-Length', async () => {
    expect(await begin(owner.token, QUOTA * 2, '')).toMatch(/ 507 [\s\S]*"quota_exceeded"/);
  });
});

test('a file above the limit is refused while it arrives, and one at the limit is accepted', async () => {
  const person = await signUp(server.origin, 'Limited');
  const place = await makePlace(server.origin, person, await makeParcours(server.origin, person));
  await expect(upload(server.origin, person, place, recording(FILE_MAX + 2))).rejects.toMatchObject({
    status: 413,
    code: 'too_large',
  });
  await expect.poll(strays).toEqual([]);
  expect(await upload(server.origin, person, place, recording(FILE_MAX))).toMatchObject({ length: expect.any(Number) });
});

test('concurrent uploads never exceed the quota, and released space is available again', async () => {
  const person = await signUp(server.origin, 'Quota');
  const own = await makeParcours(server.origin, person);
  const places = await Promise.all(Array.from({ length: 6 }, () => makePlace(server.origin, person, own)));
  const sent = await Promise.allSettled(
    places.map((place) => upload(server.origin, person, place, recording(1_600_000))),
  );
  const taken = sent.filter(({ status }) => status === 'fulfilled').length;
  expect(taken).toBeLessThanOrEqual(3);
  for (const result of sent) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 507, code: 'quota_exceeded' });
  }
  // Nothing stays reserved for refused uploads.
  for (let count = taken; count < 3; count++) {
    const place = await makePlace(server.origin, person, own);
    expect(await upload(server.origin, person, place, recording(1_600_000))).toMatchObject({
      link: expect.any(String),
    });
  }
  const place = await makePlace(server.origin, person, own);
  const last = upload(server.origin, person, place, recording(1_600_000));
  await expect(last).rejects.toMatchObject({ code: 'quota_exceeded' });
  await expect.poll(strays).toEqual([]);
});

describe('a repeated upload of an account that has meanwhile filled its quota', () => {
  let person: Person;
  let place: PlaceId;
  beforeEach(async () => {
    person = await signUp(server.origin, `Full ${++made}`);
    place = await makePlace(server.origin, person, await makeParcours(server.origin, person));
  });

  async function fill(): Promise<void> {
    for (let count = 0; count < 2; count++) {
      const other = await makePlace(server.origin, person, await makeParcours(server.origin, person));
      await upload(server.origin, person, other, recording(1_600_000));
    }
    await expect(upload(server.origin, person, place, recording(1_600_000))).rejects.toMatchObject({ status: 507 });
  }

  test('gets the first response to its key', async () => {
    const file = recording(1_600_000);
    const send = (again: Blob, key: string) => {
      const input = { file: again, fields: { place_id: place, size: again.size, length: 1 } };
      return call(server.origin, 'uploadAudio', input, person.token, key);
    };
    const first = await send(file, 'full');
    await fill();
    expect((await send(file, 'full')).media_data.link).toBe(first.media_data.link);
    await expect(send(recording(1_600_000), 'full')).rejects.toMatchObject({ code: 'conflict' });
    await expect(send(recording(1_600_000), 'another')).rejects.toMatchObject({ code: 'quota_exceeded' });
    await expect.poll(strays).toEqual([]);
  });

  test('gets the first response of its session', async () => {
    const file = recording(1_600_000);
    const start = async () => (await call(server.origin, 'startRecording', { body: {} }, person.token)).sessionId;
    const send = (again: Blob, sessionId: string) => {
      const input = { params: { sessionId }, file: again, fields: { place_id: place, size: again.size, length: 1 } };
      return call(server.origin, 'uploadSessionAudio', input, person.token);
    };
    const sessionId = await start();
    const first = await send(file, sessionId);
    await fill();
    expect((await send(file, sessionId)).media_data.link).toBe(first.media_data.link);
    await expect(send(recording(1_600_000), sessionId)).rejects.toMatchObject({ code: 'conflict' });
    await expect(send(recording(1_600_000), await start())).rejects.toMatchObject({ code: 'quota_exceeded' });
  });

  test('may not have more in flight than the quota allows', async () => {
    const file = recording(1_600_000);
    const input = { file, fields: { place_id: place, size: file.size, length: 1 } };
    await call(server.origin, 'uploadAudio', input, person.token, 'crowd');
    await fill();
    const sent = await Promise.allSettled(
      Array.from({ length: 6 }, () => call(server.origin, 'uploadAudio', input, person.token, 'crowd')),
    );
    expect(sent.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    for (const result of sent) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'quota_exceeded' });
    }
  });
});

async function strays(): Promise<string[]> {
  return readdir(join(server.dataDir, 'drop-ici.incoming'));
}
