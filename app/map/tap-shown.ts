import type { PlaceId } from '../../contracts/vocabulary.ts';
import { tapInEditor } from '../editor/place-editor.ts';
import { editorTools, isDrawing } from '../parcours/editor-tools.ts';
import { findPlace } from '../places/places.ts';
import { listening, playListed } from '../walk/listening.ts';
import { tapMap } from '../walk/nearby/tapped-place.ts';

/** Handles a tap on a place, or on empty space (null): in the editor while its tools are on. */
export function tapShown(placeId: PlaceId | null): void {
  if (isDrawing(editorTools)) tapInEditor(placeId);
  else tapMap(placeId);
}

/**
 * Handles a tap on a place in a spot's list: plays its story; on a walk it counts as a tap on the map, and offers it.
 */
export function tapListed(placeId: PlaceId): void {
  const isSilent = (findPlace(placeId)?.media ?? null) === null;
  if (isDrawing(editorTools) || listening.walk.onSite || isSilent) tapShown(placeId);
  else playListed(placeId);
}
