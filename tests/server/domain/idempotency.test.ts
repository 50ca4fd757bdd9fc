import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { IDEMPOTENCY_DAYS } from '../../../contracts/limits.ts';
import type { NewPlace } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { dataChunk, fmtChunk, wavFile } from '../../support/audio/wav-bytes.ts';
import { withDatabase } from '../../support/database/test-database.ts';
import { call } from '../../support/server/api.ts';
import {
  addMember,
  makeParcours,
  makePlace,
  type Person,
  plannedPoint,
  pointPlace,
  signUp,
  signUpAs,
  signUpMember,
} from '../../support/server/people.ts';
import { useServer } from '../../support/server/use-server.ts';

const DAY_MS = 24 * 3600 * 1000;
const server = useServer();
let owner: Person;
let parcoursId: ParcoursId;
beforeAll(async () => {
  owner = await signUpAs(server, 'Owner', 'admin');
  parcoursId = await makeParcours(server.origin, owner);
});

describe('a place requested again with the same key', () => {
  test('is the first one, and no other is created', async () => {
    const before = await countPlaces();
    const first = await create(pointPlace(parcoursId), 'key-1');
    expect(await create(pointPlace(parcoursId), 'key-1')).toBe(first);
    expect(await countPlaces()).toBe(before + 1);
  });

  test('is the first one after a restart, too', async () => {
    const first = await create(pointPlace(parcoursId), 'restarted');
    await server.restart();
    expect(await create(pointPlace(parcoursId), 'restarted')).toBe(first);
  });

  test('is one place for twenty concurrent requests', async () => {
    const before = await countPlaces();
    const ids = await Promise.all(Array.from({ length: 20 }, () => create(pointPlace(parcoursId), 'crowd')));
    expect(new Set(ids).size).toBe(1);
    expect(await countPlaces()).toBe(before + 1);
  });

  test('is identified by its parsed content, not by its spelling', async () => {
    const first = await create(pointPlace(parcoursId, 'Le pont'), 'spelling');
    const { properties, ...place } = pointPlace(parcoursId, ' Le pont ');
    expect(await create({ properties: { userId: 'x', ...properties }, ...place }, 'spelling')).toBe(first);
  });

  test('is refused if it is a different place, which is not created', async () => {
    await create(pointPlace(parcoursId, 'One'), 'key-2');
    const before = await countPlaces();
    for (const other of [pointPlace(parcoursId, 'Two'), pointPlace(parcoursId, 'One', [2.4, 48.8])]) {
      await expect(create(other, 'key-2')).rejects.toMatchObject({ status: 409, code: 'conflict' });
    }
    expect(await countPlaces()).toBe(before);
  });

  test('is another one for another account', async () => {
    const other = await signUpMember(server, owner, parcoursId, 'Other', 'drop');
    const first = await create(pointPlace(parcoursId), 'shared');
    expect(await create(pointPlace(parcoursId), 'shared', other)).not.toBe(first);
  });

  test('is not found after its deletion', async () => {
    const placeId = await create(pointPlace(parcoursId), 'deleted');
    await call(server.origin, 'deletePlace', { params: { placeId } }, owner.token);
    await expect(create(pointPlace(parcoursId), 'deleted')).rejects.toMatchObject({ status: 404 });
  });

  test('is refused to an account that may no longer create places there', async () => {
    const member = await signUpMember(server, owner, parcoursId, 'Removed', 'drop');
    await create(pointPlace(parcoursId), 'mine', member);
    await call(server.origin, 'removeMember', { params: { mapId: parcoursId, userId: member.user.id } }, owner.token);
    await expect(create(pointPlace(parcoursId), 'mine', member)).rejects.toMatchObject({ status: 403 });
  });
});

test('the key of another call is not given up as that of a place', async () => {
  const [body, headers] = [plannedPoint(parcoursId), { 'idempotency-key': 'of-a-plan' }];
  await call(server.origin, 'planPlace', { body }, owner.token, 'of-a-plan');
  const wrong = call(server.origin, 'abandonPlace', { headers }, owner.token);
  await expect(wrong).rejects.toMatchObject({ status: 409, code: 'conflict' });
});

test('without a key each request creates a place', async () => {
  expect(await create(pointPlace(parcoursId))).not.toBe(await create(pointPlace(parcoursId)));
});

test('a failed request stores no key', async () => {
  const person = await signUp(server.origin, 'Early');
  await expect(create(pointPlace(parcoursId), 'early', person)).rejects.toMatchObject({ status: 403 });
  await addMember(server.origin, owner, parcoursId, person, 'drop');
  expect(await create(pointPlace(parcoursId, 'Another name'), 'early', person)).toBeGreaterThan(0);
});

test.each(['', ' ', 'a b', 'é', 'x'.repeat(201)])('the key %j is refused, and no place is created', async (key) => {
  const before = await countPlaces();
  const response = await fetch(`${server.origin}/v1/place/places`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: owner.token,
      'Idempotency-Key': Buffer.from(key).toString('latin1'),
    },
    body: JSON.stringify(pointPlace(parcoursId)),
  });
  expect(response.status).toBe(400);
  expect(await countPlaces()).toBe(before);
});

