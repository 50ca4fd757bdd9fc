import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import { chooseFileStores } from '../../../../server/cluster/open-stores.ts';
import { createPlayedMedia, type PlayedMedia } from '../../../../server/domain/media/played-media.ts';
import type { Database, Transactor } from '../../../../server/store/database.ts';
import { type MediaFiles, pathOfMedia, writeIncoming } from '../../../../server/store/files.ts';
import { putMedia } from '../../../../server/store/media.ts';
import { insertParcours } from '../../../../server/store/parcours.ts';
import { deletePlace, insertPlace, setPlaceMedia } from '../../../../server/store/places.ts';
import { makeDatabase } from '../../../support/database/make-database.ts';

const NOW = '2026-01-01T00:00:00.000Z';
const NAME = { sha256: 'ab'.repeat(32), extension: 'wav' };
let dataDir: string;
let database: Database;
let files: MediaFiles;
let played: PlayedMedia;
let places: PlaceId[];
let left: unknown[];
beforeEach(async () => {
  ({ dataDir, database } = await makeDatabase());
  files = await chooseFileStores(dataDir, null).openMedia();
  left = [];
  played = createPlayedMedia(database, files, (name, error) => left.push([name, error]));
  places = await database.transact(async (tx) => {
    const parcours_id = await insertParcours(tx, { title: 'a', description: 'b', image_url: null, created_at: NOW });
    const row = { parcours_id, author_id: null, name: 'a', kind: 'la', geometry: '{}', created_at: NOW };
    const made = { ...row, media_sha256: null };
    return [await insertPlace(tx, made), await insertPlace(tx, made)];
  });
});

function place(index: number): PlaceId {
  const id = places[index];
  if (id === undefined) throw new Error(`Expected a place ${index}`);
  return id;
}

async function kept(): Promise<string[]> {
  return (await readdir(join(dataDir, 'media'), { recursive: true })).filter((name) => name.endsWith('.wav'));
}

const noted = async (tx: Transactor, id: PlaceId) => {
  const row = { ...NAME, size_bytes: 4, duration_s: 1, created_at: NOW };
  await putMedia(tx, row);
  await setPlaceMedia(tx, id, NAME.sha256, null);
  return { result: 'noted', released: [] };
};

const nothing = async (): Promise<undefined> => undefined;

async function add(work: (tx: Transactor) => ReturnType<typeof noted>): Promise<string> {
  return played.add((await writeIncoming(files, new Uint8Array(4))).path, NAME, nothing, work);
}

const release = (id: PlaceId) =>
  played.release(async (tx) => {
    await deletePlace(tx, id);
    return { result: undefined, released: [NAME.sha256] };
  });

const fail = async (): Promise<never> => {
  throw new Error('no');
};

test('failed work leaves no file', async () => {
  await expect(add(fail)).rejects.toThrow('no');
  expect(await kept()).toEqual([]);
});

test('failed work keeps a file that another place plays', async () => {
  await add((tx) => noted(tx, place(0)));
  await expect(add(fail)).rejects.toThrow('no');
  expect(await kept()).toHaveLength(1);
});

test('a result of `before` is returned, and nothing is moved', async () => {
  const { path } = await writeIncoming(files, new Uint8Array(4));
  expect(await played.add(path, NAME, async () => 'before', fail)).toBe('before');
  expect(await kept()).toEqual([]);
  expect(await readdir(files.incomingDir)).toHaveLength(1);
});

test('a file is deleted with the last place that plays it', async () => {
  await add((tx) => noted(tx, place(0)));
  await add((tx) => noted(tx, place(1)));
  await release(place(0));
  expect(await kept()).toHaveLength(1);
  await release(place(1));
  expect(await kept()).toEqual([]);
  expect(await database.reader('media')).toEqual([]);
});

test('a file added while the same content is being deleted stays for the new place', async () => {
  await add((tx) => noted(tx, place(0)));
  await Promise.all([release(place(0)), add((tx) => noted(tx, place(1)))]);
  expect(await kept()).toHaveLength(1);
});

test('media are released even if their file cannot be deleted, and the file is reported', async () => {
  await add((tx) => noted(tx, place(0)));
  const path = join(dataDir, 'media', pathOfMedia(NAME));
  await rm(path);
  // A folder of that name can't be deleted as a file.
  await mkdir(path);
  await release(place(0));
  expect(await database.reader('media')).toEqual([]);
  expect(left).toEqual([[expect.objectContaining(NAME), expect.any(Error)]]);
});
