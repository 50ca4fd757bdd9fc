import { ref } from 'valtio';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { places } from '../../../app/places/places.ts';
import { plan } from '../../../app/places/plan.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { compass } from '../../../app/position/compass-service.ts';
import { moveBy } from '../../../app/position/coordinates.ts';
import { location } from '../../../app/position/location.ts';
import { beginWalk, choosePlace, endWalk, startListening } from '../../../app/walk/listening.ts';
import { followNext } from '../../../app/walk/nearby/next-story.ts';
import { NextStory } from '../../../app/walk/walk-pill.tsx';
import type { Place } from '../../../contracts/place.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { rootPerTest } from '../../support/page/react-root.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const HERE = { lng: 2.3425, lat: 48.8565 };

/** A place this many metres to the north. */
function place(id: number, appelation: string, northM: number, hasAudio = true): Place {
  const { lng, lat } = moveBy(HERE, [0, northM]);
  return listedPlace(id, {
    appelation,
    feature: { type: 'Point', coordinates: [lng, lat] },
    media: hasAudio ? { data: mediaLink() } : null,
  });
}

const root = rootPerTest('div', () => {
  scope.dispose();
  places.list = ref([]);
  location.fix = null;
  compass.headingDeg = null;
});
let scope: Scope;

beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  followNext(scope);
  root.render(<NextStory />);
});

const standAt = (northM: number, accuracyM = 5) => {
  location.fix = { ...moveBy(HERE, [0, northM]), accuracyM, headingDeg: null, speedMps: null, timestampMs: 0 };
};

test('names the nearest remaining story and its distance', async () => {
  places.list = ref([place(1, 'Le pont', 200), place(2, 'Le quai', 40), place(3, 'Sans voix', 10, false)]);
  standAt(0);
  await expect.element(page.getByText('Ensuite')).not.toBeInTheDocument();
  beginWalk();
  await expect.element(page.getByText('Ensuite à 40 m : Le quai')).toBeVisible();
  choosePlace(PlaceId.parse(2));
  await expect.element(page.getByText('Ensuite à 200 m : Le pont')).toBeVisible();
  // Too far to be visible on the map.
  places.list = ref([place(4, 'La gare', 1500)]);
  await expect.element(page.getByText('Ensuite à 1,5 km : La gare')).toBeVisible();
  standAt(0, 300);
  await expect.element(page.getByText('Ensuite à environ 1,5 km : La gare')).toBeVisible();
  standAt(1494, 300);
  await expect.element(page.getByText('Ensuite à moins de 300 m : La gare')).toBeVisible();
  endWalk();
  await expect.element(page.getByText('Ensuite')).not.toBeInTheDocument();
});

test('names the next step of an order, which may not be the nearest story', async () => {
  places.list = ref([
    { ...place(1, 'Le pont', 200), step: 1 },
    { ...place(2, 'Le quai', 300), step: 2 },
    place(3, 'Le banc', 10),
  ]);
  standAt(0);
  beginWalk();
  await expect.element(page.getByText('Ensuite à 200 m : 1. Le pont')).toBeVisible();
  choosePlace(PlaceId.parse(1));
  await expect.element(page.getByText('Ensuite à 300 m : 2. Le quai')).toBeVisible();
  // Who orders the places has a planned one between them.
  plan.steps = ref(new Map([[PlaceId.parse(2), 3]]));
  await expect.element(page.getByText('Ensuite à 300 m : 3. Le quai')).toBeVisible();
  plan.steps = ref(new Map());
  endWalk();
});

test('points to it by compass, by the walker’s course, else from north up; not within the error', async () => {
  places.list = ref([place(1, 'Le pont', 200)]);
  standAt(0);
  beginWalk();
  const pointer = page.getByRole('img', { name: 'au nord' });
  const turn = () => pointer.element().querySelector('svg')?.style.rotate;
  await expect.element(pointer).toBeVisible();
  expect(turn()).toBe('0deg');
  compass.headingDeg = 90;
  await expect.poll(turn).toBe('-90deg');
  compass.headingDeg = null;
  location.fix = { ...HERE, accuracyM: 5, headingDeg: 350, speedMps: 1.3, timestampMs: 0 };
  await expect.poll(turn).toBe('-350deg');
  standAt(197);
  await expect.element(pointer).not.toBeInTheDocument();
});
