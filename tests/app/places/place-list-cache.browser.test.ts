import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parcours } from '../../../app/parcours/parcours.ts';
import { loadParcours } from '../../../app/parcours/parcours-list.ts';
import { readSeen } from '../../../app/places/place-list-cache.ts';
import { deletePlace, places, refreshPlaces, startPlaces } from '../../../app/places/places.ts';
import { deleteSeen } from '../../../app/platform/packs/cache-storage.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { storage } from '../../../app/platform/storage/storage.ts';
import { logout } from '../../../app/session/session.ts';
import { clearSessionData } from '../../../app/session/session-end.ts';
import { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { forgetPack, keepPack, packedMap, packOwner } from '../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { forgetSession } from '../../support/page/forget-session.ts';
import { listAnswer, listCall, listedPlace } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const MAPS = 'GET /v1/map/maps-for-user';
const unpacked = { ...packedMap, id: ParcoursId.parse(2), name: 'Le marché' };
const PACKED_PLACES = listCall(packedMap.id);
const UNPACKED_PLACES = listCall(unpacked.id);
const bridge = listedPlace(1);
const bench = listedPlace(2);
const stall = listedPlace(3, { map: { id: unpacked.id } });
/** The response of a server that accepts a connection and then sends nothing. */
const silence = () => new Promise<never>(() => {});

let scope: Scope;
beforeEach(async () => {
  scope = new Scope();
  await keepPack([bridge], []);
  storage.write('parcoursList', { ownerId: packOwner.id, list: [packedMap, unpacked] });
  parcours.selectedIds = [packedMap.id];
});
afterEach(async () => {
  scope.dispose();
  storage.forget('parcoursList');
  forgetSession();
  vi.unstubAllGlobals();
  await forgetPack();
  await deleteSeen();
});

/** A visit with a network to the map without a pack; then the page is loaded again. */
async function visit(): Promise<void> {
  parcours.selectedIds = [unpacked.id];
  answerCalls({ [MAPS]: [unpacked], [UNPACKED_PLACES]: listAnswer(stall) });
  await loadParcours();
  const visited = new Scope();
  startPlaces(visited);
  await until(() => expect(places).toMatchObject({ status: 'ready', seenMs: null, list: [stall] }));
  await until(async () => expect((await readSeen([unpacked.id])).isWhole).toBe(true));
  visited.dispose();
  clearSessionData();
  expect(places.list).toEqual([]);
  parcours.selectedIds = [unpacked.id];
}

test('maps and places seen last are shown with their date without a network or a pack', async () => {
  const beforeMs = Date.now();
  await visit();
  answerCalls({});
  await loadParcours();
  expect(parcours).toMatchObject({ status: 'ready', failure: null, isSeen: true, list: [unpacked] });
  expect(parcours.seenMs).toBeGreaterThanOrEqual(beforeMs);
  startPlaces(scope);
  await until(() => expect(places).toMatchObject({ status: 'ready', failure: null, list: [stall] }));
  expect(places.seenMs).toBeGreaterThanOrEqual(beforeMs);

  answerCalls({ [MAPS]: [unpacked], [UNPACKED_PLACES]: listAnswer(stall, bench) });
  await loadParcours();
  await refreshPlaces();
  expect(parcours).toMatchObject({ isSeen: false, seenMs: null });
  expect(places).toMatchObject({ seenMs: null, list: [bench, stall] });
});

test('refused maps and places are not shown, however often they were seen', async () => {
  await visit();
  answerCalls({ [MAPS]: refusal('forbidden', 403), [UNPACKED_PLACES]: refusal('forbidden', 403) });
  await loadParcours();
  startPlaces(scope);
  await until(() => expect(places).toMatchObject({ status: 'failed', list: [] }));
  expect(parcours).toMatchObject({ status: 'failed', list: [] });
});

test('data seen by another account or before a logout is not shown', async () => {
  await visit();
  answerCalls({});
  storage.write('currentUser', { ...packOwner, id: UserId.parse(42) });
  startPlaces(scope);
  await until(() => expect(places).toMatchObject({ status: 'failed', list: [] }));
  storage.write('currentUser', packOwner);
  logout();
  await until(async () => expect(await (await caches.open('drop-ici-kept-seen')).keys()).toEqual([]));
});

test('maps and places are shown from the device while the server does not respond', async () => {
  answerCalls({ [MAPS]: silence, [PACKED_PLACES]: silence });
  void loadParcours();
  startPlaces(scope);
  await until(() => expect(parcours).toMatchObject({ status: 'ready', isFromServer: false }));
  expect(parcours.list.map(({ name }) => name)).toEqual(['Les quais', 'Le marché']);
  await until(() => expect(places).toMatchObject({ status: 'ready', list: [bridge] }));
});

test('without a network a pack’s lists stay, and no failure is shown', async () => {
  answerCalls({});
  await loadParcours();
  startPlaces(scope);
  await until(() => expect(places.status).toBe('ready'));
  expect(parcours).toMatchObject({ status: 'ready', failure: null, isFromServer: false });
  await refreshPlaces();
  expect(places).toMatchObject({ status: 'ready', failure: null, list: [bridge] });
});

test('a refresh keeps what was changed here while the server answered', async () => {
  answerCalls({ [PACKED_PLACES]: listAnswer(bridge, bench) });
  startPlaces(scope);
  await until(() => expect(places.list).toEqual([bridge, bench]));
  const changeMeanwhile = () => {
    places.list = ref([bench]);
    return listAnswer(bridge);
  };
  answerCalls({ [PACKED_PLACES]: changeMeanwhile });
  await refreshPlaces();
  expect(places.list).toEqual([bench]);
});

test('the server’s lists replace them, and the maps are stored for the next start', async () => {
  const renamed = { ...packedMap, name: 'Les berges' };
  answerCalls({ [MAPS]: [renamed], [PACKED_PLACES]: listAnswer(bridge, bench) });
  await loadParcours();
  expect(parcours).toMatchObject({ isFromServer: true, list: [renamed] });
  expect(storage.read('parcoursList')).toEqual({ ownerId: packOwner.id, list: [renamed], seenMs: expect.any(Number) });
  startPlaces(scope);
  await until(() => expect(places.list).toEqual([bridge, bench]));
});

test('if a selected map has no pack, a failure is shown beside the other maps’ places', async () => {
  answerCalls({});
  parcours.selectedIds = [packedMap.id, unpacked.id];
  startPlaces(scope);
  await until(() => expect(places).toMatchObject({ status: 'failed', failure: { name: 'NetworkError' } }));
  expect(places.list).toEqual([bridge]);
});

test('another account’s maps are not shown', async () => {
  storage.write('currentUser', { ...packOwner, id: UserId.parse(42) });
  answerCalls({});
  await loadParcours();
  expect(parcours).toMatchObject({ status: 'failed', list: [] });
  storage.write('currentUser', packOwner);
});

test('the places of a pack are in their order without a network; the ones after a deleted place move up', async () => {
  await forgetPack();
  await keepPack([bridge, { ...bench, step: 2 }, listedPlace(4, { step: 1 })], []);
  answerCalls({ 'DELETE /v1/place/places/4': { status: 'ok' } });
  startPlaces(scope);
  const shown = () => places.list.map(({ id, step }) => [id, step]);
  await until(() =>
    expect(shown()).toEqual([
      [4, 1],
      [2, 2],
      [1, undefined],
    ]),
  );
  await deletePlace(PlaceId.parse(4));
  expect(shown()).toEqual([
    [2, 1],
    [1, undefined],
  ]);
});
