import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parcours } from '../../../app/parcours/parcours.ts';
import { places, startPlaces } from '../../../app/places/places.ts';
import { deleteSeen } from '../../../app/platform/packs/cache-storage.ts';
import { readSeenWords, storeSeenWords } from '../../../app/platform/packs/seen-places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { clearSessionData } from '../../../app/session/session-end.ts';
import { chooseTelling } from '../../../app/tellings/choice.ts';
import { findPicked, picked, refreshSound } from '../../../app/tellings/picked.ts';
import { refreshWords, startWords, words } from '../../../app/tellings/words.ts';
import { choosePlace, listening, playPlace, startListening } from '../../../app/walk/listening.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { longStory } from '../../support/audio/long-sounds.ts';
import { packOwner } from '../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { listAnswer, listCall, listedPlace, mediaLink } from '../../support/samples/listed-place.ts';
import { parcoursWords, placeWords, telling } from '../../support/samples/tellings.ts';
import { until } from '../../support/until.ts';

const mapId = ParcoursId.parse(1);
const id = PlaceId.parse(1);
const seenKey = { userId: packOwner.id, parcoursId: mapId };
const WORDS = `GET /v1/map/map/${mapId}/words`;
const PLACES = listCall(mapId);
const story = longStory();
const mill = listedPlace(1, { appelation: 'Le moulin', media: { data: mediaLink({ link: `${story}#fr` }) } });
const english = telling({ language: 'en', name: 'The mill', media: mediaLink({ link: `${story}#en` }) });
const said = parcoursWords(placeWords(1, telling({ text: 'Il tourne.' }), english));
const answer = { version: 'v1', linkQuery: '', words: said };

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
  storage.write('currentUser', packOwner);
  parcours.selectedIds = [mapId];
});
afterEach(async () => {
  scope.dispose();
  clearSessionData();
  places.list = ref([]);
  chooseTelling({ language: null, kind: 'standard' });
  forgetSession();
  vi.unstubAllGlobals();
  await deleteSeen();
});

async function start(answers: Readonly<Record<string, unknown>>): Promise<ReturnType<typeof answerCalls>> {
  const heard = answerCalls({ [PLACES]: listAnswer(mill), ...answers });
  startPlaces(scope);
  startWords(scope);
  await until(() => expect(places.status).toBe('ready'));
  return heard;
}

test('the words of the parcours in use are shown, and stored for a start without a network', async () => {
  await start({ [WORDS]: answer });
  await until(() => expect(picked.byId.get(id)?.text?.text).toBe('Il tourne.'));
  await until(async () => expect(await readSeenWords(seenKey)).toEqual({ words: said, version: 'v1' }));
  scope.dispose();
  clearSessionData();
  expect(words.byMap.size).toBe(0);
  scope = new Scope();
  parcours.selectedIds = [mapId];
  await start({});
  await until(() => expect(picked.byId.get(id)?.text?.text).toBe('Il tourne.'));
});

test('words that have not changed since they were stored are not sent again', async () => {
  await storeSeenWords(seenKey, 0, { words: said, version: 'v1' });
  const known: (string | null)[] = [];
  const unchanged = (init: RequestInit): Response => {
    known.push(new Headers(init.headers).get('If-None-Match'));
    return new Response(null, { status: 304 });
  };
  await start({ [WORDS]: unchanged });
  await until(() => expect(known).toEqual(['W/"v1"']));
  expect(words.byMap.get(mapId)).toEqual(said);
});

test('who asks while words are loaded waits for one more load, which all of them share', async () => {
  const heard = await start({ [WORDS]: answer });
  await Promise.all([refreshWords(), refreshWords(), refreshWords(), refreshWords()]);
  const asked = heard.filter(({ call }) => call === WORDS);
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(words.byMap.size).toBe(1);
});

test('words of a parcours that is no longer in use are not known any more', async () => {
  await start({ [WORDS]: answer });
  await until(() => expect(words.byMap.size).toBe(1));
  parcours.selectedIds = [];
  await until(() => expect(words.byMap.size).toBe(0));
});

test('words that the server refuses are no longer shown, nor stored', async () => {
  await start({ [WORDS]: answer });
  await until(() => expect(words.byMap.size).toBe(1));
  answerCalls({ [WORDS]: refusal('forbidden', 403) });
  await refreshWords();
  expect(words.byMap.size).toBe(0);
  expect(findPicked(id)).toBe(places.list[0]);
  expect(await readSeenWords(seenKey)).toBeNull();
});

test('a choice changes names at once, and the sound of the story that plays', async () => {
  startListening(scope);
  await start({ [WORDS]: answer });
  await until(() => expect(words.byMap.size).toBe(1));
  playPlace(id);
  await until(() => expect(listening.audio.phase).toBe('playing'));
  const player = document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
  expect(player?.src).toContain('#fr');
  chooseTelling({ language: 'en', kind: 'standard' });
  expect(findPicked(id)).toMatchObject({ appelation: 'The mill', language: 'en' });
  await until(() => expect(player?.src).toContain('#en'));
  await until(() => expect(listening.audio.phase).toBe('playing'));
  choosePlace(null);
});

test('an expired link to the sound of a telling is fetched anew', async () => {
  await start({ [WORDS]: answer });
  await until(() => expect(words.byMap.size).toBe(1));
  chooseTelling({ language: 'en', kind: 'standard' });
  const fresh = mediaLink({ link: '/v1/media/en.wav?fresh' });
  answerCalls({ [`GET /v1/place/${id}/words`]: placeWords(1, { ...english, media: fresh }) });
  expect(await refreshSound(id, scope.signal())).toEqual(fresh);
  expect(findPicked(id)?.media?.data.link).toBe('/v1/media/en.wav?fresh');
});
