import { proxy, ref } from 'valtio';
import type {
  CreatedParcours,
  NewParcours,
  Parcours,
  ParcoursInfo,
  ParcoursText,
} from '../../../contracts/parcours.ts';
import type { ParcoursId, UserId } from '../../../contracts/vocabulary.ts';
import { ApiError, call } from '../../platform/net/api.ts';
import { onOnline, onVisible } from '../../platform/page/page.ts';
import type { Scope } from '../../platform/scope.ts';
import { storage, watchStorage } from '../../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { type Selection, settleSelection, toggleBeingCreatedIn, toggleSelectedId } from './parcours-selection.ts';

/** The person's parcours, and which of them are in use. */
export interface ParcoursState {
  /** `failed` keeps the list that was there before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** What made the last load fail. */
  failure: Error | null;
  /** As the server listed them. Replaced as a whole, never changed in place. */
  list: Parcours[] & { $$valtioSnapshot: Parcours[] };
  /** The parcours listened to. Kept in local storage. */
  selectedIds: ParcoursId[];
  /** The parcours that drops go to. Kept in local storage. */
  beingCreated: CreatedParcours | null;
}

/** The person's parcours. Changed by the functions of this file alone. */
export const parcours = proxy<ParcoursState>({
  status: 'idle',
  failure: null,
  list: ref([]),
  selectedIds: storage.read('selectedParcours'),
  beingCreated: storage.read('parcoursBeingCreated'),
});

/** True once a parcours is listened to or being created, so that the map has something to show. */
export function hasParcours(state: Selection): boolean {
  return state.selectedIds.length > 0 || state.beingCreated !== null;
}

/** The parcours listened to, as the list knows it; undefined while the list is not loaded or nothing is selected. */
export function findSelected<P extends { readonly id: ParcoursId }>(state: {
  readonly list: readonly P[];
  readonly selectedIds: readonly ParcoursId[];
}): P | undefined {
  return state.list.find((candidate) => state.selectedIds.includes(candidate.id));
}

/**
 * Loads the list, again whenever a load that failed may come through, and takes the selection that another tab stores,
 * until `scope` is disposed.
 */
export function startParcours(scope: Scope): void {
  readSelection();
  watchStorage(scope, 'selectedParcours', readSelection);
  watchStorage(scope, 'parcoursBeingCreated', readSelection);
  const repeat = (): void => {
    if (parcours.status === 'failed') void loadParcours();
  };
  onVisible(scope, repeat);
  onOnline(scope, repeat);
  void loadParcours();
}

let latestLoad = 0;

/**
 * Fetches the list, then settles the selection on it. A failure does not reject: it becomes `status` and `failure`, for
 * the screen to show with a way to try again. Where several loads overlap, the last one counts.
 */
export async function loadParcours(): Promise<void> {
  latestLoad += 1;
  const load = latestLoad;
  parcours.status = 'loading';
  parcours.failure = null;
  try {
    const list = await call('listParcours', { query: {} });
    if (load !== latestLoad) return;
    parcours.list = ref(list);
    parcours.status = 'ready';
    const listedIds = list.map((listed) => listed.id);
    keepSelection(settleSelection(parcours, listedIds));
  } catch (error) {
    if (load !== latestLoad) return;
    parcours.failure = error instanceof Error ? error : new Error(String(error));
    parcours.status = 'failed';
  }
}

/** Listens to `id` alone, or to nothing where it is listened to already. */
export function toggleSelected(id: ParcoursId): void {
  keepSelection({ selectedIds: toggleSelectedId(parcours.selectedIds, id), beingCreated: parcours.beingCreated });
}

/** Listens to `id` alone. */
export function selectParcours(id: ParcoursId): void {
  keepSelection({ selectedIds: [id], beingCreated: parcours.beingCreated });
}

/** Makes `listed` the parcours that drops go to and listens to it too, or ends that. */
export function toggleBeingCreated(listed: Pick<Parcours, 'id' | 'name' | 'description' | 'privilege'>): void {
  const { id, name, description, privilege } = listed;
  keepSelection(toggleBeingCreatedIn(parcours, { id, title: name, description, privilege }));
}

/**
 * Creates a parcours, which becomes the one being created and the one listened to.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then.
 */
export async function createParcours(wanted: Pick<NewParcours, 'title' | 'description'>): Promise<CreatedParcours> {
  const { newParcours } = await call('createParcours', { body: wanted });
  keepSelection({ selectedIds: [newParcours.id], beingCreated: newParcours });
  await loadParcours();
  return newParcours;
}

/**
 * Changes a parcours' name, description and image.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then.
 */
export async function updateParcours(mapId: ParcoursId, text: ParcoursText): Promise<void> {
  keepInfo(await call('updateParcours', { params: { mapId }, body: text }));
}

/**
 * Looks again at one parcours of the list, which others may have changed. Where it is not the person's any more, the list
 * is fetched anew; any other failure keeps what is known.
 */
export async function refreshParcours(mapId: ParcoursId): Promise<void> {
  try {
    keepInfo(await call('readParcours', { params: { mapId } }));
  } catch (error) {
    if (error instanceof ApiError && (error.code === 'forbidden' || error.code === 'not_found')) await loadParcours();
  }
}

/** Puts what the server says of a parcours in place of what was known. */
function keepInfo(info: ParcoursInfo): void {
  parcours.list = ref(parcours.list.map((known) => (known.id === info.id ? { ...known, ...info } : known)));
  const { selectedIds, beingCreated } = parcours;
  if (beingCreated?.id !== info.id) return;
  const { id, name, description, privilege } = info;
  keepSelection({ selectedIds, beingCreated: { id, title: name, description, privilege } });
}

/**
 * Deletes a parcours for everybody.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then.
 */
export async function deleteParcours(mapId: ParcoursId): Promise<void> {
  await call('deleteParcours', { params: { mapId } });
  dropFromList(mapId);
}

/**
 * Ends the person's membership of a parcours.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing changes then.
 */
export async function leaveParcours(mapId: ParcoursId, userId: UserId): Promise<void> {
  await call('removeMember', { params: { mapId, userId } });
  dropFromList(mapId);
}

function dropFromList(id: ParcoursId): void {
  parcours.list = ref(parcours.list.filter((listed) => listed.id !== id));
  keepSelection(
    settleSelection(
      parcours,
      parcours.list.map((listed) => listed.id),
    ),
  );
}

/** Forgets the list, and takes the selection as it is stored: the session may have begun or ended in another tab. */
function forgetList(): void {
  latestLoad += 1;
  parcours.status = 'idle';
  parcours.failure = null;
  parcours.list = ref([]);
  readSelection();
}

function readSelection(): void {
  parcours.selectedIds = storage.read('selectedParcours');
  parcours.beingCreated = storage.read('parcoursBeingCreated');
}

function keepSelection(selection: Selection): void {
  parcours.selectedIds = [...selection.selectedIds];
  parcours.beingCreated = selection.beingCreated;
  storage.write('selectedParcours', parcours.selectedIds);
  storage.write('parcoursBeingCreated', selection.beingCreated);
}

forgetAtSessionEnd(forgetList);
