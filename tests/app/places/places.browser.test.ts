import { ref } from 'valtio';
import { afterEach, expect, test } from 'vitest';
import { parcours } from '../../../app/parcours/parcours.ts';
import { places, startPlaces } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { until } from '../../support/until.ts';

const quays = ParcoursId.parse(1);
const market = ParcoursId.parse(2);

const placeOf = (id: number, parcoursId: ParcoursId): Place => ({
  id: PlaceId.parse(id),
  appelation: `Place ${id}`,
  type: 'Ici',
  feature: { type: 'Point', coordinates: [2.3, 48.8] },
  map: { id: parcoursId },
  userId: null,
  media: null,
});

const scope = new Scope();
afterEach(() => {
  scope.dispose();
  parcours.selectedIds = [];
  places.list = ref([]);
});

test('another selected parcours keeps the places of those that stay, and removes the others', async () => {
  parcours.selectedIds = [quays];
  startPlaces(scope);
  places.list = ref([placeOf(1, quays)]);

  parcours.selectedIds = [quays, market];
  await until(() => expect(places.parcoursIds).toEqual([quays, market]));
  expect(places.list.map(({ id }) => id)).toEqual([1]);

  parcours.selectedIds = [market];
  await until(() => expect(places.parcoursIds).toEqual([market]));
  expect(places.list).toEqual([]);
});
