import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { waveformsTaken } from '../support/database/kept-data.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../support/server/people.ts';
import { startServer, TEST_SECRET } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/server/small-disk.ts';

const FULL = { status: 507, code: 'disk_full' };

describe.skipIf(!canMount())('a server on a disk that another program has filled', () => {
  let disk: SmallDisk;
  let parcoursId: ParcoursId;
  let owner: Person;
  let place: PlaceId;
  const start = (): Promise<ServerProcess> =>
    startServerProcess({ DATA_DIR: disk.path, SECRET: TEST_SECRET }, { prefix: disk.prefix });
  const stop = async ({ child, ended }: ServerProcess): Promise<void> => {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  };
  /** Returns the output of a start that fails. */
  const failure = async (): Promise<string> => {
    const told = await start().then(() => 'it listens', String);
    expect(told).not.toMatch(/SQLITE_|ENOSPC|EROFS| {4}at /);
    return told;
  };

  beforeAll(async () => {
    disk = await mountSmallDisk(40);
    const server = await startServer();
    owner = await signUp(server.origin, 'Owner');
    parcoursId = await makeParcours(server.origin, owner);
    place = await makePlace(server.origin, owner, parcoursId);
    await upload(server.origin, owner, place, await fixture('conforming-mono.wav'));
    await waveformsTaken(server.dataDir);
    await server.restart({}, async () => disk.run(`cp -R "${server.dataDir}/." "$1"`));
    await server.stop();
  });
  afterAll(() => disk.remove());

  test('starts; people read, listen and delete, and new data is refused', async () => {
    disk.fill();
    const server = await start();
    const { origin } = server;
    const { email, password } = owner;
    const { token } = await call(origin, 'login', { body: { email, password } });
    const { places } = await call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token);
    expect((await fetch(origin + places[0]?.media?.data.link)).status).toBe(200);
    await expect(makePlace(origin, owner, parcoursId)).rejects.toMatchObject(FULL);
    await expect(upload(origin, owner, place, await fixture('conforming-mono.wav'))).rejects.toMatchObject(FULL);
    await call(origin, 'deletePlace', { params: { placeId: place } }, token);
    await call(origin, 'purgePlace', { params: { placeId: place } }, token);
    expect(await call(origin, 'listPlaces', { body: { mapIds: [parcoursId] } }, token)).toEqual({ places: [] });
    await stop(server);
  });

  test('names the full disk and a remedy if it cannot start', async () => {
    disk.run('rm -f "$1/drop-ici.spare"');
    disk.fill();
    expect(await failure()).toMatch(
      `ended with 1: Cannot keep data in ${disk.path} (DATA_DIR): its disk is full. Free `,
    );
  });

  test('reports a disk that has become read-only', async () => {
    disk.run('mount -o remount,ro "$1"');
    expect(await failure()).toMatch(`Cannot keep data in ${disk.path} (DATA_DIR): its disk is read-only. Mount it `);
  });
});
