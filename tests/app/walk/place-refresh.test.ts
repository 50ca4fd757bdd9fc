import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetPlaces, loadPlaces, places } from '../../../app/places/places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { startPlaceRefresh } from '../../../app/walk/place-refresh.ts';
import type { Place } from '../../../contracts/place.ts';
import { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { answerCalls, type HeardCall } from '../../support/page/answers.ts';
import { type PageEvents, stubPage } from '../../support/page/page-events.ts';
import { listAnswer, listCall } from '../../support/samples/listed-place.ts';

const quays = ParcoursId.parse(1);
const bridge: Place = {
  id: PlaceId.parse(1),
  appelation: 'Le pont',
  type: 'Ici',
  feature: { type: 'Point', coordinates: [2.3, 48.8] },
  map: { id: quays },
  userId: null,
  media: null,
};

let scope: Scope;
let page: PageEvents;
beforeEach(() => {
  scope = new Scope();
  page = stubPage();
  startPlaceRefresh(scope, () => {});
});
afterEach(() => {
  scope.dispose();
  forgetPlaces();
});

/** A page that was loaded without a network. */
async function loadOffline(): Promise<void> {
  answerCalls({});
  places.parcoursIds = [quays];
  await loadPlaces();
  expect(places).toMatchObject({ status: 'failed', failure: { name: 'NetworkError' }, list: [] });
}

test.each<[string, () => void]>([
  ['there is a network again', () => page.comeOnline()],
  ['the page becomes visible again', () => page.comeBack()],
])('places that could not be loaded are loaded when %s', async (_, happen) => {
  await loadOffline();
  answerCalls({ [listCall(quays)]: listAnswer(bridge) });
  happen();
  await expect.poll(() => places.status).toBe('ready');
  expect(places).toMatchObject({ failure: null, list: [bridge] });
});

test('a failed retry is still reported as failed', async () => {
  await loadOffline();
  const heard: HeardCall[] = answerCalls({});
  page.comeOnline();
  await expect.poll(() => [heard.length, places.status]).toEqual([1, 'failed']);
  expect(places.failure).not.toBeNull();
});
