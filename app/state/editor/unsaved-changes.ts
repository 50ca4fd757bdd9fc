import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { storage } from '../../platform/storage/storage.ts';
import type { UnsavedChange } from '../../platform/storage/unsaved-change.ts';
import { session } from '../session/session.ts';
import { type Draft, isUnsaved } from './editor-draft.ts';

/** Places whose unsaved changes a browser keeps at most; the oldest go first. */
export const UNSAVED_CHANGES_MAX = 50;

/** Keeps on the device what the draft of a place has that is not saved, or forgets it where all of it is. */
export function keepUnsaved(draft: Draft): void {
  const { user } = session;
  const { placeId, title, geometry, stored } = draft;
  if (user === null || placeId === null) return;
  const change = { userId: user.id, placeId, title, geometry: geometry === stored.geometry ? null : geometry };
  const kept = [...listOthers(placeId), ...(isUnsaved(draft) ? [change] : [])];
  storage.write('unsavedChanges', kept.slice(-UNSAVED_CHANGES_MAX));
}

/** Forgets what was changed of a place: it is saved, or not wanted. */
export function forgetUnsaved(placeId: PlaceId): void {
  storage.write('unsavedChanges', listOthers(placeId));
}

/** The draft with what this person changed of it before, when the editor went away over it. */
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
