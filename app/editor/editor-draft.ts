import type { Geometry } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import type { PlannedPlace } from '../../contracts/planned-place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { storage } from '../platform/storage/storage.ts';
import type { PendingShape, UnsavedChange } from '../platform/storage/stored-values.ts';
import { session } from '../session/session.ts';

/** The open place, planned place or pending shape, with its edits. Immutable. */
export interface Draft {
  /** Id in the drawing layer. */
  readonly key: string;
  readonly placeId: PlaceId | null;
  /** The planned place that it is; null for all others. */
  readonly plannedId: PlaceId | null;
  readonly parcoursId: ParcoursId;
  readonly title: string;
  readonly geometry: Geometry;
  readonly stored: { readonly title: string; readonly geometry: Geometry };
}

/** Makes a draft of a place. */
export function draftOfPlace({ id, appelation, feature, map }: Place): Draft {
  const stored = { title: appelation, geometry: feature };
  return { key: placeKey(id), placeId: id, plannedId: null, parcoursId: map.id, ...stored, stored };
}

/** Makes a draft of a pending shape. */
export function draftOfPending({ id, mapId: parcoursId, title, geometry }: PendingShape): Draft {
  return { key: id, placeId: null, plannedId: null, parcoursId, title, geometry, stored: { title, geometry } };
}

/** Makes a draft of a planned place. */
export function draftOfPlanned({ id, appelation, feature, map }: PlannedPlace): Draft {
  const stored = { title: appelation, geometry: feature };
  return { key: `planned-${id}`, placeId: null, plannedId: id, parcoursId: map.id, ...stored, stored };
}

/** Returns the id of the place or planned place that the server has; null for a pending shape. */
export function storedIdOf({ placeId, plannedId }: Pick<Draft, 'placeId' | 'plannedId'>): PlaceId | null {
  return placeId ?? plannedId;
}

function placeKey(id: PlaceId): string {
  return `place-${id}`;
}

/** Whether closing the draft would lose edits. A pending shape is stored on the device with each edit. */
export function isUnsaved(draft: Draft): boolean {
  const { title, geometry, stored } = draft;
  return storedIdOf(draft) !== null && (title !== stored.title || geometry !== stored.geometry);
}

/** Returns the place that is saved. @throws {Error} 'Place ID is not set' for a pending shape */
export function placeToSave(draft: Draft | null): PlaceId {
  if (draft === null || draft.placeId === null) throw new Error('Place ID is not set');
  return draft.placeId;
}

/** Returns the place for a deletion or redo. @throws {Error} 'No place selected for deletion', or 'for redo' */
export function placeFor(draft: Draft | null, act: 'deletion' | 'redo'): PlaceId {
  if (draft === null || draft.placeId === null) throw new Error(`No place selected for ${act}`);
  return draft.placeId;
}

/** Returns the URL of a place's audio after the upload. @throws {Error} 'No audio URL returned after upload' */
export function readAudioUrl(place: Place | undefined): string {
  const link = place?.media?.data.link;
  if (link === undefined || link === '') throw new Error('No audio URL returned after upload');
  return link;
}

/** Maximum number of places with unsaved changes in one browser; the oldest are removed first. */
export const UNSAVED_CHANGES_MAX = 50;

/** Stores the unsaved changes of a place on the device, or removes them when everything is saved. */
export function storeUnsaved(draft: Draft): void {
  const { user } = session;
  const { title, geometry, stored } = draft;
  const placeId = storedIdOf(draft);
  if (user === null || placeId === null) return;
  const change = { userId: user.id, placeId, title, geometry: geometry === stored.geometry ? null : geometry };
  const changes = [...listOthers(placeId), ...(isUnsaved(draft) ? [change] : [])];
  storage.write('unsavedChanges', changes.slice(-UNSAVED_CHANGES_MAX));
}

/** Removes the unsaved changes of a place: they are saved or discarded. */
export function forgetUnsaved(placeId: PlaceId): void {
  storage.write('unsavedChanges', listOthers(placeId));
}

/** Applies the changes that this person left unsaved when the editor closed. */
export function withUnsaved(draft: Draft): Draft {
  const found = storage.read('unsavedChanges').find((change) => isOwn(change, storedIdOf(draft)));
  if (found === undefined) return draft;
  return { ...draft, title: found.title, geometry: found.geometry ?? draft.geometry };
}

function listOthers(placeId: PlaceId): UnsavedChange[] {
  return storage.read('unsavedChanges').filter((change) => !isOwn(change, placeId));
}

function isOwn(change: UnsavedChange, placeId: PlaceId | null): boolean {
  return change.placeId === placeId && change.userId === session.user?.id;
}
