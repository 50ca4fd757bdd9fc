import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { places } from '../../../app/places/places.ts';
import { openStoredFile } from '../../../app/platform/packs/stored-files.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { choosePlace, listening, playPlace, startListening } from '../../../app/walk/listening.ts';
import { longWav } from '../../support/audio/long-sounds.ts';
import { forgetPack, keepPack } from '../../support/packs/kept-pack.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

/** No content is served at these links. */
const bridge = listedPlace(1, {
  media: { data: mediaLink({ link: '/v1/media/bridge.wav?signature=old', length: 60 }) },
});
const market = listedPlace(2, {
  media: { data: mediaLink({ link: '/v1/media/market.wav?signature=old', length: 60 }) },
});

let scope: Scope;
beforeEach(async () => {
  scope = new Scope();
  startListening(scope);
  places.list = ref([bridge, market]);
  const file = { link: '/v1/media/bridge.wav?signature=1', kind: 'audio' as const, content: longWav(60) };
  await keepPack([bridge, market], [file]);
});
afterEach(async () => {
  scope.dispose();
  places.list = ref([]);
  storage.forgetAll();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await forgetPack();
});

const address = () =>
  document.querySelector<HTMLAudioElement>('audio[data-testid="player"]')?.getAttribute('src') ?? '';
const isAlive = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  );

test('a stored story plays and seeks without a request; its file is released with the selection', async () => {
  const asked = answerCalls({});
  playPlace(bridge.id, 40);
  await until(() => expect(listening.audio).toMatchObject({ phase: 'playing', durationS: 60 }));
  await until(() => expect(listening.audio.positionS).toBeGreaterThan(40));
  expect(asked).toEqual([]);
  vi.unstubAllGlobals();
  const kept = address();
  expect(kept).toMatch(/^blob:/);
  expect(await isAlive(kept)).toBe(true);
  choosePlace(null);
  expect(await isAlive(kept)).toBe(false);
});

test('a story deselected while its file was opened is not loaded', async () => {
  const match = Cache.prototype.match;
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const reading = vi.spyOn(Cache.prototype, 'match').mockImplementation(async function (this: Cache, ...asked) {
    await held;
    return match.apply(this, asked);
  });
  choosePlace(bridge.id);
  await until(() => expect(reading).toHaveBeenCalled());
  choosePlace(market.id);
  await until(() => expect(listening.audio.phase).toBe('failed'));
  letGo();
  // Started later, so this ends after the reading for the story.
  expect(await openStoredFile('/v1/media/bridge.wav')).not.toBeNull();
  expect(address()).toBe(market.media?.data.link);
});

test('in off-line mode a stored story plays, and another one says why it does not', async () => {
  storage.write('offlineMode', true);
  const asked = answerCalls({});
  playPlace(bridge.id);
  await until(() => expect(listening.audio.phase).toBe('playing'));
  playPlace(market.id);
  await until(() => expect(listening.audio).toMatchObject({ phase: 'failed', failure: { isOffline: true } }));
  expect(asked).toEqual([]);
  playPlace(bridge.id);
  await until(() => expect(listening.audio.phase).toBe('playing'));
});

test('a damaged file is replaced by the network’s', async () => {
  // No earlier test has opened this file: a page verifies each one once.
  const link = '/v1/media/market.wav?signature=1';
  await keepPack([bridge, market], [{ link, kind: 'audio', content: longWav(59) }]);
  const cache = await caches.open('drop-ici-kept-files');
  for (const request of await cache.keys()) {
    const { size } = (await (await cache.match(request))?.blob()) ?? new Blob();
    await cache.put(request, new Response(new Uint8Array(size)));
  }
  playPlace(market.id);
  await until(() => expect(listening.audio.phase).toBe('failed'));
  expect(listening.audio.failure?.url).toBe(market.media?.data.link);
});
