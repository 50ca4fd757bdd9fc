import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { linkPath } from '../../../../contracts/link.ts';
import { Pack } from '../../../../contracts/pack.ts';
import type { LngLatBox } from '../../../../contracts/rings.ts';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { COSTLY_WORK } from '../../../../server/domain/costly-work.ts';
import { createDiskReserve } from '../../../../server/domain/disk-reserve.ts';
import { createFairQueue } from '../../../../server/domain/fair-queue.ts';
import { createMediaLinks } from '../../../../server/domain/media/media-links.ts';
import { createPackFiles, createStoredSizes } from '../../../../server/domain/packs/pack-files.ts';
import { createPacks, type MapExtracts, NO_MAP_EXTRACTS } from '../../../../server/domain/packs/packs.ts';
import { createParcoursRules, existingParcours } from '../../../../server/domain/parcours/parcours.ts';
import { createListCache, type SharedText } from '../../../../server/domain/places/lists/place-lists.ts';
import { readAbout } from '../../../../server/domain/tellings/about.ts';
import { createParcoursWords } from '../../../../server/domain/tellings/parcours-words.ts';
import type { Database } from '../../../../server/store/database.ts';
import { fileNameOf, type MediaFiles, type MediaName } from '../../../../server/store/files.ts';
import { waveformsTaken } from '../../../support/database/kept-data.ts';
import { openTestDatabase } from '../../../support/database/test-database.ts';
import { boundingBoxOfShapes } from '../../../support/geometry/box-of-shapes.ts';
import { fixture, makeParcours, makePlace, type Person, signUp, upload } from '../../../support/server/people.ts';
import { TEST_SECRET } from '../../../support/server/server.ts';
import { useServer } from '../../../support/server/use-server.ts';

const EXTRACT = { sha256: 'a'.repeat(64), bytes: 1234, link: '/v1/map/extract/one' };

const server = useServer();
let database: Database;
let files: MediaFiles;
let owner: Person;
let parcoursId: ParcoursId;
let empty: ParcoursId;
let failures: unknown[];
let lost: string[];
let nowMs = Date.now();
beforeAll(async () => {
  owner = await signUp(server.origin, 'Owner');
  parcoursId = await makeParcours(server.origin, owner);
  empty = await makeParcours(server.origin, owner, 'Empty');
  const placeId = await makePlace(server.origin, owner, parcoursId);
  await upload(server.origin, owner, placeId, await fixture('conforming-mono.wav'));
  await waveformsTaken(server.dataDir);
  database = await openTestDatabase(server.dataDir);
  files = await chooseFileStores(server.dataDir, null).openMedia();
});
beforeEach(() => {
  [failures, lost] = [[], []];
});
afterAll(async () => {
  await database.close();
});

test('a map is the first file of a pack, covers its places’ shapes and changes its version', async () => {
  const asked: LngLatBox[] = [];
  const packs = packsWith({
    around: async (box) => {
      asked.push(box);
      return EXTRACT;
    },
  });
  const pack = await packs(parcoursId);
  expect(pack.files.map(({ kind }) => kind)).toEqual(['map', 'waveform', 'audio']);
  expect(pack.files[0]).toEqual({ kind: 'map', ...EXTRACT });
  expect(asked).toEqual([boundingBoxOfShapes(pack.places.map(({ feature }) => feature))]);
  expect(pack.version).not.toBe((await packsWith(NO_MAP_EXTRACTS)(parcoursId)).version);
});

test('a parcours without places has no map', async () => {
  expect((await packsWith({ around: async () => EXTRACT })(empty)).files).toEqual([]);
});

test('a pack fails if its map cannot be made, and the error is reported', async () => {
  const error = new Error('The archive is damaged');
  const reading = packsWith({ around: () => Promise.reject(error) })(parcoursId);
  await expect(reading).rejects.toMatchObject({ code: 'internal', cause: error });
  expect(failures).toEqual([{ error, id: parcoursId }]);
});

