import { ref } from 'valtio';
import { afterEach, expect, test, vi } from 'vitest';
import { places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { location } from '../../../app/position/location.ts';
import { INITIAL_WALK } from '../../../app/walk/guide/walk-state.ts';
import { listening } from '../../../app/walk/listening.ts';
import { startPrefetch } from '../../../app/walk/story-prefetch.ts';
import { forgetPack, keepPack } from '../../support/packs/kept-pack.ts';
import { answerCalls } from '../../support/page/answers.ts';
import { listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const scope = new Scope();
afterEach(async () => {
  scope.dispose();
  listening.walk = ref(INITIAL_WALK);
  location.fix = null;
  places.list = ref([]);
  vi.unstubAllGlobals();
  await forgetPack();
});

test('stories in a pack are not prefetched, the others are', async () => {
  const kept = listedPlace(1, { media: { data: mediaLink({ link: '/v1/media/kept.wav' }) } });
  const other = listedPlace(2, { media: { data: mediaLink({ link: '/v1/media/other.wav' }) } });
  await keepPack([kept], [{ link: '/v1/media/kept.wav', kind: 'audio', content: new Blob(['sound']) }]);
  const asked = answerCalls({ 'GET /v1/media/other.wav': () => new Response('sound', { status: 206 }) });
  places.list = ref([kept, other]);
  location.fix = { lng: 2.3, lat: 48.8, accuracyM: 5, headingDeg: null, speedMps: null, timestampMs: 1000 };
  startPrefetch(scope);
  listening.walk = ref({ ...INITIAL_WALK, onSite: true });
  await until(() => expect(asked.map(({ call }) => call)).toEqual(['GET /v1/media/other.wav']));
});
