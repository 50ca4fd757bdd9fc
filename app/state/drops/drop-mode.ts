import { proxy } from 'valtio';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { requestLocation } from '../position/location.ts';

/** Whether the map offers to put something on it. */
export const dropMode = proxy<{
  /** What the person chose in the settings; null while they have not. */
  chosen: boolean | null;
}>({ chosen: null });

/** Drop mode as it counts: what was chosen, and otherwise on while a parcours is being created or edited. */
export function isDropModeOn(chosen: boolean | null, isCreating: boolean): boolean {
  return chosen ?? isCreating;
}

/** Switches drop mode for this session. Something is dropped somewhere, so switching it on asks for the position. */
export function switchDropMode(on: boolean): void {
  dropMode.chosen = on;
  if (on) requestLocation();
}

/** The parcours that a drop goes to: the one being created, else the first that is listened to. */
export function dropTarget(state: {
  readonly list: readonly { readonly id: ParcoursId; readonly privilege: Privilege }[];
  readonly selectedIds: readonly ParcoursId[];
  readonly beingCreated: { readonly id: ParcoursId; readonly privilege: Privilege } | null;
}): { readonly mapId: ParcoursId; readonly privilege: Privilege } | null {
  const { beingCreated, list, selectedIds } = state;
  const wantedId = beingCreated?.id ?? selectedIds[0];
  // The list knows a privilege that was changed since the parcours was created.
  const listed = list.find((candidate) => candidate.id === wantedId) ?? beingCreated;
  return listed === null || listed.id !== wantedId ? null : { mapId: listed.id, privilege: listed.privilege };
}
