import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parcours } from '../../../app/parcours/parcours.ts';
import { UNTITLED_PLACE } from '../../../app/places/place-words.ts';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { listening, orderStories, startListening, switchOnSite, tapPlace } from '../../../app/walk/listening.ts';
import { startMediaControls } from '../../../app/walk/media-controls.ts';
import { listenStrings } from '../../../app/walk/player-words.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { FAR_S, longStory, slowStory } from '../../support/audio/long-sounds.ts';
import { forgetPack, keepPack } from '../../support/packs/kept-pack.ts';
import { mediaLink } from '../../support/samples/listed-place.ts';
import { pictureFile } from '../../support/samples/picture.ts';
import { until } from '../../support/until.ts';

const bridge = PlaceId.parse(1);
const bench = PlaceId.parse(2);
const market = PlaceId.parse(3);
const map = { id: ParcoursId.parse(1) };
const recording = (file: string): string => new URL(`../../fixtures/audio/${file}`, import.meta.url).href;

function place(id: PlaceId, appelation: string, link: string | null): Place {
  const feature = { type: 'Point' as const, coordinates: [2.34, 48.85] as [number, number] };
  const media = link === null ? null : { data: mediaLink({ link }) };
  return { id, appelation, type: 'Ici', feature, map, userId: null, media };
}

const audio = (): HTMLAudioElement | null => document.querySelector('audio[data-testid="player"]');

let scope: Scope;
let handlers: Map<MediaSessionAction, MediaSessionActionHandler | null>;

beforeEach(() => {
  scope = new Scope();
  handlers = new Map();
  vi.spyOn(navigator.mediaSession, 'setActionHandler').mockImplementation((action, handler) => {
    handlers.set(action, handler);
  });
  startListening(scope);
  // The recordings last 3 s, and must not end before a test looks.
  const element = audio();
  if (element !== null) element.loop = true;
  startMediaControls(scope, { untitled: UNTITLED_PLACE, album: listenStrings.album });
  places.list = ref([
    place(bridge, ' Le pont ', recording('vbr-with-cover.mp3')),
    place(bench, 'Le banc', null),
    place(market, '', recording('moov-at-end.m4a')),
  ]);
  parcours.list = ref([
    {
      ...map,
      name: 'Les quais',
      description: '',
      image_url: '/media/quais.webp',
      privilege: 'guest',
      users: [],
      user_count: 1,
    },
  ]);
});
afterEach(() => {
  scope.dispose();
  places.list = ref([]);
  parcours.list = ref([]);
});

const press = (action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}) =>
  handlers.get(action)?.({ action, ...details });

async function selectBridge(): Promise<void> {
  tapPlace(bridge);
  await until(() => expect(listening.audio.phase).toBe('ready'));
  await until(() => expect(navigator.mediaSession.metadata).not.toBeNull());
}

test('the selected story is named by its place and parcours, with the parcours’ picture', async () => {
  await selectBridge();
  const { metadata } = navigator.mediaSession;
  expect(metadata).toMatchObject({ title: 'Le pont', artist: 'Les quais', album: 'Drop ici' });
  expect(metadata?.artwork[0]?.src).toMatch(/\/media\/quais\.webp$/);
});

test('the buttons of a lock screen play, seek and pause', async () => {
  await selectBridge();
  press('play');
  await until(() => expect(navigator.mediaSession.playbackState).toBe('playing'));
  press('seekto', { seekTime: 1 });
  expect(audio()?.currentTime).toBeCloseTo(1, 1);
  press('seekbackward');
  expect(audio()?.currentTime).toBeLessThan(0.5);
  press('pause');
  await until(() => expect(navigator.mediaSession.playbackState).toBe('paused'));
});

test('a story that was started and waits for data can be paused', async () => {
  const { url, give } = await slowStory(scope);
  places.list = ref([place(bridge, 'Le pont', url)]);
  tapPlace(bridge);
  await give();
  await until(() => expect(listening.audio).toMatchObject({ phase: 'ready', durationS: 60 }));
  press('seekto', { seekTime: FAR_S });
  press('play');
  await until(() => expect(listening.audio).toMatchObject({ phase: 'ready', isBuffering: true }));
  await until(() => expect(navigator.mediaSession.playbackState).toBe('playing'));
  press('pause');
  await until(() => expect(navigator.mediaSession.playbackState).toBe('paused'));
});

test('the next story is the next unheard place with audio, then the first again, and it plays', async () => {
  await selectBridge();
  press('nexttrack');
  await until(() => expect(navigator.mediaSession.metadata?.title).toBe('Untitled'));
  await until(() => expect(audio()?.src).toContain('moov-at-end.m4a'));
  await until(() => expect(audio()?.paused).toBe(false));
  press('nexttrack');
  await until(() => expect(navigator.mediaSession.metadata?.title).toBe('Le pont'));
});

test('where stories follow each other, the next one is the one that follows by itself', async () => {
  orderStories([bridge, market]);
  tapPlace(market);
  await until(() => expect(handlers.get('nexttrack')).not.toBeNull());
  press('nexttrack');
  await until(() => expect(listening.walk.selected).toBe(bridge));
});

test('also on a walk, the buttons lead to the next and previous story, or to this one’s start', async () => {
  places.list = ref([place(bridge, 'Le pont', longStory()), place(market, '', recording('moov-at-end.m4a'))]);
  await selectBridge();
  switchOnSite(true);
  expect(handlers.get('previoustrack')).toBeNull();
  press('nexttrack');
  await until(() => expect(listening.walk).toMatchObject({ selected: market, playing: true, reason: 'chosen' }));
  press('previoustrack');
  await until(() => expect(listening.walk.selected).toBe(bridge));
  await until(() => expect(listening.audio.phase).toBe('playing'));
  press('seekto', { seekTime: 4 });
  await until(() => expect(listening.audio.positionS).toBeGreaterThanOrEqual(4));
  press('previoustrack');
  expect(audio()?.currentTime).toBeLessThan(1);
  expect(listening.walk.selected).toBe(bridge);
});

test('nothing is left when it stops, or a place without audio is selected', async () => {
  await selectBridge();
  press('stop');
  await until(() => expect(navigator.mediaSession.metadata).toBeNull());
  expect(listening.walk.selected).toBeNull();
  await selectBridge();
  tapPlace(bench);
  await until(() => expect(navigator.mediaSession.metadata).toBeNull());
});

test('the picture of a map in a pack is shown from the device', async () => {
  await keepPack([], [{ link: '/media/quais.webp', kind: 'picture', content: pictureFile() }]);
  await selectBridge();
  await until(() => expect(navigator.mediaSession.metadata?.artwork[0]?.src).toMatch(/^blob:/));
  await forgetPack();
});
