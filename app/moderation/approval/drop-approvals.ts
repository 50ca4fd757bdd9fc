import { proxy } from 'valtio';
import { moderationCalls } from '../../../contracts/calls/moderation-calls.ts';
import type { ApprovalAnswer, WaitingPlace } from '../../../contracts/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { loadParcours, refreshParcours } from '../../parcours/parcours-list.ts';
import { loadPlaces, refreshPlaces } from '../../places/places.ts';
import { addCalls, call, isRefused } from '../../platform/net/api.ts';
import { onVisible } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

addCalls(moderationCalls);

/** A drop that waits for an approval, with its parcours. */
export type WaitingDrop = WaitingPlace & { readonly parcoursId: ParcoursId };

interface Approvals extends LoadState {
  /** By parcours, oldest first on each. */
  list: WaitingDrop[];
}

/** The drops that wait for the person's approval, on all their parcours. Changed only in this file. */
export const approvals = proxy<Approvals>({ ...notLoaded(), list: [] });

const loader = createLoader(approvals, { staysReady: true });
let loadedIds: readonly ParcoursId[] = [];

/** Loads the drops that wait on these parcours, in their order. Never rejects. */
export function loadWaiting(parcoursIds: readonly ParcoursId[]): Promise<void> {
  loadedIds = parcoursIds;
  return loader.load(
    () => Promise.all(parcoursIds.map(listWaiting)),
    (lists) => Object.assign(approvals, { list: lists.flat() }),
  );
}

/** Loads them and their numbers again. Never rejects. */
async function reload(): Promise<void> {
  await Promise.all([loadParcours(), loadWaiting(loadedIds)]);
}

/** Loads them and their numbers again whenever the page becomes visible, until `scope` is disposed. */
export function followWaiting(scope: Scope): void {
  onVisible(scope, () => void reload());
}

/** Sets whether drops on a parcours wait for an approval. @throws as `call` does */
export async function requireApproval(parcoursId: ParcoursId, required: boolean): Promise<void> {
  await call('requireApproval', { params: { mapId: parcoursId }, body: { required } });
  await refreshParcours(parcoursId);
}

/**
 * Approves or refuses a drop in its listed version. If the server refuses that, because the drop has changed or was
 * deleted, or the person may no longer approve, the list is loaded again. @throws as `call` does
 */
export async function answerWaiting(
  { id: placeId, version }: Pick<WaitingPlace, 'id' | 'version'>,
  answer: Omit<ApprovalAnswer, 'version'>,
): Promise<void> {
  try {
    await call('answerWaiting', { params: { placeId }, body: { ...answer, version } });
  } catch (error) {
    if (isRefused(error)) void reload();
    throw error;
  }
  // A list that was asked for before still has the drop.
  loader.supersede();
  Object.assign(approvals, { status: 'ready', list: approvals.list.filter(({ id }) => id !== placeId) });
  void loadPlaces();
  void loadParcours();
}

/**
 * Approves drops in their listed versions. One that has changed or gone meanwhile is left out. Returns how many were
 * approved. @throws as `call` does, also if a part was approved
 */
export async function approveAll(drops: readonly Pick<WaitingPlace, 'id' | 'version'>[]): Promise<number> {
  let count = 0;
  try {
    for (const { id: placeId, version } of drops) {
      try {
        await call('answerWaiting', { params: { placeId }, body: { answer: 'approved', version } });
        count += 1;
      } catch (error) {
        if (!isRefused(error)) throw error;
      }
    }
    return count;
  } finally {
    await Promise.all([refreshPlaces(), reload()]);
  }
}

/** Lists the drops that wait on a parcours; resolves with nothing where the person may no longer approve. */
export async function listWaiting(parcoursId: ParcoursId): Promise<WaitingDrop[]> {
  try {
    const { places } = await call('listWaiting', { params: { mapId: parcoursId } });
    return places.map((place) => ({ ...place, parcoursId }));
  } catch (error) {
    if (isRefused(error)) return [];
    throw error;
  }
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(approvals, notLoaded(), { list: [] });
});
