import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Scope } from '../../../../app/platform/scope.ts';
import { forgetPlaces, places } from '../../../../app/state/places/places.ts';
import { location } from '../../../../app/state/position/location.ts';
import { INITIAL_WALK } from '../../../../app/state/walk/guide/walk-state.ts';
import { listening } from '../../../../app/state/walk/listening.ts';
import { INITIAL_LISTENING } from '../../../../app/state/walk/listening-steps.ts';
import { PREFETCH_CLIP_BYTES as CLIP, startPrefetch } from '../../../../app/state/walk/story-prefetch.ts';
import type { MediaLink, Place } from '../../../../contracts/place.ts';
import { PlaceId } from '../../../../contracts/vocabulary.ts';
import { listedPlace } from '../../../support/listed-place.ts';
import { mediaLink } from '../../../support/media-link.ts';
import { type PageEvents, stubPage } from '../../../support/page-events.ts';

const LAT = 48.855;
const LNG = 2.345;
/** Degrees of latitude that a metre is. */
const NORTH = 1 / 111_200;

const place = (id: number, northM: number, media: Partial<MediaLink> = {}): Place =>
  listedPlace(id, {
    feature: { type: 'Point', coordinates: [LNG, LAT + northM * NORTH] },
    media: { data: mediaLink({ link: `/v1/media/${id}`, ...media }) },
  });

let scope: Scope;
let page: PageEvents;
let hasNetwork: boolean;
/** The links that were asked for, in the order in which they were. */
let asked: string[];
/** The ranges that were asked for with them, both ends included. */
let ranges: [from: number, to: number][];
/** Size of every file that is asked for. */
let fileBytes: number;

beforeEach(() => {
  scope = new Scope();
  page = stubPage();
  hasNetwork = true;
  asked = [];
  ranges = [];
  fileBytes = 100 * CLIP;
  vi.stubGlobal('navigator', {});
  const createElement = () => ({ canPlayType: (type: string) => (type === 'audio/mp4' ? 'maybe' : '') });
  vi.stubGlobal('document', Object.assign(document, { createElement }));
  vi.stubGlobal('fetch', async (link: string, { headers }: { headers: { Range: string } }) => {
    asked.push(link);
    const [from = 0, to = 0] = headers.Range.replace('bytes=', '').split('-').map(Number);
    ranges.push([from, to]);
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    return new Response(new Uint8Array(Math.min(to + 1, fileBytes) - from), { status: 206 });
  });
  places.list = ref([place(1, 20), place(2, 40), place(3, 60)]);
  stand(0);
  startPrefetch(scope);
});
afterEach(() => {
  scope.dispose();
  listening.walk = ref(INITIAL_WALK);
  listening.audio = INITIAL_LISTENING.audio;
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

test('the beginnings of the likeliest stories are fetched one after the other, each once', async () => {
  startWalk();
  await expect.poll(() => asked).toEqual(LIKELIEST);
  stand(1);
  await settled();
  expect(asked).toEqual(LIKELIEST);
  expect(ranges).toEqual(LIKELIEST.map(() => [0, CLIP - 1]));
});

test('of renditions all is fetched, clip by clip, after the beginnings of all that is likely', async () => {
  const rendition = (id: number, bytes: number) => ({
    rendition: { link: `/v1/media/${id}.m4a`, type: 'audio/mp4', bytes },
  });
  const none = { rendition: { link: '/v1/media/3.x', type: 'audio/x', bytes: 3 * CLIP } };
  places.list = ref([place(1, 20, rendition(1, 2.5 * CLIP)), place(2, 40, rendition(2, 100)), place(3, 60, none)]);
  startWalk();
  const clips = () => asked.map((link, at) => [link, ...(ranges[at] ?? [])]);
  await expect.poll(clips).toEqual([
    ['/v1/media/1.m4a', 0, CLIP - 1],
    ['/v1/media/2.m4a', 0, 99],
    ['/v1/media/3', 0, CLIP - 1],
    ['/v1/media/1.m4a', CLIP, 2 * CLIP - 1],
    ['/v1/media/1.m4a', 2 * CLIP, 2.5 * CLIP - 1],
  ]);
  stand(1);
  await settled();
  expect(asked).toHaveLength(5);
});

test('a file that ends before its clip does is not asked for again', async () => {
  fileBytes = 8;
  startWalk();
  await expect.poll(() => asked).toEqual(LIKELIEST);
  stand(1);
  await settled();
  expect(asked).toEqual(LIKELIEST);
});

test('nothing is fetched while the story that plays waits for its data', async () => {
  const { audio } = INITIAL_LISTENING;
  listening.audio = { ...audio, phase: 'playing', isBuffering: true };
  startWalk();
  await settled();
  expect(asked).toEqual([]);
  listening.audio = { ...audio, phase: 'playing' };
  await expect.poll(() => asked).toEqual(LIKELIEST);
});

test('beside a story that stood still nothing is fetched until another one is selected', async () => {
  const { audio } = INITIAL_LISTENING;
  const select = (id: number) => {
    listening.walk = ref({ ...INITIAL_WALK, onSite: true, selected: PlaceId.parse(id) });
  };
  listening.audio = { ...audio, phase: 'loading' };
  select(1);
  await settled();
  listening.audio = { ...audio, phase: 'playing', isBuffering: true };
  await settled();
  listening.audio = { ...audio, phase: 'playing' };
  stand(1);
  await settled();
  expect(asked).toEqual([]);
  select(2);
  stand(2);
  await expect.poll(() => asked).toEqual(['/v1/media/1', '/v1/media/3']);
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
