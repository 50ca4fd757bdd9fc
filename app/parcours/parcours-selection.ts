import type { CreatedParcours } from '../../contracts/parcours.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';

/** The selected parcours, and the one that receives drops. */
export interface Selection {
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
  const kept = selection.selectedIds.filter((id) => listedIds.includes(id));
  const beingCreated =
    selection.beingCreated && listedIds.includes(selection.beingCreated.id) ? selection.beingCreated : null;
  const last = listedIds.at(-1);
  if (kept.length > 0 || beingCreated || last === undefined) return { selectedIds: kept, beingCreated };
  return { selectedIds: [last], beingCreated };
}
