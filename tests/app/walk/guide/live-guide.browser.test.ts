import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { places } from '../../../../app/places/places.ts';
import { Scope } from '../../../../app/platform/scope.ts';
import { location } from '../../../../app/position/location.ts';
import { takeEvents } from '../../../../app/session/analytics.ts';
import { followNearest } from '../../../../app/walk/guide/live-guide.ts';
import { UserEnteredGeometry } from '../../../../contracts/events.ts';
import type { Place } from '../../../../contracts/place.ts';
import { listedPlace } from '../../../support/samples/listed-place.ts';
import { until } from '../../../support/until.ts';

const place = (id: number, lng: number): Place =>
  listedPlace(id, { feature: { type: 'Point', coordinates: [lng, 48.855] } });

let scope: Scope;
let stamp = 0;
let seen: { nearest: number | undefined; within: readonly number[] } | null = null;
const failures: unknown[] = [];

function stand(lng: number): void {
  // Enough time to have walked there.
  stamp += 600_000;
  location.fix = { lng, lat: 48.855, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: stamp };
}

beforeEach(() => {
  scope = new Scope();
  takeEvents();
  seen = null;
  failures.length = 0;
  places.list = ref([place(1, 2.345), place(2, 2.347)]);
  followNearest(scope, {
    onLocated: (here) => {
      seen = { nearest: here[0]?.placeId, within: here.map(({ placeId }) => placeId) };
    },
    onFailed: (reason) => failures.push(reason),
  });
});

afterEach(() => {
  scope.dispose();
  places.list = ref([]);
  location.fix = null;
});

test('follows the walker and added, moved and removed places, and records each entry as an event', async () => {
  stand(2.345);
  await until(() => expect(seen).toEqual({ nearest: 1, within: [1] }));
  const [one, two] = places.list;
  if (one === undefined || two === undefined) throw new Error('Expected two places');

  places.list = ref([one, two, place(3, 2.345)]);
  await until(() => expect(seen).toEqual({ nearest: 1, within: [1, 3] }));
  places.list = ref([place(1, 2.349), two, ...places.list.slice(2)]);
  await until(() => expect(seen).toEqual({ nearest: 3, within: [3] }));
  places.list = ref([two]);
  await until(() => expect(seen).toEqual({ nearest: undefined, within: [] }));
  stand(2.347);
  await until(() => expect(seen).toEqual({ nearest: 2, within: [2] }));
  // More changes at once than are sent one by one.
  places.list = ref([two, ...Array.from({ length: 40 }, (_, index) => place(10 + index, 2.34 + index * 1e-4))]);
  stand(2.34);
  await until(() => expect(seen?.nearest).toBe(10));

  const ids = takeEvents().map(({ properties }) => ('geometryId' in properties ? properties.geometryId : null));
  expect(ids).toEqual([1, 3, 2, 10]);
  expect(failures).toEqual([]);
});

test('each entry is one event, with its four fields', async () => {
  const ring: [number, number][] = [
    [2.359, 48.854],
    [2.361, 48.854],
    [2.361, 48.856],
    [2.359, 48.854],
  ];
  places.list = ref([place(1, 2.36005), { ...place(2, 2.36), feature: { type: 'Polygon', coordinates: [ring] } }]);
  stand(2.36);
  await until(() => expect(seen?.within).toEqual([2, 1]));
  const [atMs, events] = [expect.closeTo(Date.now(), -5), takeEvents()];
  expect(events).toEqual([
    {
      name: 'User Entered Geometry',
      atMs,
      properties: { geometryId: 2, geometryType: 'Polygon', distance: 0, accuracyRadius: 5 },
    },
    {
      name: 'User Entered Geometry',
      atMs,
      properties: { geometryId: 1, geometryType: 'Point', distance: expect.closeTo(3.66, 1), accuracyRadius: 5 },
    },
  ]);
  for (const event of events) expect(UserEnteredGeometry.parse(event)).toEqual(event);

  seen = null;
  stand(2.36);
  await until(() => expect(seen?.within).toEqual([2, 1]));
  expect(takeEvents()).toEqual([]);
});
