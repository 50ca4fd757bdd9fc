import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location } from '../../../app/position/location.ts';
import { INITIAL_WALK } from '../../../app/walk/guide/walk-state.ts';
import { listening } from '../../../app/walk/listening.ts';
import { dismissPassed, followPassed, passed } from '../../../app/walk/passed-places.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { type PageEvents, stubPage } from '../../support/page/page-events.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const bridge = PlaceId.parse(1);
const LAT = 48.855;

let scope: Scope;
let page: PageEvents;
let nowMs: number;
beforeEach(() => {
  nowMs = 1_700_000_000_000;
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs });
  scope = new Scope();
  page = stubPage();
  const media = { data: mediaLink({ link: '/v1/media/1' }) };
  places.list = ref([listedPlace(bridge, { feature: { type: 'Point', coordinates: [2.347, LAT] }, media })]);
  listening.walk = ref({ ...INITIAL_WALK, onSite: true });
  stand(2.345);
  followPassed(scope);
});
afterEach(() => {
  scope.dispose();
  listening.walk = ref(INITIAL_WALK);
  location.fix = null;
  forgetPlaces();
});

function stand(lng: number, accuracyM = 8): void {
  location.fix = { lng, lat: LAT, accuracyM, headingDeg: null, speedMps: null, timestampMs: nowMs };
}

/** Valtio notifies its subscribers in a microtask. */
const told = () => new Promise((resolve) => setTimeout(resolve));

/** Locks the phone for this long, then returns it to the walker's hand. */
function lock(forMs: number): void {
  page.hide();
  nowMs += forMs;
  vi.setSystemTime(nowMs);
  page.comeBack();
}

test('places passed while the phone was locked are listed at the first exact position', async () => {
  lock(240_000);
  stand(2.349, 400);
  await told();
  expect(passed.placeIds).toEqual([]);
  stand(2.349);
  await expect.poll(() => passed.placeIds).toEqual([bridge]);
  dismissPassed();
  stand(2.3491);
  await told();
  expect(passed.placeIds).toEqual([]);
});

test('a repeated position from before the lock is not the first one after it', async () => {
  const { fix } = location;
  lock(240_000);
  location.fix = fix === null ? null : { ...fix };
  await told();
  stand(2.349);
  await expect.poll(() => passed.placeIds).toEqual([bridge]);
});

test('a page that was hidden briefly has passed nothing', async () => {
  lock(15_000);
  nowMs += 240_000;
  stand(2.349);
  await told();
  expect(passed.placeIds).toEqual([]);
});

test('without a walk nothing is listed, and its end clears the list', async () => {
  lock(240_000);
  stand(2.349);
  await expect.poll(() => passed.placeIds).toEqual([bridge]);
  listening.walk = ref(INITIAL_WALK);
  await expect.poll(() => passed.placeIds).toEqual([]);
  lock(240_000);
  stand(2.345);
  await told();
  expect(passed.placeIds).toEqual([]);
});

test('a place leaves the list when its story is selected', async () => {
  lock(240_000);
  stand(2.349);
  await expect.poll(() => passed.placeIds).toEqual([bridge]);
  listening.walk = ref({ ...INITIAL_WALK, onSite: true, selected: bridge });
  await expect.poll(() => passed.placeIds).toEqual([]);
});
