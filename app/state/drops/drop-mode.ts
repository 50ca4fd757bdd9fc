import { proxy } from 'valtio';
import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { storage } from '../../platform/storage/storage.ts';
import { requestLocation } from '../position/location.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** Whether the map offers to add drops. */
export const dropMode = proxy<{
  /** What the person chose in the settings; null while they have not. */
  chosen: boolean | null;
}>({ chosen: storage.read('dropMode') });

/** The effective drop mode: what was chosen, else on while a parcours is being created or edited. */
export function isDropModeOn(chosen: boolean | null, isCreating: boolean): boolean {
  return chosen ?? isCreating;
}

/** Switches drop mode until the session ends, also over reloads. Switching it on asks for the position, which drops need. */
export function switchDropMode(on: boolean): void {
  dropMode.chosen = on;
  storage.write('dropMode', on);
  if (on) requestLocation();
}

/** Switches drop mode on for who may drop from now on, without asking for the position yet. */
export function allowDrops(): void {
  dropMode.chosen = true;
  storage.write('dropMode', true);
}

/** The parcours that a drop is added to: the one being created, else the first selected one. */
export function dropTarget(state: {
  readonly list: readonly { readonly id: ParcoursId; readonly privilege: Privilege }[];
  readonly selectedIds: readonly ParcoursId[];
  readonly beingCreated: { readonly id: ParcoursId; readonly privilege: Privilege } | null;
}): { readonly mapId: ParcoursId; readonly privilege: Privilege } | null {
  const { beingCreated, list, selectedIds } = state;
  const wantedId = beingCreated?.id ?? selectedIds[0];
  // The list has the current privilege.
  const listed = list.find((candidate) => candidate.id === wantedId) ?? beingCreated;
  return listed === null || listed.id !== wantedId ? null : { mapId: listed.id, privilege: listed.privilege };
}

forgetAtSessionEnd(() => {
  dropMode.chosen = null;
  storage.forget('dropMode');
});
