import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import {
  createCardFacts,
  FACTS_CACHED_MS,
  type ReadCardFacts,
  readShapes,
  SHAPES_BYTES_MAX,
} from '../../../../server/domain/cards/cards.ts';
import type { Database } from '../../../../server/store/database.ts';
import { findParcours } from '../../../../server/store/parcours.ts';
import { openTestDatabase } from '../../../support/database/test-database.ts';
import { makeParcours, type Person, signUpAs } from '../../../support/server/people.ts';
import { useServer } from '../../../support/server/use-server.ts';

const AT = '2026-01-01T00:00:00.000Z';

const server = useServer();
let database: Database;
let owner: Person;
let parcoursId: ParcoursId;
let now = 0;
let readings = 0;
let readFacts: ReadCardFacts;
beforeAll(async () => {
  database = await openTestDatabase(server.dataDir);
  database.reader.on('query', ({ sql }: { sql: string }) => {
    if (/^select .geometry. /.test(sql)) readings += 1;
  });
  owner = await signUpAs(server, 'Owner', 'admin');
});
beforeEach(async () => {
  parcoursId = await makeParcours(server.origin, owner);
  readFacts = createCardFacts(database.reader, () => now);
  readings = 0;
});
afterAll(async () => {
  await database.close();
});

async function addZones(zones: readonly string[]): Promise<void> {
  await database.transact(async (tx) => {
    for (const geometry of zones) {
      await tx('places').insert({ parcours_id: parcoursId, name: 'Z', kind: 'la', geometry, created_at: AT });
    }
  });
}

async function facts() {
  const row = await findParcours(database.reader, parcoursId);
  if (row === undefined) throw new Error('Expected a parcours');
  return readFacts(row);
}

test('the shapes that are read of many large zones are limited in bytes, first zones first', async () => {
  const tooLarge = 'é'.repeat(40_001);
  const zones = Array.from({ length: 20 }, (_, index) => `${index}`.padEnd(39_000, 'é'));
  await addZones([tooLarge, ...zones, ...Array(600).fill('{}')]);
  const read = await readShapes(database.reader, parcoursId);
  expect(Buffer.byteLength(read.join(''))).toBeLessThanOrEqual(SHAPES_BYTES_MAX);
  expect(read).toEqual(zones.slice(0, 3));
});

test('at most 500 small zones are read, as many as a picture shows', async () => {
  await addZones(Array(600).fill('{}'));
  expect(await readShapes(database.reader, parcoursId)).toHaveLength(500);
});

test('concurrent and later look-ups of a parcours share one reading of its shapes', async () => {
  await addZones(Array(20).fill('z'.repeat(70_000)));
  const all = await Promise.all(Array.from({ length: 30 }, facts));
  all.push(await facts());
  expect(new Set(all.map(({ version }) => version)).size).toBe(1);
  expect(readings).toBe(1);
});

test('a new place is seen at once, and a moved one after the caching time', async () => {
  await addZones(['[1]']);
  const first = await facts();
  await addZones(['[2]']);
  const second = await facts();
  expect(second.version).not.toBe(first.version);
  await database.transact((tx) => tx('places').where({ geometry: '[2]' }).update({ geometry: '[3]' }));
  now += FACTS_CACHED_MS;
  expect((await facts()).version).not.toBe(second.version);
});
