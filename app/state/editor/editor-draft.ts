import type { Geometry } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import type { PendingShape } from '../../platform/storage/pending-shape.ts';
import { editorStrings } from '../../words/editor.ts';

/** What the editor has open: a place, or a shape that waits to become one, with what was changed. Immutable. */
export interface Draft {
  /** Its id in the drawing layer. */
  readonly key: string;
  /** Null for a shape without a place. */
  readonly placeId: PlaceId | null;
  readonly mapId: ParcoursId;
  readonly title: string;
  readonly geometry: Geometry;
  /** As it is stored. */
  readonly stored: { readonly title: string; readonly geometry: Geometry };
}

/** Opens a place. */
export function draftOfPlace({ id, appelation, feature, map }: Place): Draft {
  const stored = { title: appelation, geometry: feature };
  return { key: placeKey(id), placeId: id, mapId: map.id, ...stored, stored };
}

/** Opens a shape that waits for its audio. */
export function draftOfPending({ id, mapId, title, geometry }: PendingShape): Draft {
  return { key: id, placeId: null, mapId, title, geometry, stored: { title, geometry } };
}

/** A place's id in the drawing layer. */
export function placeKey(id: PlaceId): string {
  return `place-${id}`;
}

/** Whether closing the draft would lose something. A shape without a place is kept on the device with each change. */
export function isUnsaved({ placeId, title, geometry, stored }: Draft): boolean {
  return placeId !== null && (title !== stored.title || geometry !== stored.geometry);
}

/** @throws {Error} 'Place ID is not set' where what is saved has no place. */
export function placeToSave(draft: Draft | null): PlaceId {
  if (draft === null || draft.placeId === null) throw new Error(editorStrings.placeIdMissing);
  return draft.placeId;
}

/**
 * The place that is deleted or recorded again.
 *
 * @throws {Error} 'No place selected for deletion', or 'for redo'.
 */
export function placeFor(draft: Draft | null, act: 'deletion' | 'redo'): PlaceId {
  const { noPlaceFor, deletion, redoing } = editorStrings;
  if (draft === null || draft.placeId === null) throw new Error(noPlaceFor(act === 'redo' ? redoing : deletion));
  return draft.placeId;
}

/**
 * Address of a place's audio, once it was sent.
 *
 * @throws {Error} 'No audio URL returned after upload'.
 */
export function readAudioUrl(place: Place | undefined): string {
  const link = place?.media?.data.link;
  if (link === undefined || link === '') throw new Error(editorStrings.noAudioUrl);
  return link;
}
