import { proxy } from 'valtio';
import { moderationCalls } from '../../../contracts/calls/moderation-calls.ts';
import type { ApprovalAnswer, WaitingPlace } from '../../../contracts/moderation.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { loadParcours, refreshParcours } from '../../parcours/parcours-list.ts';
import { loadPlaces } from '../../places/places.ts';
import { ApiError, addCalls, call } from '../../platform/net/api.ts';
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

/** Sets whether drops on a parcours wait for an approval. @throws as `call` does */
export async function requireApproval(parcoursId: ParcoursId, required: boolean): Promise<void> {
  await call('requireApproval', { params: { mapId: parcoursId }, body: { required } });
  await refreshParcours(parcoursId);
}

/** Approves or refuses a drop in its listed version. @throws as `call` does; a changed drop is listed again */
export async function answerWaiting(
  { id: placeId, version }: Pick<WaitingPlace, 'id' | 'version'>,
  answer: Omit<ApprovalAnswer, 'version'>,
): Promise<void> {
  try {
    await call('answerWaiting', { params: { placeId }, body: { ...answer, version } });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'conflict') void loadWaiting(loadedIds);
    throw error;
  }
  approvals.list = approvals.list.filter(({ id }) => id !== placeId);
  void loadPlaces();
  void loadParcours();
}

async function listWaiting(parcoursId: ParcoursId): Promise<WaitingDrop[]> {
  const { places } = await call('listWaiting', { params: { mapId: parcoursId } });
  return places.map((place) => ({ ...place, parcoursId }));
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(approvals, notLoaded(), { list: [] });
});
