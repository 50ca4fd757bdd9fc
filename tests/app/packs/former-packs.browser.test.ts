import { ref } from 'valtio';
import { beforeEach, expect, it } from 'vitest';
import { downloadPack, lookUpPack } from '../../../app/packs/packs.ts';
import { parcours } from '../../../app/parcours/parcours.ts';
import { loadParcours } from '../../../app/parcours/parcours-list.ts';
import { storedPack } from '../../../app/platform/packs/stored-packs.ts';
import {
  answers,
  begin,
  countFiles,
  heard,
  listParcours,
  MANIFEST,
  QUAY,
  quay,
  serve,
  startEachWithoutPacks,
  untilView,
  viewOf,
} from '../../support/packs/pack-session.ts';
import { refusal } from '../../support/page/answers.ts';
import { until } from '../../support/until.ts';

const LIST = 'GET /v1/map/maps-for-user';

startEachWithoutPacks();
beforeEach(async () => {
  await serve(quay, 'v1', QUAY);
  await begin();
});

it('a pack is removed if its manifest is refused and its parcours is no longer listed', async () => {
  await downloadPack(quay);
  listParcours(quay);
  await loadParcours();
  answers[MANIFEST] = refusal('forbidden', 403);
  listParcours();
  await lookUpPack(quay);
  expect([storedPack(quay), await countFiles()]).toEqual([null, 0]);
  expect(parcours.list).toEqual([]);
});

it.each([
  ['403', 'forbidden', 403],
  ['404', 'not_found', 404],
] as const)('a pack stays if its manifest is refused with %s and the parcours is listed', async (_, code, status) => {
  await downloadPack(quay);
  listParcours(quay);
  answers[MANIFEST] = refusal(code, status);
  await lookUpPack(quay);
  expect([storedPack(quay)?.version, viewOf(quay)?.isWhole, await countFiles()]).toEqual(['v1', true, 4]);
});

it('a pack stays if everything is refused, as by a proxy', async () => {
  await downloadPack(quay);
  for (const call of [MANIFEST, LIST]) answers[call] = new Response('<h1>Forbidden</h1>', { status: 403 });
  await lookUpPack(quay);
  expect(storedPack(quay)).not.toBeNull();
});

it('a refused download fails if the parcours is listed, and otherwise leaves nothing', async () => {
  answers[MANIFEST] = refusal('not_found', 404);
  listParcours(quay);
  void downloadPack(quay);
  await untilView(quay, { phase: 'failed', failure: 'server', isWhole: false });
  listParcours();
  await downloadPack(quay);
  expect(viewOf(quay)).toMatchObject({ phase: 'none', failure: null });
});

it('a pack is removed if the server’s list lacks its parcours, but not for the device’s list', async () => {
  await downloadPack(quay);
  listParcours();
  Object.assign(parcours, { status: 'ready', isFromServer: false, list: ref([]) });
  await lookUpPack(quay);
  expect(storedPack(quay)).not.toBeNull();
  await loadParcours();
  await until(() => expect(storedPack(quay)).toBeNull());
});

it('a pack of a parcours joined in another tab stays, despite this tab’s older list', async () => {
  await downloadPack(quay);
  listParcours(quay);
  heard.length = 0;
  Object.assign(parcours, { status: 'ready', isFromServer: true, list: ref([]) });
  await until(() => expect(heard.map(({ call }) => call)).toEqual([LIST]));
  await lookUpPack(quay);
  expect(storedPack(quay)).not.toBeNull();
});
