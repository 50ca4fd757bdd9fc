import { afterEach, expect, test } from 'vitest';
import { deleteSeen } from '../../../../app/platform/packs/cache-storage.ts';
import {
  dropSeenExcept,
  readSeenPlaces,
  readSeenPlan,
  SEEN_LENGTH_MAX,
  SEEN_MAPS_MAX,
  type SeenPlan,
  storeSeenPlaces,
  storeSeenPlan,
} from '../../../../app/platform/packs/seen-places.ts';
import type { PlannedPlace } from '../../../../contracts/planned-place.ts';
import { ParcoursId, PlaceId, UserId, VISITORS_FROM } from '../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';

const ana = UserId.parse(1);
const keyOf = (parcoursId: number, userId = ana) => ({ userId, parcoursId: ParcoursId.parse(parcoursId) });
const bridge = listedPlace(1, { appelation: 'Le pont' });

afterEach(deleteSeen);

test('the places of a parcours are returned as they were listed, and only to their user', async () => {
  await storeSeenPlaces(keyOf(7), { seenMs: 1000, places: [listedPlace(2)] });
  await storeSeenPlaces(keyOf(7), { seenMs: 2000, places: [bridge] });
  expect(await readSeenPlaces(keyOf(7))).toEqual({ seenMs: 2000, places: [bridge] });
  expect(await readSeenPlaces(keyOf(8))).toBeNull();
  expect(await readSeenPlaces(keyOf(7, UserId.parse(2)))).toBeNull();
  const ofVisit = keyOf(7, UserId.parse(VISITORS_FROM));
  await storeSeenPlaces(ofVisit, { seenMs: 2000, places: [bridge] });
  await deleteSeen();
  expect([await readSeenPlaces(keyOf(7)), await readSeenPlaces(ofVisit)]).toEqual([null, expect.anything()]);
});

test('the parcours listed longest ago are forgotten beyond the limit', async () => {
  for (let parcoursId = 1; parcoursId <= SEEN_MAPS_MAX; parcoursId += 1) {
    await storeSeenPlaces(keyOf(parcoursId), { seenMs: 1000 * parcoursId, places: [bridge] });
  }
  await storeSeenPlaces(keyOf(1), { seenMs: 50_000, places: [bridge] });
  await storeSeenPlaces(keyOf(99), { seenMs: 60_000, places: [bridge] });
  expect(await readSeenPlaces(keyOf(2))).toBeNull();
  for (const parcoursId of [1, 3, SEEN_MAPS_MAX, 99]) expect(await readSeenPlaces(keyOf(parcoursId))).not.toBeNull();
});

test('a parcours that grew too large is not stored, and neither is its earlier list', async () => {
  await storeSeenPlaces(keyOf(7), { seenMs: 1000, places: [bridge] });
  const huge = listedPlace(1, { appelation: 'x'.repeat(SEEN_LENGTH_MAX) });
  await storeSeenPlaces(keyOf(7), { seenMs: 2000, places: [huge] });
  expect(await readSeenPlaces(keyOf(7))).toBeNull();
});

test('a parcours that a user has left is forgotten for that user alone', async () => {
  const other = UserId.parse(2);
  for (const key of [keyOf(7), keyOf(8), keyOf(8, other)]) await storeSeenPlaces(key, { seenMs: 1, places: [bridge] });
  const plans = [7, 8, 9].map((map): SeenPlan => {
    const point = { type: 'Point' as const, coordinates: [2.3, 48.8] as [number, number] };
    const planned: PlannedPlace = {
      ...{ id: PlaceId.parse(20 + map), appelation: 'Le lavoir', feature: point, map: { id: ParcoursId.parse(map) } },
      ...{ asked: null, state: 'planned', filledBy: null },
    };
    return { parcoursId: planned.map.id, planned: [planned], order: [planned.id] };
  });
  for (const user of [ana, other]) await storeSeenPlan(user, plans);
  await dropSeenExcept(ana, [ParcoursId.parse(7), ParcoursId.parse(9)], [ParcoursId.parse(7)]);
  expect([await readSeenPlan(ana), await readSeenPlan(other)]).toEqual([plans.slice(0, 1), plans]);
  expect(await readSeenPlaces(keyOf(8))).toBeNull();
  for (const key of [keyOf(7), keyOf(8, other)]) expect(await readSeenPlaces(key)).not.toBeNull();
});

test('an unreadable record counts as none', async () => {
  await storeSeenPlaces(keyOf(7), { seenMs: 1000, places: [bridge] });
  const cache = await caches.open('drop-ici-kept-seen');
  for (const request of await cache.keys()) await cache.put(request, new Response('[{"id": "none"}]'));
  expect(await readSeenPlaces(keyOf(7))).toBeNull();
});
