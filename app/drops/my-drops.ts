import { proxy, ref } from 'valtio';
import { dropCalls } from '../../contracts/calls/drop-calls.ts';
import type { Geometry } from '../../contracts/geo.ts';
import { DEFAULT_PLACE_TITLE } from '../../contracts/limits.ts';
import type { Place, PlaceDetail } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { asError, createLoader, type LoadState, notLoaded } from '../page/load-state.ts';
import { afterNotice } from '../page/notice-queue.ts';
import { removeRedoOf } from '../places/pending-shapes.ts';
import { reuseUnchanged } from '../places/place-changes.ts';
import { changePlace, heldAs, loadPlaces } from '../places/places.ts';
import { addCalls, call } from '../platform/net/api.ts';
import { onLeave } from '../platform/page/page-events.ts';
import { Scope } from '../platform/scope.ts';
import { finishBeforeLogout, forgetAtSessionEnd } from '../session/session-end.ts';
import { countAsPreviewed } from '../walk/listening.ts';

addCalls(dropCalls);

interface MyDrops extends LoadState {
  /** Newest first. Replaced as a whole, never changed in place. */
  list: Place[] & { $$valtioSnapshot: Place[] };
  /** Drops whose deletion is pending and can still be undone. */
  leavingIds: PlaceId[];
  /** Why the last deletion failed; its drop is in the list again. */
  deletionFailure: Error | null;
}

/** The person's own drops. Changed only in this file. */
export const myDrops = proxy<MyDrops>(noDrops());

const loader = createLoader(myDrops);

/** The pending deletions. Disposing the scope cancels one. */
const deletions = new Map<PlaceId, Scope>();

/** Loads the drops of this account on these parcours, or on all of them. Never rejects. */
export function loadMyDrops(userId: UserId, parcoursIds: readonly ParcoursId[] | undefined): Promise<void> {
  return loader.load(
    () => fetchDrops(userId, parcoursIds),
    (drops) => {
      myDrops.list = ref(drops);
    },
  );
}

/** Loads the drops again in the background. A failure is silent: the list is still the best that is known. */
export async function refreshMyDrops(userId: UserId, parcoursIds: readonly ParcoursId[] | undefined): Promise<void> {
  const { list: before, status } = myDrops;
  if (status !== 'ready') return;
  try {
    const drops = reuseUnchanged(before, await fetchDrops(userId, parcoursIds));
    if (myDrops.status === 'ready' && myDrops.list === before && drops !== before) myDrops.list = ref([...drops]);
  } catch {
    // The next refresh may succeed.
  }
}

async function fetchDrops(userId: UserId, parcoursIds: readonly ParcoursId[] | undefined): Promise<Place[]> {
  const query = parcoursIds === undefined ? {} : { mapIds: parcoursIds.join(',') };
  return (await call('listDrops', { params: { userId }, query })).drops;
}

/** A new title, and a new shape if it changes. */
export interface Correction {
  readonly title: string;
  readonly geometry: Geometry | null;
}

/** Publishes a draft that is not on this device, under this title. @throws as `call` does */
export async function publishDrop(id: PlaceId, title: string): Promise<void> {
  countAsPreviewed(id);
  await correctDrop(id, { title, geometry: null });
}

/** Changes a drop's title, and its shape if one is given. One that was refused waits again. Returns its visibility. @throws as `call` does */
export async function correctDrop(id: PlaceId, { title, geometry }: Correction): Promise<Pick<Place, 'held'>> {
  const visibility = await changePlace(id, { title, geometry });
  const appelation = title.trim() || DEFAULT_PLACE_TITLE;
  const corrected = ({ draft: _, ...drop }: Place): Place =>
    heldAs(visibility, { ...drop, appelation, ...(geometry === null ? {} : { feature: geometry }) });
  myDrops.list = ref(myDrops.list.map((drop) => (drop.id === id ? corrected(drop) : drop)));
  return visibility;
}

/** Restores an earlier version of a drop. Returns whether it waits for an approval now. @throws as `call` does */
export async function restoreDrop(id: PlaceId, restore: () => Promise<PlaceDetail>): Promise<boolean> {
  const detail = await restore();
  const { appelation, feature, media_data } = detail;
  const media = media_data === null ? null : { data: media_data };
  const restored = (drop: Place): Place => heldAs(detail, { ...drop, appelation, feature, media });
  myDrops.list = ref(myDrops.list.map((drop) => (drop.id === id ? restored(drop) : drop)));
  return detail.held === 'waiting';
}

/** Removes a draft from the list; the outbox deletes its place. */
export function dropDraft(id: PlaceId | null): void {
  myDrops.list = ref(myDrops.list.filter((drop) => drop.id !== id || drop.draft !== true));
}

/** Deletes a drop once its notice has passed or the page is left; until then {@link undoRemoveDrop} cancels it. */
export function removeDrop(id: PlaceId): void {
  if (deletions.has(id)) return;
  const scope = new Scope();
  deletions.set(id, scope);
  myDrops.leavingIds.push(id);
  myDrops.deletionFailure = null;
  afterNotice(scope, () => void finishRemoval(id));
  onLeave(scope, () => void finishRemoval(id));
}

/** Cancels a pending deletion; does nothing once the request is sent. */
export function undoRemoveDrop(id: PlaceId): void {
  const scope = deletions.get(id);
  if (scope === undefined) return;
  scope.dispose();
  endRemoval(id);
}

/** Carries out all pending deletions now. Resolves when all have succeeded or failed; never rejects. */
export async function finishRemovals(): Promise<void> {
  await Promise.all([...deletions.keys()].map((id) => finishRemoval(id)));
}

/** Clears the drops and cancels the pending deletions at the end of a session. */
export function forgetMyDrops(): void {
  loader.supersede();
  for (const scope of deletions.values()) scope.dispose();
  deletions.clear();
  Object.assign(myDrops, noDrops());
}

function noDrops(): MyDrops {
  return { ...notLoaded(), list: ref([]), leavingIds: [], deletionFailure: null };
}

async function finishRemoval(id: PlaceId): Promise<void> {
  deletions.get(id)?.dispose();
  deletions.delete(id);
  try {
    await call('deleteDrop', { params: { placeId: id } }, { keepalive: true });
    myDrops.list = ref(myDrops.list.filter((drop) => drop.id !== id));
    removeRedoOf(id);
    void loadPlaces();
  } catch (error) {
    myDrops.deletionFailure = asError(error);
  } finally {
    endRemoval(id);
  }
}

function endRemoval(id: PlaceId): void {
  deletions.delete(id);
  myDrops.leavingIds = myDrops.leavingIds.filter((other) => other !== id);
}

forgetAtSessionEnd(forgetMyDrops);
finishBeforeLogout(finishRemovals);
