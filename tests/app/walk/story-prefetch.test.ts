import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetPlaces, places } from '../../../app/places/places.ts';
import { isPrefetched } from '../../../app/platform/audio/prefetched-files.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location } from '../../../app/position/location.ts';
import { INITIAL_WALK } from '../../../app/walk/guide/walk-state.ts';
import { listening } from '../../../app/walk/listening.ts';
import { INITIAL_LISTENING } from '../../../app/walk/listening-steps.ts';
import { startPrefetch } from '../../../app/walk/story-prefetch.ts';
import type { MediaLink, Place } from '../../../contracts/place.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { type PageEvents, stubPage } from '../../support/page/page-events.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';

const LAT = 48.855;
const LNG = 2.345;
const MIB = 1024 * 1024;
/** Degrees of latitude per metre. */
const NORTH = 1 / 111_200;

const place = (id: number, northM: number, media: Partial<MediaLink> = {}): Place =>
  listedPlace(id, {
    feature: { type: 'Point', coordinates: [LNG, LAT + northM * NORTH] },
    media: { data: mediaLink({ link: `/v1/media/${id}`, ...media }) },
  });

let scope: Scope;
let page: PageEvents;
let hasNetwork: boolean;
/** The requested links, in order. */
let asked: string[];
/** Size of every requested file. */
let fileBytes: number;
/** Called for each request before it is answered; rejects with its signal. */
let beforeAnswer: (signal: AbortSignal) => Promise<void>;

beforeEach(() => {
  scope = new Scope();
  page = stubPage();
  hasNetwork = true;
  asked = [];
  fileBytes = 1000;
  beforeAnswer = async () => {};
  vi.stubGlobal('navigator', {});
  const createElement = () => ({ canPlayType: (type: string) => (type === 'audio/mp4' ? 'maybe' : '') });
  vi.stubGlobal('document', Object.assign(document, { createElement }));
  vi.stubGlobal('fetch', async (link: string, { signal }: { signal: AbortSignal }) => {
    asked.push(link);
    if (!hasNetwork) throw new TypeError('Failed to fetch');
    await beforeAnswer(signal);
    return new Response(new Uint8Array(fileBytes), { headers: { 'Content-Length': `${fileBytes}` } });
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
});

function stand(second: number): void {
  location.fix = { lng: LNG, lat: LAT, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: second * 1000 };
}

function startWalk(): void {
  listening.walk = ref({ ...INITIAL_WALK, onSite: true });
}

/** Waits until all started work has ended and all callers are notified; microtasks are enough for this. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

const LIKELIEST = ['/v1/media/1', '/v1/media/2', '/v1/media/3'];

test('the likeliest stories are fetched one after the other, each once', async () => {
  startWalk();
  await expect.poll(() => asked).toEqual(LIKELIEST);
  stand(1);
  await settled();
  expect(asked).toEqual(LIKELIEST);
  await expect.poll(() => LIKELIEST.every(isPrefetched)).toBe(true);
});

test('nothing is fetched before the walk starts, or for a person who saves data', async () => {
  await settled();
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  startWalk();
  await settled();
  expect(asked).toEqual([]);
});

test('they are kept for a second walk, and removed with the session', async () => {
  startWalk();
  await expect.poll(() => LIKELIEST.every(isPrefetched)).toBe(true);
  listening.walk = ref(INITIAL_WALK);
  await settled();
  startWalk();
  await settled();
  expect(asked).toEqual(LIKELIEST);
  scope.dispose();
  expect(LIKELIEST.some(isPrefetched)).toBe(false);
});

test('a rendition is fetched if the browser plays it, else the master, unless it is too large', async () => {
  const rendition = (id: number, bytes: number, type = 'audio/mp4') => ({
    rendition: { link: `/v1/media/${id}.m4a`, type, bytes },
  });
  places.list = ref([
    place(1, 20, rendition(1, fileBytes)),
    place(2, 40, rendition(2, fileBytes, 'audio/x')),
    place(3, 60, rendition(3, 9 * MIB)),
  ]);
  startWalk();
  await expect.poll(() => asked).toEqual(['/v1/media/1.m4a', '/v1/media/2']);
  stand(1);
  await settled();
  expect(asked).toHaveLength(2);
});

test('a master that turns out to be long is not fetched or requested again', async () => {
  fileBytes = 5 * MIB;
  startWalk();
  await expect.poll(() => asked).toEqual(LIKELIEST);
  stand(1);
  await settled();
  expect(asked).toEqual(LIKELIEST);
  expect(LIKELIEST.some(isPrefetched)).toBe(false);
});

test('one walk fetches at most its limit', async () => {
  fileBytes = 4 * MIB;
  startWalk();
  for (let at = 0; at < 4; at++) {
    places.list = ref([1, 2, 3].map((id) => place(3 * at + id, 20 * id)));
    await expect.poll(() => asked.length).toBe(Math.min(3 * at + 3, 10));
    await settled();
  }
  // Seven of them are 28 MiB. The next 4 MiB are refused at the head, and then nothing is requested.
  expect(asked.filter(isPrefetched)).toHaveLength(7);
});

test('a download is cancelled for a likelier one once the walker changes direction', async () => {
  const signals: AbortSignal[] = [];
  beforeAnswer = (signal) => {
    signals.push(signal);
    if (signals.length > 1) return Promise.resolve();
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  startWalk();
  await expect.poll(() => asked).toEqual(['/v1/media/1']);
  places.list = ref([place(4, 30)]);
  await expect.poll(() => asked).toEqual(['/v1/media/1', '/v1/media/4']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});

test('nothing is fetched while the playing story waits for its data', async () => {
  const { audio } = INITIAL_LISTENING;
  listening.audio = { ...audio, phase: 'playing', isBuffering: true };
  startWalk();
  await settled();
  expect(asked).toEqual([]);
  listening.audio = { ...audio, phase: 'playing' };
  await expect.poll(() => asked).toEqual(LIKELIEST);
});

test('after a stalled story nothing is fetched until another one is selected', async () => {
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
])('a download that failed without a network is repeated %s, before the others', async (_, happen) => {
  hasNetwork = false;
  startWalk();
  await expect.poll(() => asked).toEqual(['/v1/media/1']);
  await settled();
  expect(asked).toEqual(['/v1/media/1']);
  hasNetwork = true;
  happen();
  await expect.poll(() => asked).toEqual(['/v1/media/1', ...LIKELIEST]);
});