test('a pack is made once per version of its places, for all requests and both forms', async () => {
  const listed: number[] = [];
  const share = sharesWith(NO_MAP_EXTRACTS, (count) => listed.push(count));
  const [first, ...others] = await Promise.all(Array.from({ length: 16 }, () => share(parcoursId, 'apart')));
  expect(listed).toEqual([1]);
  const bytesOf = (text?: SharedText) => Buffer.concat(text?.plain() ?? []).toString();
  expect(new Set(others.map(bytesOf))).toEqual(new Set([bytesOf(first)]));
  // All share the same memory, also when compressed.
  expect(others.every((other) => other.plain()[1] === first?.plain()[1])).toBe(true);
  const [one = [], other = []] = [await first?.gzip?.(), await others[0]?.gzip?.()];
  expect(one.filter((piece) => other.includes(piece)).length).toBeGreaterThanOrEqual(2);
  expect((await share(parcoursId, 'whole')).version).toBe(first?.version);
  expect(listed).toEqual([1]);

  await makePlace(server.origin, owner, parcoursId, 'Le quai');
  expect((await share(parcoursId, 'apart')).version).not.toBe(first?.version);
  expect(listed).toEqual([1, 1]);
});

test('a pack that lacks a lost file is made again after a minute, in case the file is back', async () => {
  const share = sharesWith(NO_MAP_EXTRACTS, () => undefined);
  const files = async () => packOfText(await share(parcoursId, 'whole')).files;
  const waveform = (await files()).find(({ kind }) => kind === 'waveform');
  const name = basename(linkPath(waveform?.link ?? ''));
  const path = join(server.dataDir, 'media', name.slice(0, 2), name);
  const content = await readFile(path);
  await rm(path);
  const later = sharesWith(NO_MAP_EXTRACTS, () => undefined);
  const laterKinds = async () => packOfText(await later(parcoursId, 'whole')).files.map(({ kind }) => kind);
  expect(await laterKinds()).toEqual(['audio']);
  await writeFile(path, content);
  expect(await laterKinds()).toEqual(['audio']);
  nowMs += 60_000;
  expect(await laterKinds()).toEqual(['waveform', 'audio']);
});

test('a lost file is reported once', async () => {
  const packs = packsWith(NO_MAP_EXTRACTS);
  const waveform = basename(linkPath((await packs(parcoursId)).files[0]?.link ?? ''));
  await rm(join(server.dataDir, 'media', waveform.slice(0, 2), waveform));
  const later = packsWith(NO_MAP_EXTRACTS);
  for (const _ of ['once', 'again']) {
    expect((await later(parcoursId)).files.map(({ kind }) => kind)).toEqual(['audio']);
  }
  expect(lost).toEqual([waveform]);
});

test('a file that was deleted with its row is not reported as lost', async () => {
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

test('the sizes of many files are read 16 at a time', async () => {
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

/** Reads packs as the owner, with these map extracts, and records failures. */
function packsWith(extracts: MapExtracts): (id: ParcoursId) => Promise<Pack> {
  const share = sharesWith(extracts, () => undefined);
  return async (id) => packOfText(await share(id, 'whole'));
}

function packOfText(text: SharedText): Pack {
  return Pack.parse(JSON.parse(Buffer.concat(text.plain()).toString()));
}

/** Reads packs in their sent form. `onListed` gets the number of places with audio when their files are listed. */
function sharesWith(extracts: MapExtracts, onListed: (stories: number) => void) {
  const links = createMediaLinks(TEST_SECRET, files, database.reader, Date.now);
  const takeTurn = createFairQueue(COSTLY_WORK.lists);
  const packFiles = createPackFiles(createStoredSizes(database.reader, files, note));
  const lists = createListCache(database.reader, { places: 1000, shapeBytes: 1_000_000 }, takeTurn);
  const packs = createPacks({
    parcours: createParcoursRules(database, createDiskReserve(server.dataDir, 0), Date.now),
    links,
    files: {
      ...packFiles,
      ofStories: (rows, sign) => {
        onListed(rows.length);
        return packFiles.ofStories(rows, sign);
      },
    },
    extracts,
    lists,
    words: createParcoursWords({ database, lists, takeTurn, links }),
    readAbout: async (id) => readAbout(database.reader, await existingParcours(database.reader, id)),
    takeTurn,
    clock: () => nowMs,
    onMapFailure: (error, id) => failures.push({ error, id }),
  });
  const caller = { id: owner.user.id, role: owner.user.role, sessionId: 'one', address: '192.0.2.1' };
  return (id: ParcoursId, form: 'whole' | 'apart') => packs.share(caller, id, form);
}
