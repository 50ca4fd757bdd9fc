import type { PlaceId } from '../../contracts/vocabulary.ts';
import { storage } from '../platform/storage/storage.ts';
import type { UnsavedChange } from '../platform/storage/unsaved-change.ts';
import { session } from '../session/session.ts';
import { type Draft, isUnsaved } from './editor-draft.ts';

/** Maximum number of places with unsaved changes in one browser; the oldest are removed first. */
export const UNSAVED_CHANGES_MAX = 50;

/** Stores the unsaved changes of a place on the device, or removes them when everything is saved. */
export function keepUnsaved(draft: Draft): void {
  const { user } = session;
  const { placeId, title, geometry, stored } = draft;
  if (user === null || placeId === null) return;
  const change = { userId: user.id, placeId, title, geometry: geometry === stored.geometry ? null : geometry };
  const kept = [...listOthers(placeId), ...(isUnsaved(draft) ? [change] : [])];
  storage.write('unsavedChanges', kept.slice(-UNSAVED_CHANGES_MAX));
}

/** Removes the unsaved changes of a place: they are saved or discarded. */
export function forgetUnsaved(placeId: PlaceId): void {
  storage.write('unsavedChanges', listOthers(placeId));
}

/** Applies the changes that this person left unsaved when the editor closed. */
export function withUnsaved(draft: Draft): Draft {
  const found = storage.read('unsavedChanges').find((change) => isOwn(change, draft.placeId));
  if (found === undefined) return draft;
  return { ...draft, title: found.title, geometry: found.geometry ?? draft.geometry };
}

function listOthers(placeId: PlaceId): UnsavedChange[] {
  return storage.read('unsavedChanges').filter((change) => !isOwn(change, placeId));
}

function isOwn(change: UnsavedChange, placeId: PlaceId | null): boolean {
  return change.placeId === placeId && change.userId === session.user?.id;
}
