import type { Geometry } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { PendingShape } from '../platform/storage/pending-shape.ts';
import { editorStrings } from './editor-words.ts';

/** The open place or pending shape, with its edits. Immutable. */
export interface Draft {
  /** Id in the drawing layer. */
  readonly key: string;
  /** Null for a pending shape. */
  readonly placeId: PlaceId | null;
  readonly mapId: ParcoursId;
  readonly title: string;
  readonly geometry: Geometry;
  /** The stored version. */
  readonly stored: { readonly title: string; readonly geometry: Geometry };
}

/** Makes a draft of a place. */
export function draftOfPlace({ id, appelation, feature, map }: Place): Draft {
  const stored = { title: appelation, geometry: feature };
  return { key: placeKey(id), placeId: id, mapId: map.id, ...stored, stored };
}

/** Makes a draft of a pending shape. */
export function draftOfPending({ id, mapId, title, geometry }: PendingShape): Draft {
  return { key: id, placeId: null, mapId, title, geometry, stored: { title, geometry } };
}

/** Returns a place's id in the drawing layer. */
export function placeKey(id: PlaceId): string {
  return `place-${id}`;
}

/** Whether closing the draft would lose edits. A pending shape is stored on the device with each edit. */
export function isUnsaved({ placeId, title, geometry, stored }: Draft): boolean {
  return placeId !== null && (title !== stored.title || geometry !== stored.geometry);
}

/**
 * Returns the place that is saved.
 *
 * @throws {Error} 'Place ID is not set' for a pending shape.
 */
export function placeToSave(draft: Draft | null): PlaceId {
  if (draft === null || draft.placeId === null) throw new Error(editorStrings.placeIdMissing);
  return draft.placeId;
}

/**
 * Returns the place that is deleted or recorded again.
 *
 * @throws {Error} 'No place selected for deletion', or 'for redo'.
 */
export function placeFor(draft: Draft | null, act: 'deletion' | 'redo'): PlaceId {
  const { noPlaceFor, deletion, redoing } = editorStrings;
  if (draft === null || draft.placeId === null) throw new Error(noPlaceFor(act === 'redo' ? redoing : deletion));
  return draft.placeId;
}

/**
 * Returns the URL of a place's audio after the upload.
 *
 * @throws {Error} 'No audio URL returned after upload'.
 */
export function readAudioUrl(place: Place | undefined): string {
  const link = place?.media?.data.link;
  if (link === undefined || link === '') throw new Error(editorStrings.noAudioUrl);
  return link;
}
