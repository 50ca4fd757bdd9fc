import { proxy, ref } from 'valtio';
import type { CreatedParcours, Parcours } from '../../contracts/parcours.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { ParcoursId, Role } from '../../contracts/vocabulary.ts';
import { type LoadState, notLoaded } from '../page/load-state.ts';
import type { Scope } from '../platform/scope.ts';
import { storage, watchStorage } from '../platform/storage/storage.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

interface ParcoursState extends LoadState {
  /** The list came from the server: the person has no part in parcours that are not listed. */
  isFromServer: boolean;
  /** The server gives no response: the list is the one that was seen last. */
  isSeen: boolean;
  /** When that list was sent; null if unknown. */
  seenMs: number | null;
  /** In the server's order. Replaced as a whole, never changed in place. */
  list: Parcours[] & { $$valtioSnapshot: Parcours[] };
  /** The selected parcours, which the person listens to. Stored in local storage. */
  selectedIds: ParcoursId[];
  /** The parcours that receives drops. Stored in local storage. */
  beingCreated: CreatedParcours | null;
}

/** The person's parcours, and the ones in use. Changed only here and in `parcours-list.ts`. */
export const parcours = proxy<ParcoursState>({
  ...notLoaded(),
  isFromServer: false,
  isSeen: false,
  seenMs: null,
  list: ref([]),
  selectedIds: storage.read('selectedParcours'),
  beingCreated: storage.read('parcoursBeingCreated'),
});

/** True if a parcours is selected or being created, so that the map has something to show. */
export function hasParcours(state: Selection): boolean {
  return state.selectedIds.length > 0 || state.beingCreated !== null;
}

/** Returns the parcours that are selected or being created. */
export function idsInUse(): ParcoursId[] {
  const { selectedIds, beingCreated } = parcours;
  return [...new Set([...selectedIds, ...(beingCreated === null ? [] : [beingCreated.id])])];
}

/** Finds the selected parcours in the list; undefined while the list is not loaded or nothing is selected. */
export function findSelected<P extends { readonly id: ParcoursId }>(state: {
  readonly list: readonly P[];
  readonly selectedIds: readonly ParcoursId[];
}): P | undefined {
  return state.list.find((candidate) => state.selectedIds.includes(candidate.id));
}

/** Counts the drops on these parcours that wait for this person's approval. */
export function countToApprove(list: readonly Pick<Parcours, 'waiting_count'>[]): number {
  return list.reduce((sum, { waiting_count = 0 }) => sum + waiting_count, 0);
}

/** Synchronizes the selection with the other tabs, on every screen, until `scope` is disposed. */
export function followSelection(scope: Scope): void {
  readSelection();
  watchStorage(scope, 'selectedParcours', readSelection);
  watchStorage(scope, 'parcoursBeingCreated', readSelection);
}

/** Selects only `id`, or nothing if it is already selected. */
export function toggleSelected(id: ParcoursId): void {
  storeSelection({ selectedIds: toggleSelectedId(parcours.selectedIds, id), beingCreated: parcours.beingCreated });
}

/** Selects only `id`. */
export function selectParcours(id: ParcoursId): void {
  storeSelection({ selectedIds: [id], beingCreated: parcours.beingCreated });
}

/** Makes `listed` the parcours that receives drops and selects it too, or ends that if it already is. */
export function toggleBeingCreated(listed: Pick<Parcours, 'id' | 'name' | 'description' | 'privilege'>): void {
  const { id, name, description, privilege } = listed;
  storeSelection(toggleBeingCreatedIn(parcours, { id, title: name, description, privilege }));
}

/**
 * Changes to a listed parcours: selects only that. If another one is being created, this one receives drops from now
 * on, provided that this person may drop on it; no drop must end up on a parcours that the screen doesn't name.
 */
export function changeParcours(
  { id, name, description, privilege }: Pick<Parcours, 'id' | 'name' | 'description' | 'privilege'>,
  role: Role,
): void {
  const isEditing = parcours.beingCreated !== null && mayDrop(role, privilege);
  storeSelection({
    selectedIds: [id],
    beingCreated: isEditing ? { id, title: name, description, privilege } : null,
  });
}

/** Goes to a parcours, like {@link changeParcours}; one that is not listed yet is only selected. */
export function openParcours(id: ParcoursId, role: Role | undefined): void {
  const listed = parcours.list.find((candidate) => candidate.id === id);
  if (listed === undefined || role === undefined) selectParcours(id);
  else changeParcours(listed, role);
}

/** Clears the list and reads the stored selection: the session may have begun or ended in another tab. */
function forgetList(): void {
  Object.assign(parcours, { ...notLoaded(), isFromServer: false, isSeen: false, seenMs: null, list: ref([]) });
  readSelection();
}

/** Reads the stored selection. */
export function readSelection(): void {
  parcours.selectedIds = storage.read('selectedParcours');
  parcours.beingCreated = storage.read('parcoursBeingCreated');
}

/** Sets the selection, and stores it. */
export function storeSelection(selection: Selection): void {
  parcours.selectedIds = [...selection.selectedIds];
  parcours.beingCreated = selection.beingCreated;
  storage.write('selectedParcours', parcours.selectedIds);
  storage.write('parcoursBeingCreated', selection.beingCreated);
}

forgetAtSessionEnd(forgetList);

/** The selected parcours, and the one that receives drops. */
interface Selection {
  readonly selectedIds: readonly ParcoursId[];
  readonly beingCreated: CreatedParcours | null;
}

/** Selects only `id`; clears the selection if it is already selected. */
export function toggleSelectedId(selectedIds: readonly ParcoursId[], id: ParcoursId): ParcoursId[] {
  return selectedIds.includes(id) ? [] : [id];
}

/** Makes `parcours` the one being created and adds it to the selection; clears it if it already is that one. */
export function toggleBeingCreatedIn(selection: Selection, parcours: CreatedParcours): Selection {
  if (selection.beingCreated?.id === parcours.id) return { ...selection, beingCreated: null };
  const { selectedIds } = selection;
  return {
    selectedIds: selectedIds.includes(parcours.id) ? selectedIds : [...selectedIds, parcours.id],
    beingCreated: parcours,
  };
}

/**
 * Returns the selection after the list is loaded: without parcours that the person is no longer a member of, and with
 * the last one of the list if nothing remains.
 */
export function settleSelection(selection: Selection, listedIds: readonly ParcoursId[]): Selection {
  const listed = selection.selectedIds.filter((id) => listedIds.includes(id));
  const beingCreated =
    selection.beingCreated && listedIds.includes(selection.beingCreated.id) ? selection.beingCreated : null;
  const last = listedIds.at(-1);
  if (listed.length > 0 || beingCreated || last === undefined) return { selectedIds: listed, beingCreated };
  return { selectedIds: [last], beingCreated };
}
