import type { Position } from '../../../contracts/geo.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { editorStrings } from '../editor-words.ts';
import { keepDrawn, placeEditor, reshapeDraft, showEditorError, stopDrawing } from '../place-editor.ts';
import { type DrawnFeature, readDrawn, readLine } from './drawn-geometry.ts';

/** Stores a drawn shape, or shows why it can't be a place. Returns a refused line, which may be used otherwise. */
export function takeDrawn(feature: DrawnFeature, mapId: ParcoursId | null): Position[] | null {
  try {
    const geometry = readDrawn(feature);
    if (mapId !== null) keepDrawn(geometry, mapId);
    return null;
  } catch (error) {
    const line = readLine(feature);
    const reason = describe(error);
    stopDrawing(line === null ? reason : `${reason}. ${editorStrings.lineRefused}`);
    return line;
  }
}

/** Applies a changed shape to the draft. An invalid one leaves the draft unchanged and shows the reason. */
export function takeReshaped(feature: DrawnFeature): void {
  if (feature.id !== placeEditor.draft?.key) return;
  try {
    reshapeDraft(readDrawn(feature));
  } catch (error) {
    showEditorError(describe(error));
  }
}

/** Returns the message that the shape being drawn has too few vertices. */
export function describeTooFew(): string {
  const { tooFewForLine, tooFewForZone } = editorStrings;
  return placeEditor.drawing === 'draw_line_string' ? tooFewForLine : tooFewForZone;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
