import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { tapInEditor } from '../../state/editor/place-editor.ts';
import { editorTools, isDrawing } from '../../state/maps/editor-tools.ts';
import { tapMap } from '../../state/walk/nearby/tapped-place.ts';

/** A tap on a place, or on empty space (null): in the editor where its tools are on. */
export function tapShown(placeId: PlaceId | null): void {
  if (isDrawing(editorTools)) tapInEditor(placeId);
  else tapMap(placeId);
}
