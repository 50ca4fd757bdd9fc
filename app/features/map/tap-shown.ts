import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { tapInEditor } from '../../state/editor/place-editor.ts';
import { editorTools, isDrawing } from '../../state/maps/editor-tools.ts';
import { findPlace } from '../../state/places/places.ts';
import { listening, playListed } from '../../state/walk/listening.ts';
import { tapMap } from '../../state/walk/nearby/tapped-place.ts';

/** A tap on a place, or on empty space (null): in the editor where its tools are on. */
export function tapShown(placeId: PlaceId | null): void {
  if (isDrawing(editorTools)) tapInEditor(placeId);
  else tapMap(placeId);
}

/** A tap on a place in the list of a spot, which plays its story. On a walk it is a tap on the map, and offers it. */
export function tapListed(placeId: PlaceId): void {
  const isSilent = (findPlace(placeId)?.media ?? null) === null;
  if (isDrawing(editorTools) || listening.walk.onSite || isSilent) tapShown(placeId);
  else playListed(placeId);
}
