import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';
import { forgetPlaces, places } from '../../../../app/state/places/places.ts';
import { location } from '../../../../app/state/position/location.ts';
import { listening } from '../../../../app/state/walk/listening.ts';
import { startPrefetch } from '../../../../app/state/walk/story-prefetch.ts';
import { INITIAL_WALK } from '../../../../app/state/walk/walk-decision.ts';
import type { Place } from '../../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { type PageEvents, stubPage } from '../../../support/page-events.ts';

const LAT = 48.855;
const LNG = 2.345;
/** Degrees of latitude that a metre is. */
const NORTH = 1 / 111_200;

const place = (id: number, northM: number): Place => ({
  id: PlaceId.parse(id),
  appelation: `Place ${id}`,
  type: 'Ici',
  feature: { type: 'Point', coordinates: [LNG, LAT + northM * NORTH] },
  map: { id: ParcoursId.parse(1) },
  userId: null,
  media: { data: { link: `/v1/media/${id}`, length: 5, peaks: null } },
});

let scope: Scope;
let page: PageEvents;
let hasNetwork: boolean;
/** The links that were asked for, in the order in which they were. */
let asked: string[];

beforeEach(() => {
  scope = new Scope();
  page = stubPage();
  hasNetwork = true;
  asked = [];
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('fetch', async (link: string) => {
    asked.push(link);
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    return new Response(new Uint8Array(8), { status: 206 });
  });
  places.list = ref([place(1, 20), place(2, 40), place(3, 60)]);
  stand(0);
  startPrefetch(scope);
});
afterEach(() => {
  scope.dispose();
  listening.walk = ref(INITIAL_WALK);
  location.fix = null;
  forgetPlaces();
  vi.unstubAllGlobals();
});

function stand(second: number): void {
  location.fix = { lng: LNG, lat: LAT, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: second * 1000 };
}

function startWalk(): void {
  listening.walk = ref({ ...INITIAL_WALK, onSite: true });
}

/** All that was begun has ended, and whoever waits for it has heard: nothing here waits for more than microtasks. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const LIKELIEST = ['/v1/media/1', '/v1/media/2', '/v1/media/3'];

test('the likeliest stories are fetched one after the other, each once', async () => {
  startWalk();
  await expect.poll(() => asked).toEqual(LIKELIEST);
  stand(1);
  await settled();
  expect(asked).toEqual(LIKELIEST);
});

test.each<[string, () => void]>([
  ['with the next fix', () => stand(1)],
  ['when there is a network again', () => page.comeOnline()],
])('what failed without a network is fetched %s, and the others are not tried before', async (_, happen) => {
  hasNetwork = false;
  startWalk();
  await expect.poll(() => asked).toEqual(['/v1/media/1']);
  await settled();
  expect(asked).toEqual(['/v1/media/1']);
  hasNetwork = true;
  happen();
  await expect.poll(() => asked).toEqual(['/v1/media/1', ...LIKELIEST]);
});
