import { proxy, ref } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { openPlanned } from '../drops/fill/fill.ts';
import { placeEditor, tapInEditor, tapPlannedInEditor } from '../editor/place-editor.ts';
import { editorTools, isDrawing } from '../parcours/editor-tools.ts';
import { findPicked } from '../tellings/picked.ts';
import { listening, playListed } from '../walk/listening.ts';
import { tapMap } from '../walk/nearby/tapped-place.ts';
import type { ShownSharedPoint } from './layers/drawn-places.ts';

/** Whether taps belong to the editor. */
export function isEditorShown(): boolean {
  return isDrawing(editorTools) && !placeEditor.isAway;
}

/** Handles a tap on a place, or on empty space (null): in the editor while its tools are on. */
export function tapShown(placeId: PlaceId | null): void {
  if (isEditorShown()) tapInEditor(placeId);
  else tapMap(placeId);
}

/** Handles a tap on a place in a shared point's list: plays its story, or offers it on a walk. */
export function tapListed(placeId: PlaceId): void {
  const isSilent = (findPicked(placeId)?.media ?? null) === null;
  if (isEditorShown() || listening.walk.onSite || isSilent) tapShown(placeId);
  else playListed(placeId);
}

/** Handles a tap on a planned place: opens it in the editor while its tools are on, otherwise its card. */
export function tapPlanned(placeId: PlaceId): void {
  if (isEditorShown()) tapPlannedInEditor(placeId);
  else openPlanned(placeId);
}

/** The shared point whose places are spread out; null for none. Changed only by the functions of this file. */
export const openPoint = proxy<{ now: (ShownSharedPoint & { $$valtioSnapshot: ShownSharedPoint }) | null }>({
  now: null,
});

/** Spreads out the places of a shared point; collapses them if it is open. */
export function togglePoint(sharedPoint: ShownSharedPoint): void {
  const isOpen = openPoint.now?.placeIds.join() === sharedPoint.placeIds.join();
  openPoint.now = isOpen ? null : ref(sharedPoint);
}

/** Collapses the places. Returns whether they were spread out. */
export function closePoint(): boolean {
  const wasOpen = openPoint.now !== null;
  openPoint.now = null;
  return wasOpen;
}
