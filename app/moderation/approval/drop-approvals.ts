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

interface Approvals extends LoadState {
  parcoursId: ParcoursId | null;
  /** Oldest first. */
  list: WaitingPlace[];
}

/** The drops that wait for the person's approval on one map. Changed only in this file. */
export const approvals = proxy<Approvals>({ ...notLoaded(), parcoursId: null, list: [] });

const loader = createLoader(approvals, { staysReady: true });

/** Loads the drops that wait on a map. Never rejects. */
export function loadWaiting(parcoursId: ParcoursId): Promise<void> {
  if (approvals.parcoursId !== parcoursId) Object.assign(approvals, notLoaded(), { parcoursId, list: [] });
  return loader.load(
    () => call('listWaiting', { params: { mapId: parcoursId } }),
    ({ places: list }) => Object.assign(approvals, { list }),
  );
}

/** Sets whether drops on a map wait for an approval. @throws as `call` does */
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
    if (error instanceof ApiError && error.code === 'conflict' && approvals.parcoursId !== null) {
      void loadWaiting(approvals.parcoursId);
    }
    throw error;
  }
  approvals.list = approvals.list.filter(({ id }) => id !== placeId);
  void loadPlaces();
  void loadParcours();
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(approvals, notLoaded(), { parcoursId: null, list: [] });
});
