import { ref } from 'valtio';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parcours } from '../../../app/parcours/parcours.ts';
import { withPlanned } from '../../../app/places/order/parcours-order.ts';
import { places } from '../../../app/places/places.ts';
import { plan, refreshPlan, startPlan } from '../../../app/places/plan.ts';
import { deleteSeen } from '../../../app/platform/packs/cache-storage.ts';
import { readSeenPlan } from '../../../app/platform/packs/seen-places.ts';
import { Scope } from '../../../app/platform/scope.ts';
import { session } from '../../../app/session/session.ts';
import { clearSessionData } from '../../../app/session/session-end.ts';
import type { PlannedPlace } from '../../../contracts/planned-place.ts';
import { ParcoursId, PlaceId, type Privilege, UserId } from '../../../contracts/vocabulary.ts';
import { packedMap } from '../../support/packs/kept-pack.ts';
import { answerCalls, refusal } from '../../support/page/answers.ts';
import { listedPlace } from '../../support/samples/listed-place.ts';
import { until } from '../../support/until.ts';

const lea = { id: UserId.parse(5), name: 'Léa', email: 'lea@example.org', role: 'user' as const, picture: null };
const mapId = ParcoursId.parse(7);
const wash: PlannedPlace = {
  ...{ id: PlaceId.parse(21), appelation: 'Le lavoir', map: { id: mapId }, state: 'planned', asked: null },
  ...{ feature: { type: 'Point', coordinates: [2.3, 48.8] }, filledBy: null },
};
const PLANNED = 'GET /v1/map/map/7/planned';

let scope: Scope;
beforeEach(() => {
  scope = new Scope();
  session.user = lea;
});
afterEach(async () => {
  scope.dispose();
  clearSessionData();
  session.user = null;
  parcours.list = ref([]);
  places.list = ref([]);
  parcours.selectedIds = [];
  vi.unstubAllGlobals();
  await deleteSeen();
});

function use(privilege: Privilege): void {
  parcours.list = ref([{ ...packedMap, id: mapId, privilege }]);
  parcours.selectedIds = [mapId];
}

/** Begins a later session without a network. */
function returnOffline(privilege: Privilege): void {
  scope.dispose();
  clearSessionData();
  session.user = lea;
  use(privilege);
  answerCalls({});
  scope = new Scope();
  startPlan(scope);
}

test('the planned places of a map are listed, again after its places have changed, and without a network as last seen', async () => {
  let planned = [wash];
  answerCalls({ [PLANNED]: () => ({ planned }) });
  use('drop');
  startPlan(scope);
  await until(() => expect(plan.list).toEqual([wash]));
  await until(async () => expect(await readSeenPlan(lea.id)).toMatchObject([{ planned: [wash] }]));
  planned = [];
  places.list = ref([listedPlace(1)]);
  await until(() => expect(plan.list).toEqual([]));
  await until(async () => expect(await readSeenPlan(lea.id)).toMatchObject([{ planned: [] }]));
  planned = [wash];
  places.list = ref([]);
  await until(async () => expect(await readSeenPlan(lea.id)).toMatchObject([{ planned: [wash] }]));
  returnOffline('drop');
  await until(() => expect(plan.list).toEqual([wash]));
});

test('a list of places with other links only is no reason to ask for them again', async () => {
  const heard = answerCalls({ [PLANNED]: () => ({ planned: [wash] }) });
  const asked = () => heard.filter(({ call }) => call === PLANNED).length;
  const [one, two] = [listedPlace(1), listedPlace(2)];
  places.list = ref([one]);
  use('drop');
  startPlan(scope);
  await until(() => expect(plan.list).toEqual([wash]));
  vi.useFakeTimers();
  try {
    places.list = ref([{ ...one, media: null }]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked()).toBe(1);
    places.list = ref([one, two]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked()).toBe(2);
  } finally {
    vi.useRealTimers();
  }
});

test('nobody asks for them who may not drop, and who no longer may sees none', async () => {
  const heard = answerCalls({ [PLANNED]: refusal('forbidden', 403) });
  use('guest');
  startPlan(scope);
  places.list = ref([listedPlace(1)]);
  use('drop');
  await until(() => expect(heard.map(({ call }) => call)).toContain(PLANNED));
  expect(plan.list).toEqual([]);
});

test('the numbers of an order are known, also of what fills a planned place, and without a network', async () => {
  const filled = { ...wash, id: PlaceId.parse(22), state: 'waiting' as const, filledBy: PlaceId.parse(2) };
  const heard = answerCalls({ [PLANNED]: { planned: [wash, filled], order: [22, 1, 21] } });
  use('editor');
  startPlan(scope);
  const steps = [
    [22, 1],
    [1, 2],
    [21, 3],
    [2, 1],
  ];
  await until(() => expect([...plan.steps]).toEqual(steps));
  const shown = { ...plan };
  await refreshPlan();
  expect(heard).toHaveLength(2);
  expect(plan.list).toBe(shown.list);
  expect(plan.steps).toBe(shown.steps);
  returnOffline('editor');
  await until(() => expect([...plan.steps]).toEqual(steps));
});

test('an order has a planned place or the place that fills it, never both', () => {
  const filled = { ...wash, id: PlaceId.parse(22), state: 'waiting' as const, filledBy: PlaceId.parse(2) };
  const list = [1, 2].map((id) => listedPlace(id, { map: { id: mapId } }));
  const idsWith = (order: readonly PlaceId[]) => withPlanned(mapId, list, [wash, filled], order).map(({ id }) => id);
  expect(idsWith([])).toEqual([1, 21, 22]);
  expect(idsWith([PlaceId.parse(2)])).toEqual([1, 2, 21]);
});
