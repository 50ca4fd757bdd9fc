import { proxy } from 'valtio';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { storage } from '../platform/storage/storage.ts';
import { requestLocation } from '../position/location.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';

/** Whether the map offers to add drops. */
export const dropMode = proxy<{
  /** The person's choice in the settings; null until they choose. */
  chosen: boolean | null;
}>({ chosen: storage.read('dropMode') });

/** Returns the effective drop mode: the person's choice, otherwise on while a parcours is being created or edited. */
export function isDropModeOn(chosen: boolean | null, isCreating: boolean): boolean {
  return chosen ?? isCreating;
}

/** Switches drop mode until the session ends, even across reloads. Switching it on also asks for the position. */
export function switchDropMode(on: boolean): void {
  dropMode.chosen = on;
  storage.write('dropMode', on);
  if (on) requestLocation();
}

/** Switches drop mode on for people who may now drop, without asking for the position yet. */
export function allowDrops(): void {
  dropMode.chosen = true;
  storage.write('dropMode', true);
}

/** Returns the parcours that a drop is added to: the one being created, otherwise the first selected one. */
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
