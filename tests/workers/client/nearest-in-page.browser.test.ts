import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { createNearestClient, type NearestClient } from '../../../workers/client/nearest-client.ts';
import { createAround } from '../../../workers/client/nearest-in-page.ts';
import type { SeedPlace } from '../../../workers/nearest/nearest.api.ts';
import { evenly } from '../../support/geometry/evenly.ts';

type LngLat = [number, number];

const HERE: LngLat = [2.347, 48.8555];
const moved = ([lng, lat]: LngLat, east: number, north: number): LngLat => [lng + east, lat + north];
const point = (id: number, coordinates: LngLat): SeedPlace => ({
  id: PlaceId.parse(id),
  geometry: { type: 'Point', coordinates },
});
const square = (id: number, centre: LngLat, half: number): SeedPlace => {
  const ring = [moved(centre, -half, -half), moved(centre, half, -half), moved(centre, half, half)];
  return {
    id: PlaceId.parse(id),
    geometry: { type: 'Polygon', coordinates: [[...ring, moved(centre, -half, half), moved(centre, -half, -half)]] },
  };
};

let client: NearestClient | undefined;
afterEach(() => client?.dispose());

test('it gives the worker’s answers, bit for bit and in the same order', async () => {
  const numbers = fc.sample(fc.noBias(evenly(0, 1)), { seed: 5, numRuns: 2000 });
  const random = (): number => numbers.pop() ?? 0;
  const anywhere = (): LngLat => moved(HERE, random() * 4e-3, random() * 3e-3);
  const places = Array.from({ length: 300 }, (_, index) =>
    index % 3 === 0 ? square(index + 1, anywhere(), 1e-4 + random() * 2e-4) : point(index + 1, anywhere()),
  );
  client = createNearestClient();
  await client.seed(places);
  const around = createAround(places);
  let found = 0;
  for (let turn = 0; turn < 100; turn++) {
    const [position, radiusM] = [anywhere(), random() * 60];
    const answer = around({ position, radiusM });
    found += answer.length;
    expect([answer]).toEqual(await client.around([{ position, radiusM }]));
  }
  expect(found).toBeGreaterThan(500);
});

test('each instance has its own, unchanged places', () => {
  const circle = { position: HERE, radiusM: 5 };
  const places = [point(1, HERE)];
  const [one, other] = [createAround(places), createAround([point(2, HERE)])];
  places.push(point(3, HERE));
  expect(one(circle)).toEqual([{ id: 1, distanceM: 0 }]);
  expect(other(circle)).toEqual([{ id: 2, distanceM: 0 }]);
  expect(createAround([])(circle)).toEqual([]);
});

test('a duplicate id is rejected', () => {
  expect(() => createAround([point(1, HERE), point(1, moved(HERE, 1e-3, 0))])).toThrow(RangeError);
});
