import type { CreatedParcours } from '../../../contracts/parcours.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';

/** The parcours listened to, and the one that drops go to. */
export interface Selection {
  readonly selectedIds: readonly ParcoursId[];
  readonly beingCreated: CreatedParcours | null;
}

/** Selects only `id`; clears the selection if it is selected already. */
export function toggleSelectedId(selectedIds: readonly ParcoursId[], id: ParcoursId): ParcoursId[] {
  return selectedIds.includes(id) ? [] : [id];
}

/** Makes `parcours` the one being created and adds it to the selection; clears it if it is that one already. */
export function toggleBeingCreatedIn(selection: Selection, parcours: CreatedParcours): Selection {
  if (selection.beingCreated?.id === parcours.id) return { ...selection, beingCreated: null };
  const { selectedIds } = selection;
  return {
    selectedIds: selectedIds.includes(parcours.id) ? selectedIds : [...selectedIds, parcours.id],
    beingCreated: parcours,
  };
}

/**
 * The selection once the list is loaded: removes parcours that the person is no longer a member of, and selects the last
 * of the list if nothing is left.
 */
export function settleSelection(selection: Selection, listedIds: readonly ParcoursId[]): Selection {
  const kept = selection.selectedIds.filter((id) => listedIds.includes(id));
  const beingCreated =
    selection.beingCreated && listedIds.includes(selection.beingCreated.id) ? selection.beingCreated : null;
  const last = listedIds.at(-1);
  if (kept.length > 0 || beingCreated || last === undefined) return { selectedIds: kept, beingCreated };
  return { selectedIds: [last], beingCreated };
}
