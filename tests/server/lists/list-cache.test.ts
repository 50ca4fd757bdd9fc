import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { COSTLY_WORK } from '../../../server/domain/costly-work.ts';
import { createFairQueue } from '../../../server/domain/fair-queue.ts';
import { createListCache } from '../../../server/domain/places/lists/place-lists.ts';
import { insertAccount } from '../../../server/store/accounts.ts';
import type { Database } from '../../../server/store/database.ts';
import { insertParcours, putMembership } from '../../../server/store/parcours.ts';
import { insertPlace } from '../../../server/store/places.ts';
import { openTestDatabase, removeTestDatabase } from '../../support/database/test-database.ts';

const takeTurn = createFairQueue(COSTLY_WORK.lists);
const BOUNDS = { places: 1000, shapeBytes: 1_000_000 };
const created_at = '2026-11-24T00:00:00.000Z';
const MAPS = 4;
const PLACES = 30;

let dataDir: string;
let database: Database;
let account: UserId;
let maps: ParcoursId[];
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'drop-ici-kept-'));
  database = await openTestDatabase(dataDir);
  await database.transact(async (tx) => {
    const row = { email: 'ana@example.org', name: 'Ana', role: 'user', password_hash: '', picture: null } as const;
    const inserted = await insertAccount(tx, { ...row, created_at });
    if (inserted === undefined) throw new Error('Expected an account');
    account = inserted.id;
    maps = [];
    for (let map = 0; map < MAPS; map++) {
      const parcours_id = await insertParcours(tx, { title: 'a', description: 'b', image_url: null, created_at });
      maps.push(parcours_id);
      await putMembership(tx, { parcours_id, account_id: account, privilege: 'guest', joined_at: created_at });
      for (let index = 0; index < PLACES; index++) await addPlace(tx, parcours_id);
    }
  });
});
afterAll(async () => {
  await database.close();
  await removeTestDatabase(dataDir);
  await rm(dataDir, { recursive: true });
});

type Tx = Parameters<Parameters<Database['transact']>[0]>[0];

async function addPlace(tx: Tx, parcours_id: ParcoursId): Promise<void> {
  const shape = { kind: 'la', geometry: '{"type":"Point","coordinates":[2,48]}', media_sha256: null };
  await insertPlace(tx, { parcours_id, author_id: null, name: 'a', ...shape, created_at });
}

/** Creates a list cache; `textOf` lists a map and returns the cached text, to be compared by identity. */
function lists(bytesMax?: number) {
  const kept = createListCache(database.reader, BOUNDS, takeTurn, bytesMax);
  const textOf = async (map: number) => {
    const { texts } = await kept.show({ id: account }, maps.slice(map, map + 1));
    return texts[0];
  };
  return { kept, textOf };
}

test('a list is built once for each version, also for concurrent requests', async () => {
  const { textOf } = lists();
  const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => textOf(0)));
  expect(first?.ids).toHaveLength(PLACES);
  for (const other of others) expect(other).toBe(first);
  expect(await textOf(0)).toBe(first);
  await database.transact((tx) => addPlace(tx, maps[0] as ParcoursId));
  const changed = await textOf(0);
  expect(changed?.ids).toHaveLength(PLACES + 1);
  expect(await textOf(0)).toBe(changed);
});

test('the least recently used list is dropped when the lists exceed their memory limit', async () => {
  const { bytes = Buffer.alloc(0) } = (await lists().textOf(1)) ?? {};
  const { textOf } = lists(2 * 2.5 * bytes.length);
  const [first, second] = [await textOf(0), await textOf(1)];
  expect(await textOf(0)).toBe(first);
  const third = await textOf(2);
  expect([await textOf(0), await textOf(2)]).toEqual([first, third]);
  expect(await textOf(0)).toBe(first);
  expect(await textOf(1)).not.toBe(second);
});

test('a list with more shapes than the limit is refused, whether its texts are cached or not', async () => {
  const kept = createListCache(database.reader, { places: 1000, shapeBytes: 400 }, takeTurn);
  await expect(kept.show({ id: account }, maps)).rejects.toMatchObject({ code: 'too_large' });
  for (const map of maps) await kept.show({ id: account }, [map]);
  await expect(kept.show({ id: account }, maps)).rejects.toMatchObject({ code: 'too_large' });
});
