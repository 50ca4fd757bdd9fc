import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { places } from '../../../app/places/places.ts';
import { connectApi } from '../../../app/platform/net/api.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { listening, playStory, seekStory, startListening, tapPlace } from '../../../app/walk/listening.ts';
import type { MediaLink, Place, PlaceDetail } from '../../../contracts/place.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const bridge = PlaceId.parse(1);
const minute = longStory();
const master = `${minute}#master`;
const light = { link: `${minute}#light`, type: 'audio/wav', bytes: 1000 };
const noAudio = new URL('../../fixtures/audio/text.mp3', import.meta.url).href;

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
  startListening(scope);
});
afterEach(() => {
  scope.dispose();
  places.list = ref([]);
});

function list(media: Partial<MediaLink>): void {
  const place: Place = listedPlace(bridge, {
    appelation: 'Le pont',
    feature: { type: 'Point', coordinates: [2.345, 48.855] },
    media: { data: mediaLink({ link: master, ...media }) },
  });
  places.list = ref([place]);
  serve(place);
}

/** Responds to the app's request for a new link with the same one. */
function serve({ id, appelation, feature, map, userId, media }: Place): void {
  const detail: PlaceDetail = { id, appelation, feature, map, userId, media_data: media?.data ?? null };
  connectApi({ baseUrl: '', readToken: () => 'a token', onRefused: () => {} });
  const fetchAnything = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    url === `/v1/place/${id}` ? Promise.resolve(Response.json(detail)) : fetchAnything(url, init),
  );
}

const audio = () => document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
const plays = (story: string) =>
  until(() => {
    expect(audio()?.src).toBe(story);
    expect(audio()?.currentTime).toBeGreaterThan(0);
    expect(audio()?.paused).toBe(false);
  });

async function play(): Promise<void> {
  tapPlace(bridge);
  await playStory();
}

test('a story is played from its rendition', async () => {
  list({ rendition: light });
  await play();
  await plays(light.link);
});

test('a story whose rendition the browser cannot decode is played from its master', async () => {
  list({ rendition: { ...light, type: 'audio/x-none' } });
  await play();
  await plays(master);
});

test('a rendition that turns out to be unplayable is replaced by the master', async () => {
  list({ rendition: { ...light, link: noAudio } });
  await play();
  await plays(master);
  expect(listening.audio.failure).toBeNull();
});

test('a story whose rendition and master are both unplayable says so', async () => {
  list({ link: noAudio, rendition: { ...light, link: `${noAudio}?light` } });
  await play();
  await until(() => expect(listening.audio).toMatchObject({ phase: 'failed', failure: { url: noAudio } }));
});

test('a story is as long as its master, whatever its rendition’s duration', async () => {
  list({ length: 59.5, rendition: light });
  tapPlace(bridge);
  await until(() => expect(listening.audio.phase).toBe('ready'));
  expect(listening.audio.durationS).toBe(59.5);
  seekStory(100);
  expect(listening.audio.positionS).toBe(59.5);
});

test('a rendition that appears while the master plays does not change the story', async () => {
  list({});
  await play();
  await plays(master);
  const phases: string[] = [];
  for (const type of ['emptied', 'loadstart', 'pause']) audio()?.addEventListener(type, () => phases.push(type));
  list({ rendition: light });
  const fromS = audio()?.currentTime ?? 0;
  await until(() => expect(audio()?.currentTime).toBeGreaterThan(fromS + 0.2));
  expect(audio()?.src).toBe(master);
  expect(phases).toEqual([]);

  tapPlace(null);
  await play();
  await plays(light.link);
});
