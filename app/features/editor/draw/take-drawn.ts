import type { Geometry } from '../../../../contracts/geo.ts';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import {
  keepDrawn,
  placeEditor,
  reshapeDraft,
  showEditorError,
  stopDrawing,
} from '../../../state/editor/place-editor.ts';
import { editorStrings } from '../../../words/editor.ts';
import { closeLine, type DrawnFeature, readDrawn } from './drawn-geometry.ts';

/** Stores a drawn shape, or shows why it can't be a place. Returns the zone that a refused line would enclose. */
export function takeDrawn(feature: DrawnFeature, mapId: ParcoursId | null): Geometry | null {
  try {
    const geometry = readDrawn(feature);
    if (mapId !== null) keepDrawn(geometry, mapId);
    return null;
  } catch (error) {
    const isLine = feature.geometry?.type === 'LineString';
    const reason = describe(error);
    stopDrawing(isLine ? `${reason}. ${editorStrings.lineRefused}` : reason);
    return closeLine(feature);
  }
}

/** Takes a changed shape into the draft. An invalid one leaves the draft as it was, and its reason is shown. */
export function takeReshaped(feature: DrawnFeature): void {
  if (feature.id !== placeEditor.draft?.key) return;
  try {
    reshapeDraft(readDrawn(feature));
  } catch (error) {
    showEditorError(describe(error));
  }
}

/** Says that the shape being drawn has too few vertices. */
export function describeTooFew(): string {
  const { tooFewForLine, tooFewForZone } = editorStrings;
  return placeEditor.drawing === 'draw_line_string' ? tooFewForLine : tooFewForZone;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
