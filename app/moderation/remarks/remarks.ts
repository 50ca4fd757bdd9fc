import { proxy } from 'valtio';
import { remarkCalls } from '../../../contracts/calls/remark-calls.ts';
import type { NewRemark, Remark } from '../../../contracts/remark.ts';
import type { ParcoursId, PlaceId, RemarkId } from '../../../contracts/vocabulary.ts';
import { createLoader, type LoadState, notLoaded } from '../../page/load-state.ts';
import { loadParcours } from '../../parcours/parcours-list.ts';
import { addCalls, call, isRefused } from '../../platform/net/api.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';

addCalls(remarkCalls);

interface Remarks extends LoadState {
  /** The parcours whose remarks these are; null before the first load. */
  parcoursId: ParcoursId | null;
  /** Oldest first. */
  list: Remark[];
}

/** The open remarks that the person may answer on one parcours. Changed only in this file. */
export const remarks = proxy<Remarks>({ ...notLoaded(), parcoursId: null, list: [] });

const loader = createLoader(remarks, { staysReady: true });

/** Loads the remarks of a parcours; forgets those of another. Never rejects. */
export function loadRemarks(parcoursId: ParcoursId): Promise<void> {
  if (remarks.parcoursId !== parcoursId) {
    loader.supersede();
    Object.assign(remarks, notLoaded(), { parcoursId, list: [] });
  }
  return loader.load(
    () => call('listRemarks', { params: { mapId: parcoursId } }),
    ({ remarks: list }) => Object.assign(remarks, { list }),
  );
}

/** Sends a remark about a place. @throws as `call` does */
export async function sendRemark(placeId: PlaceId, remark: NewRemark): Promise<void> {
  await call('sendRemark', { params: { placeId }, body: remark });
}

/**
 * Closes a remark, with an answer for its sender unless that is empty. One that somebody else has closed meanwhile, or
 * whose place is gone, leaves the list as well. @throws as `call` does
 */
export async function closeRemark(remarkId: RemarkId, answer: string): Promise<void> {
  try {
    await call('closeRemark', { params: { remarkId }, body: { answer } });
  } catch (error) {
    if (!isRefused(error)) throw error;
    await reload();
    throw error;
  }
  remarks.list = remarks.list.filter(({ id }) => id !== remarkId);
  await loadParcours();
}

async function reload(): Promise<void> {
  const { parcoursId } = remarks;
  if (parcoursId !== null) await Promise.all([loadRemarks(parcoursId), loadParcours()]);
}

forgetAtSessionEnd(() => {
  loader.supersede();
  Object.assign(remarks, notLoaded(), { parcoursId: null, list: [] });
});
