import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Geometry } from '../../../../contracts/geo.ts';
import { linkPath } from '../../../../contracts/link.ts';
import type { Pack } from '../../../../contracts/pack.ts';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { createDiskReserve } from '../../../../server/domain/disk-reserve.ts';
import { createParcoursBook } from '../../../../server/domain/maps/parcours.ts';
import { createMediaLinks } from '../../../../server/domain/media/media-links.ts';
import { type MapExtracts, NO_MAP_EXTRACTS } from '../../../../server/domain/packs/map-extract.ts';
import { createPackFiles } from '../../../../server/domain/packs/pack-files.ts';
import { createPacks } from '../../../../server/domain/packs/packs.ts';
import { createStoredSizes } from '../../../../server/domain/packs/stored-sizes.ts';
import type { Database } from '../../../../server/store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName } from '../../../../server/store/files.ts';
import { openMediaFiles } from '../../../../server/store/media-files/open-media-files.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../../support/people.ts';
import { TEST_SECRET } from '../../../support/server.ts';
import { openTestDatabase } from '../../../support/test-database.ts';
import { useServer } from '../../../support/use-server.ts';
import { waveformsTaken } from '../../../support/waveforms.ts';

const EXTRACT = { sha256: 'a'.repeat(64), bytes: 1234, link: '/v1/map/extract/one' };

const server = useServer();
let database: Database;
let files: MediaFiles;
let owner: Person;
let mapId: ParcoursId;
let empty: ParcoursId;
let failures: unknown[];
let lost: string[];
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  mapId = await makeParcours(server.origin, owner);
  empty = await makeParcours(server.origin, owner, 'Empty');
  const placeId = await makePlace(server.origin, owner, mapId);
  await upload(server.origin, owner, placeId, await fixture('conforming-mono.wav'));
  await waveformsTaken(server.dataDir);
  database = await openTestDatabase(server.dataDir);
  files = await openMediaFiles(server.dataDir);
});
beforeEach(() => {
  [failures, lost] = [[], []];
});
afterAll(async () => {
  await database.close();
});

test('a map is the first file of a pack, is made for the shapes of its places, and changes the version', async () => {
  const asked: (readonly Geometry[])[] = [];
  const packs = packsWith({
    forShapes: async (shapes) => {
      asked.push(shapes);
      return EXTRACT;
    },
  });
  const pack = await packs(mapId);
  expect(pack.files.map(({ kind }) => kind)).toEqual(['map', 'waveform', 'audio']);
  expect(pack.files[0]).toEqual({ kind: 'map', ...EXTRACT });
  expect(asked).toEqual([pack.places.map(({ feature }) => feature)]);
  expect(pack.version).not.toBe((await packsWith(NO_MAP_EXTRACTS)(mapId)).version);
});

test('a parcours without places has no map', async () => {
  expect((await packsWith({ forShapes: async () => EXTRACT })(empty)).files).toEqual([]);
});

test('a pack whose map cannot be made is none, so that devices keep the map they have, and the error is reported', async () => {
  const error = new Error('The archive is damaged');
  const reading = packsWith({ forShapes: () => Promise.reject(error) })(mapId);
  await expect(reading).rejects.toMatchObject({ code: 'internal', cause: error });
  expect(failures).toEqual([{ error, id: mapId }]);
});

test('a lost file is reported once', async () => {
  const packs = packsWith(NO_MAP_EXTRACTS);
  const waveform = basename(linkPath((await packs(mapId)).files[0]?.link ?? ''));
  await rm(join(server.dataDir, 'media', waveform.slice(0, 2), waveform));
  const later = packsWith(NO_MAP_EXTRACTS);
  for (const _ of ['once', 'again']) {
    expect((await later(mapId)).files.map(({ kind }) => kind)).toEqual(['audio']);
  }
  expect(lost).toEqual([waveform]);
});

test('a file that was deleted with its row, while its pack was made, is not reported', async () => {
  const sizes = createStoredSizes(database.reader, files, note);
  expect(await sizes.find({ sha256: 'b'.repeat(64), extension: 'wav' }, 10)).toBeNull();
  expect(lost).toEqual([]);
});

test('a file that was made again with another size is found with its new size', async () => {
  const sizes = createStoredSizes(database.reader, files, note);
  const rendition: MediaName = { sha256: 'c'.repeat(64), extension: 'm4a' };
  const path = files.addressOf(rendition);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'short');
  expect(await sizes.find(rendition, 5)).toBe(5);
  await writeFile(path, 'much longer');
  expect(await sizes.find(rendition, 11)).toBe(11);
});

test('sizes of many files are asked for some at a time', async () => {
  let [asked, most] = [0, 0];
  const counted: MediaFiles = {
    ...files,
    sizeOf: async (name) => {
      most = Math.max(most, ++asked);
      const size = await files.sizeOf(name);
      asked--;
      return size;
    },
  };
  const sizes = createStoredSizes(database.reader, counted, note);
  const names = Array.from({ length: 100 }, (_, at) => ({ sha256: String(at).padStart(64, '0'), extension: 'wav' }));
  expect(await Promise.all(names.map((name) => sizes.find(name, null)))).toEqual(names.map(() => null));
  expect(most).toBe(16);
});

function note(name: MediaName): void {
  lost.push(fileNameOf(name));
}

/** Reads packs as the owner, with maps from here; what goes wrong is noted. */
function packsWith(extracts: MapExtracts): (id: ParcoursId) => Promise<Pack> {
  const links = createMediaLinks(TEST_SECRET, files, database.reader, Date.now);
  const packs = createPacks({
    database,
    parcours: createParcoursBook(database, createDiskReserve(server.dataDir, 0), Date.now),
    links,
    files: createPackFiles(createStoredSizes(database.reader, files, note)),
    extracts,
    onMapFailure: (error, id) => failures.push({ error, id }),
  });
  return (id) => packs.read({ id: owner.user.id, role: owner.user.role, sessionId: 'one', address: '192.0.2.1' }, id);
}
