import { proxy } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { Position } from '../../contracts/geo.ts';
import { mayDrop } from '../../contracts/permissions.ts';
import type { ParcoursId, Privilege } from '../../contracts/vocabulary.ts';
import { parcours } from '../parcours/parcours.ts';
import { storage } from '../platform/storage/storage.ts';
import { location, requestLocation } from '../position/location.ts';
import { session } from '../session/session.ts';
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
}): { readonly parcoursId: ParcoursId; readonly privilege: Privilege } | null {
  const { beingCreated, list, selectedIds } = state;
  const wantedId = beingCreated?.id ?? selectedIds[0];
  // The list has the current privilege.
  const listed = list.find((candidate) => candidate.id === wantedId) ?? beingCreated;
  return listed === null || listed.id !== wantedId ? null : { parcoursId: listed.id, privilege: listed.privilege };
}

forgetAtSessionEnd(() => {
  dropMode.chosen = null;
  storage.forget('dropMode');
});

/** A parcours, and the person's position on it, `[lng, lat]`. */
export interface Here {
  readonly parcoursId: ParcoursId;
  readonly position: Position;
}

/** Returns why {@link readHere} returns null. */
export function whyNotHere(): 'no-position' | 'no-parcours' {
  return location.fix === null ? 'no-position' : 'no-parcours';
}

/** Returns the target of a new recording; null without a map, a position or the permission. */
export function readHere(): Here | null {
  const target = dropTarget(parcours);
  const { fix } = location;
  if (target === null || fix === null || session.user === null) return null;
  return mayDrop(session.user.role, target.privilege)
    ? { parcoursId: target.parcoursId, position: [fix.lng, fix.lat] }
    : null;
}

/** Whether the map shows the card that starts a recording at the person's position. Changed only in this file. */
export const recorderCard = proxy<{ isOpen: boolean }>({ isOpen: false });

/** Opens the card, switches drop mode on and asks for the position, but records nothing. Must be called from a tap. */
export function openRecorderCard(): void {
  // A recording that began at the tap would begin seconds later, once the position has come.
  if (isDropModeOn(dropMode.chosen, parcours.beingCreated !== null)) requestLocation();
  else switchDropMode(true);
  recorderCard.isOpen = true;
}

/** Closes the card. */
export function closeRecorderCard(): void {
  recorderCard.isOpen = false;
}

// A person who switches drop mode off no longer needs the card.
subscribeKey(dropMode, 'chosen', (chosen) => {
  if (chosen === false) closeRecorderCard();
});
forgetAtSessionEnd(closeRecorderCard);
