import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { places } from '../../../app/places/places.ts';
import { clearPrefetched, isPrefetched, prefetchFile } from '../../../app/platform/audio/prefetched-files.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { choosePlace, listening, playPlace, startListening } from '../../../app/walk/listening.ts';
import type { PlaceDetail } from '../../../contracts/place.ts';
import { longStory, longWav } from '../../support/audio/long-sounds.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

/** No content is served at this link. */
const link = '/v1/media/bridge.wav?signature=old';
const bridge = listedPlace(1, { media: { data: mediaLink({ link, length: 60 }) } });

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
  startListening(scope);
  places.list = ref([bridge]);
});
afterEach(() => {
  scope.dispose();
  clearPrefetched();
  places.list = ref([]);
  storage.forgetAll();
});

const address = () =>
  document.querySelector<HTMLAudioElement>('audio[data-testid="player"]')?.getAttribute('src') ?? '';
const isAlive = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

async function hold(content: Blob): Promise<void> {
  answerCalls({ [`GET ${link}`]: () => new Response(content) });
  expect(await prefetchFile(link, 100_000_000, new AbortController().signal, () => {})).toBe('whole');
}

test('a prefetched story plays and seeks without a request; deselecting it revokes its URL', async () => {
  await hold(longWav(60));
  const asked = answerCalls({});
  playPlace(bridge.id, 40);
  await until(() => expect(listening.audio).toMatchObject({ phase: 'playing', durationS: 60 }));
  await until(() => expect(listening.audio.positionS).toBeGreaterThan(40));
  expect(asked).toEqual([]);
  vi.unstubAllGlobals();
  const held = address();
  expect(held).toMatch(/^blob:/);
  choosePlace(null);
  expect(await isAlive(held)).toBe(false);
  expect(isPrefetched(link)).toBe(true);
});

test('in off-line mode it plays as well', async () => {
  await hold(longWav(60));
  storage.write('offlineMode', true);
  playPlace(bridge.id);
  await until(() => expect(listening.audio.phase).toBe('playing'));
});

test('an unplayable one is dropped, and loaded by a new link', async () => {
  await hold(new Blob(['no audio'], { type: 'audio/mp4' }));
  const served = mediaLink({ link: `${longStory()}#served`, length: 60, rendition: null });
  const rendition = { link, type: 'audio/wav', bytes: 8 };
  places.list = ref([{ ...bridge, media: { data: { ...served, link: '/v1/media/none.wav', rendition } } }]);
  const { id, appelation, feature, map, userId } = bridge;
  const detail: PlaceDetail = { id, appelation, feature, map, userId, media_data: served };
  answerCalls({ 'GET /v1/place/1': detail });
  playPlace(bridge.id);
  await until(() => expect(address()).toBe(served.link));
  await until(() => expect(listening.audio.phase).toBe('playing'));
  expect(isPrefetched(link)).toBe(false);
});