describe('audio that is sent again with the same key', () => {
  test('changes nothing, and the response has the same link', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    const first = await send(place, [1, 2, 3], 'audio-1');
    const files = await mediaFiles();
    // The waveform may take longer than the first response waits for it.
    await expect.poll(() => heardAt(place)).toMatchObject({ peaks: expect.any(String) });
    expect(await send(place, [1, 2, 3], 'audio-1')).toEqual({ ...first, peaks: (await heardAt(place))?.peaks });
    expect(await mediaFiles()).toEqual(files);
    await expect.poll(strays).toEqual([]);
  });

  test('is attached once for ten concurrent requests', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    const links = await Promise.all(Array.from({ length: 10 }, () => send(place, [4, 4], 'audio-crowd')));
    expect(new Set(links.map(({ link }) => link)).size).toBe(1);
    await expect.poll(strays).toEqual([]);
  });

  test('does not restore audio that has been replaced', async () => {
    const place = await makePlace(server.origin, owner, parcoursId);
    await send(place, [5], 'audio-old');
    const files = await mediaFiles();
    const newer = await send(place, [6], 'audio-new');
    expect((await send(place, [5], 'audio-old')).link).toBe(newer.link);
    expect((await fetch(server.origin + newer.link)).status).toBe(200);
    // Beside the earlier version's.
    expect((await mediaFiles()).length).toBe(files.length + 1);
    await expect.poll(strays).toEqual([]);
  });

  test('is refused for other audio or another place, or if the key is that of a place', async () => {
    const [place, other] = [
      await makePlace(server.origin, owner, parcoursId),
      await makePlace(server.origin, owner, parcoursId),
    ];
    await send(place, [7], 'audio-2');
    await create(pointPlace(parcoursId), 'place-key');
    const files = await mediaFiles();
    for (const [to, sample, key] of [
      [place, 8, 'audio-2'],
      [other, 7, 'audio-2'],
      [place, 9, 'place-key'],
    ] as const) {
      await expect(send(to, [sample], key)).rejects.toMatchObject({ status: 409, code: 'conflict' });
    }
    expect(await mediaFiles()).toEqual(files);
    await expect.poll(strays).toEqual([]);
  });

  test('is not found after the deletion of its place', async () => {
    const placeId = await makePlace(server.origin, owner, parcoursId);
    await send(placeId, [10], 'audio-3');
    await call(server.origin, 'deleteDrop', { params: { placeId } }, owner.token);
    await expect(send(placeId, [10], 'audio-3')).rejects.toMatchObject({ status: 404 });
  });
});

test('keys and sessions expire', async () => {
  const first = await create(pointPlace(parcoursId), 'old');
  const { sessionId } = await call(server.origin, 'startRecording', { body: {} }, owner.token);
  server.advance(IDEMPOTENCY_DAYS * DAY_MS + 1000);
  const { user } = owner;
  const { token } = await call(server.origin, 'login', { body: { email: owner.email, password: owner.password } });
  owner = { ...owner, user, token };
  const place = await create(pointPlace(parcoursId), 'old');
  expect(place).not.toBe(first);
  const file = wavOf([1]);
  const late = { params: { sessionId }, file, fields: { place_id: place, size: file.size, length: 1 } };
  await expect(call(server.origin, 'uploadSessionAudio', late, token)).rejects.toMatchObject({ status: 404 });
  await call(server.origin, 'startRecording', { body: {} }, token);
  expect(await rows('kept_answers')).toBe(1);
  expect(await rows('recording_sessions')).toBe(1);
});

test('the next round of housekeeping deletes expired keys and sessions', async () => {
  await create(pointPlace(parcoursId), 'unused-since');
  await call(server.origin, 'startRecording', { body: {} }, owner.token);
  server.advance(IDEMPOTENCY_DAYS * DAY_MS + 1000);
  await server.restart();
  expect([await rows('kept_answers'), await rows('recording_sessions')]).toEqual([0, 0]);
});

async function create(body: NewPlace, key?: string, person: Person = owner): Promise<PlaceId> {
  return (await call(server.origin, 'createPlace', { body }, person.token, key)).newPlace.place_id;
}

async function send(place_id: PlaceId, samples: number[], key: string) {
  const file = wavOf(samples);
  const input = { file, fields: { place_id, size: file.size, length: 1 } };
  return (await call(server.origin, 'uploadAudio', input, owner.token, key)).media_data;
}

async function heardAt(placeId: PlaceId) {
  return (await call(server.origin, 'readPlace', { params: { placeId } }, owner.token)).media_data;
}

function wavOf(samples: number[]): Blob {
  return new Blob([wavFile([fmtChunk(), dataChunk(Int16Array.from(samples))])]);
}

async function countPlaces(): Promise<number> {
  return (await call(server.origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token)).places.length;
}

async function mediaFiles(): Promise<string[]> {
  const names = await readdir(join(server.dataDir, 'media'), { recursive: true });
  return names.filter((name) => name.endsWith('.wav')).sort();
}

async function strays(): Promise<string[]> {
  return readdir(join(server.dataDir, 'drop-ici.incoming'));
}

async function rows(table: string): Promise<number> {
  return withDatabase(server.dataDir, async (database) => (await database.reader(table)).length);
}
