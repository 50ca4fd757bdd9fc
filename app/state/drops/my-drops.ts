import { proxy, ref } from 'valtio';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { call } from '../../platform/net/api.ts';
import { onLeave } from '../../platform/page/page.ts';
import { Scope } from '../../platform/scope.ts';
import { afterNotice } from '../page/notices.ts';
import { removeRedoOf } from '../places/pending-shapes.ts';
import { loadPlaces } from '../places/places.ts';
import { finishBeforeLogout, forgetAtSessionEnd } from '../session/session-end.ts';

/** The drops that the person made. */
export interface MyDropsState {
  /** `failed` keeps the list that was there before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** What made the last load fail. */
  failure: Error | null;
  /** Newest first. Replaced as a whole, never changed in place. */
  list: Place[] & { $$valtioSnapshot: Place[] };
  /** Drops that are about to be deleted, which can still be taken back. */
  leavingIds: PlaceId[];
  /** What made the last deletion fail; its drop is in the list again. */
  deletionFailure: Error | null;
}

/** The drops that the person made. Changed by the functions of this file alone. */
export const myDrops = proxy<MyDropsState>({
  status: 'idle',
  failure: null,
  list: ref([]),
  leavingIds: [],
  deletionFailure: null,
});

const leaving = new Map<PlaceId, Scope>();
let latestLoad = 0;

/**
 * Fetches what somebody made on these parcours, or on all of them. A failure does not reject: it becomes `status` and
 * `failure`. Where several loads overlap, the last one counts.
 */
export async function loadMyDrops(userId: UserId, mapIds: readonly ParcoursId[] | undefined): Promise<void> {
  latestLoad += 1;
  const load = latestLoad;
  myDrops.status = 'loading';
  myDrops.failure = null;
  try {
    const query = mapIds === undefined ? {} : { mapIds: mapIds.join(',') };
    const { drops } = await call('listDrops', { params: { userId }, query });
    if (load !== latestLoad) return;
    myDrops.list = ref(drops);
    myDrops.status = 'ready';
  } catch (error) {
    if (load !== latestLoad) return;
    myDrops.failure = asError(error);
    myDrops.status = 'failed';
  }
}

/**
 * Deletes a drop once the message that offers to take it back has passed, or when the page leaves; {@link keepDrop} takes it back until
 * then.
 */
export function removeDrop(id: PlaceId): void {
  if (leaving.has(id)) return;
  const scope = new Scope();
  leaving.set(id, scope);
  myDrops.leavingIds.push(id);
  myDrops.deletionFailure = null;
  afterNotice(scope, () => void finishRemoval(id));
  onLeave(scope, () => void finishRemoval(id));
}

/** Takes a deletion back; nothing happens once it has begun. */
export function keepDrop(id: PlaceId): void {
  const scope = leaving.get(id);
  if (scope === undefined) return;
  scope.dispose();
  forgetRemoval(id);
}

/** Begins every deletion that waits: nobody is left to take it back. Settles once all are done; never rejects. */
export async function finishRemovals(): Promise<void> {
  await Promise.all([...leaving.keys()].map((id) => finishRemoval(id)));
}

/** Forgets the drops, and the deletions that wait: for the end of a session. */
export function forgetMyDrops(): void {
  latestLoad += 1;
  for (const scope of leaving.values()) scope.dispose();
  leaving.clear();
  Object.assign(myDrops, { status: 'idle', failure: null, list: ref([]), leavingIds: [], deletionFailure: null });
}

async function finishRemoval(id: PlaceId): Promise<void> {
  leaving.get(id)?.dispose();
  leaving.delete(id);
  try {
    await call('deleteDrop', { params: { placeId: id } }, { keepalive: true });
    myDrops.list = ref(myDrops.list.filter((drop) => drop.id !== id));
    removeRedoOf(id);
    void loadPlaces();
  } catch (error) {
    myDrops.deletionFailure = asError(error);
  } finally {
    forgetRemoval(id);
  }
}

function forgetRemoval(id: PlaceId): void {
  leaving.delete(id);
  myDrops.leavingIds = myDrops.leavingIds.filter((other) => other !== id);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

forgetAtSessionEnd(forgetMyDrops);
finishBeforeLogout(finishRemovals);
