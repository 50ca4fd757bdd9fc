import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import type { AnalyticsEvent } from '../../contracts/events.ts';
import { storedEvents } from '../support/database/kept-data.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, signUpAs, upload } from '../support/server/people.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { beginUpload, sendPart, tus } from '../support/server/tus.ts';

/** More bytes than any disk has. */
const EVERYTHING = String(10 ** 15 - 1);
const MAP_ARCHIVE = 'server/demo/cite.pmtiles';
const FULL = { status: 507, code: 'disk_full' };

let server: TestServer;
afterEach(() => server.stop());

test('below the reserve, uploads, places, maps, extracts and events are refused, the rest works', async () => {
  server = await startServer({ MAP_PMTILES: MAP_ARCHIVE });
  const owner = await signUpAs(server, 'Owner', 'editor');
  const parcoursId = await makeParcours(server.origin, owner);
  const place = await makePlace(server.origin, owner, parcoursId);
  await server.restart({ DISK_RESERVE_BYTES: EVERYTHING });
  const { origin } = server;
  const file = await fixture('conforming-mono.wav');

  await expect(upload(origin, owner, place, file)).rejects.toMatchObject(FULL);
  await expect(beginUpload(origin, owner, place, file.size)).rejects.toThrow(/Expected 201, got 507/);
  const image = { file, fields: {} };
  await expect(call(origin, 'uploadProfileImage', image, owner.token)).rejects.toMatchObject(FULL);
  await expect(call(origin, 'readPack', { params: { mapId: parcoursId } }, owner.token)).rejects.toMatchObject(FULL);
  await expect(recordLogin(origin, owner)).rejects.toMatchObject(FULL);
  expect(await storedEvents(server.dataDir)).toEqual([]);
  await expect(makePlace(origin, owner, parcoursId)).rejects.toMatchObject(FULL);
  await expect(makeParcours(origin, owner)).rejects.toMatchObject(FULL);
  const shape = { id: place, appelation: 'Le quai', feature: 'POINT (2.3 48.8)' };
  await expect(call(origin, 'updatePlace', { body: shape }, owner.token)).rejects.toMatchObject(FULL);

  const { email, password } = owner;
  await call(origin, 'login', { body: { email, password } });
  const body = { id: place, appelation: 'Le quai' };
  expect((await call(origin, 'updatePlace', { body }, owner.token)).appelation).toBe('Le quai');
  await call(origin, 'deletePlace', { params: { placeId: place } }, owner.token);
  expect(await call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, owner.token)).toEqual({ places: [] });
});

test('arriving uploads count: of two uploads that fit only one by one, the second is refused', async () => {
  const { bavail, bsize } = await statfs(tmpdir());
  // Fractions of the free space, larger than what other programs change meanwhile.
  const free = bavail * bsize;
  const [reserve, large] = [String(Math.floor(free / 2)), Math.floor(0.35 * free)];
  const plenty = { UPLOAD_MAX_BYTES: String(free), USER_QUOTA_BYTES: String(10 * free) };
  server = await startServer({ DISK_RESERVE_BYTES: reserve, ...plenty });
  const { origin } = server;
  const owner = await signUp(origin, 'Owner');
  const place = await makePlace(origin, owner, await makeParcours(origin, owner));
  const first = await beginUpload(origin, owner, place, large);
  await expect(beginUpload(origin, owner, place, large)).rejects.toThrow(/Expected 201, got 507/);
  await tus(origin, { method: 'DELETE', path: `/${first}`, token: owner.token });
  await beginUpload(origin, owner, place, large);
});

test('an upload that has begun writes no part into the reserve', async () => {
  server = await startServer();
  const owner = await signUp(server.origin, 'Owner');
  const place = await makePlace(server.origin, owner, await makeParcours(server.origin, owner));
  const id = await beginUpload(server.origin, owner, place, 1000);
  await server.restart({ DISK_RESERVE_BYTES: EVERYTHING });
  expect((await sendPart(server.origin, owner, id, 0, new Blob([new Uint8Array(1000)]))).status).toBe(507);
});

function recordLogin(origin: string, { user, token }: Person) {
  const event: AnalyticsEvent = {
    name: 'Logged in',
    atMs: Date.now(),
    properties: { user: { id: user.id, role: user.role } },
  };
  return call(origin, 'recordEvents', { body: { events: [event] } }, token);
}
