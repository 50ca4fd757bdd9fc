import { proxy, ref, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import { deletedCalls } from '../../contracts/calls/deleted-calls.ts';
import { plannedCalls } from '../../contracts/calls/planned-calls.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { NewPlannedPlace, PlannedPlace, PlannedPlaceChange } from '../../contracts/planned-place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { idsInUse, parcours } from '../parcours/parcours.ts';
import { addCalls, type CallOptions, call, isRefused } from '../platform/net/api.ts';
import { readSeenPlan, type SeenPlan, storeSeenPlan } from '../platform/packs/seen-places.ts';
import { onOnline, onVisible } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { session } from '../session/session.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import type { Steps } from './order/in-order.ts';
import { places } from './places.ts';

addCalls({ ...plannedCalls, ...deletedCalls });

/** The planned places of the parcours in use that this person may see. Changed only in this file. */
export const plan = proxy<{
  /** Oldest first. Replaced as a whole; not proxied, because a zone may have thousands of positions. */
  list: PlannedPlace[] & { $$valtioSnapshot: PlannedPlace[] };
  /** The numbers of places, planned or not, for people who may order them. */
  steps: Steps & { $$valtioSnapshot: Steps };
}>({ list: ref([]), steps: ref(new Map()) });

/** A change of the places, such as an approval, comes with others; they are asked for once. */
const AFTER_PLACES_MS = 500;

let latest = 0;

/** Loads the planned places whenever the parcours in use or their places change, until `scope` is disposed. */
export function startPlan(scope: Scope): void {
  let known = '';
  let shown = shownNow();
  let due = new Scope();
  const look = (): void => {
    const wanted = idsToFill();
    if (wanted.join() === known) return;
    known = wanted.join();
    plan.list = ref(plan.list.filter(({ map }) => wanted.includes(map.id)));
    void showSeen().then(refreshPlan);
  };
  scope.add(subscribe(parcours, look));
  scope.add(
    subscribeKey(places, 'list', () => {
      if (shownNow() === shown) return;
      shown = shownNow();
      due.dispose();
      due = scope.child();
      due.timeout(() => void refreshPlan(), AFTER_PLACES_MS);
    }),
  );
  onVisible(scope, () => void refreshPlan());
  onOnline(scope, () => void refreshPlan());
  look();
}

/** The places that a plan may depend on, without what changes with each renewed link. */
function shownNow(): string {
  return places.list.map(({ id, held = '', step = '' }) => `${id}${held}/${step}`).join();
}

/** Loads them again. Without a response those that were seen last stay. Never rejects. */
export async function refreshPlan(): Promise<void> {
  const { user } = session;
  const parcoursIds = idsToFill();
  if (user === null || parcoursIds.length + plan.list.length === 0) return showPlans([]);
  latest += 1;
  const current = latest;
  try {
    const plans = await Promise.all(parcoursIds.map(loadPlan));
    if (current !== latest) return;
    showPlans(plans);
    await storeSeenPlan(user.id, plans);
  } catch {
    // No network, or a device without room: the next refresh may succeed.
  }
}

/** Shows these plans. What stays as it was is the same object: the map would draw another one again. */
function showPlans(plans: readonly SeenPlan[]): void {
  const list = plans.flatMap(({ planned }) => planned);
  const steps = numberPlaces(plans);
  if (!isSame(list, plan.list)) plan.list = ref(list);
  if (!isSame([...steps], [...plan.steps])) plan.steps = ref(steps);
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Numbers the places of each order; what fills a planned place has its number. */
function numberPlaces(plans: readonly SeenPlan[]): Steps {
  const steps = new Map(plans.flatMap(({ order = [] }) => order.map((id, at) => [id, at + 1] as const)));
  for (const { id, filledBy } of plans.flatMap(({ planned }) => planned)) {
    const step = steps.get(id);
    if (filledBy !== null && step !== undefined) steps.set(filledBy, step);
  }
  return steps;
}

/** Finds the planned place with this id. */
export function findPlanned(id: PlaceId | null): PlannedPlace | undefined {
  return plan.list.find((planned) => planned.id === id);
}

/** Returns the planned places that are shown beside these places: without those that one of them fills. Pure. */
export function besidePlaces(
  planned: readonly PlannedPlace[],
  list: readonly { readonly id: PlaceId }[],
): PlannedPlace[] {
  const ids = new Set<PlaceId | null>(list.map(({ id }) => id));
  return planned.filter(({ filledBy }) => !ids.has(filledBy));
}

/** Plans a place. With an `idempotencyKey`, a retry plans no second one. @throws as `call` does */
export async function planPlace(body: NewPlannedPlace, options: CallOptions = {}): Promise<PlannedPlace> {
  return show(await call('planPlace', { body }, options));
}

/** Changes a planned place. @throws as `call` does */
export async function changePlanned(
  placeId: PlaceId,
  body: PlannedPlaceChange,
  options: CallOptions = {},
): Promise<PlannedPlace> {
  return show(await call('changePlanned', { params: { placeId }, body }, options));
}

/** Deletes a planned place. @throws as `call` does */
export async function deletePlanned(placeId: PlaceId, options: CallOptions = {}): Promise<void> {
  await call('deletePlanned', { params: { placeId } }, options);
  latest += 1;
  plan.list = ref(plan.list.filter(({ id }) => id !== placeId));
  // Later places have other numbers now.
  void refreshPlan();
}

/** Brings a deleted planned place back. @throws as `call` does */
export async function restorePlanned(placeId: PlaceId): Promise<void> {
  await call('restorePlace', { params: { placeId } });
  await refreshPlan();
}

function show(planned: PlannedPlace): PlannedPlace {
  // A list that was asked for before lacks the change.
  latest += 1;
  const isListed = findPlanned(planned.id) !== undefined;
  const list = plan.list.map((other) => (other.id === planned.id ? planned : other));
  plan.list = ref(isListed ? list : [...list, planned]);
  return planned;
}

/** Returns the parcours in use on which this person may drop. */
function idsToFill(): ParcoursId[] {
  const { user } = session;
  if (user === null) return [];
  return idsInUse().filter((id) => {
    const listed = parcours.list.find((candidate) => candidate.id === id) ?? parcours.beingCreated;
    return listed?.id === id && mayDrop(user.role, listed.privilege);
  });
}

async function showSeen(): Promise<void> {
  const { user } = session;
  if (user === null) return;
  const seen = await readSeenPlan(user.id).catch(() => []);
  const wanted = idsToFill();
  if (plan.list.length === 0 && latest === 0) showPlans(seen.filter(({ parcoursId }) => wanted.includes(parcoursId)));
}

/** Resolves with nothing where the person may no longer drop. */
async function loadPlan(parcoursId: ParcoursId): Promise<SeenPlan> {
  try {
    return { parcoursId, ...(await call('listPlanned', { params: { mapId: parcoursId } })) };
  } catch (error) {
    if (isRefused(error)) return { parcoursId, planned: [] };
    throw error;
  }
}

forgetAtSessionEnd(() => {
  latest = 0;
  Object.assign(plan, { list: ref([]), steps: ref(new Map()) });
});
