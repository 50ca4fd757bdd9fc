import type { MapMouseEvent } from 'maplibre-gl';
import { type RefObject, useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../../../contracts/geo.ts';
import type { ParcoursId } from '../../../../contracts/vocabulary.ts';
import { Scope } from '../../../platform/scope.ts';
import {
  doubleTapInEditor,
  editPending,
  keepDrawn,
  placeEditor,
  reshapeDraft,
  showEditorError,
  stopDrawing,
} from '../../../state/editor/place-editor.ts';
import { pendingShapes, waitingShapes } from '../../../state/places/pending-shapes.ts';
import { places } from '../../../state/places/places.ts';
import { session } from '../../../state/session/session.ts';
import { editorStrings } from '../../../words/editor.ts';
import type { EditorSurface } from '../editor-surface.ts';
import { createDrawLayer, type DrawLayer, type LayerShape } from './draw-layer.ts';
import { closeLine, type DrawnFeature, readDrawn } from './drawn-geometry.ts';
import { listVertices } from './vertices.ts';

/** The drawing layer, kept at what the editor's state says. */
export interface Drawing {
  /** Null until the layer can be drawn on. */
  readonly layer: DrawLayer | null;
  /** Vertices of the shape that is being drawn. */
  readonly sketched: number;
  /** The vertex that is chosen, by its number in `listVertices`. */
  readonly vertex: number;
  readonly chooseVertex: (index: number) => void;
  /** A line that was drawn, and could be closed to a zone; null otherwise. */
  readonly line: DrawnFeature | null;
  readonly forgetLine: () => void;
}

/** Puts the drawing layer on the map, and hears it, as long as the component lives. */
export function useDrawLayer(surface: EditorSurface | null, mapId: RefObject<ParcoursId | null>): Drawing {
  const { draft, drawing, isShaping } = useSnapshot(placeEditor);
  const { list: kept } = useSnapshot(pendingShapes);
  const known = useSnapshot(places);
  const [made, setMade] = useState<DrawLayer | null>(null);
  const [isReady, setReady] = useState(false);
  const [sketched, setSketched] = useState(0);
  const [vertex, setVertex] = useState(0);
  const [line, setLine] = useState<DrawnFeature | null>(null);
  const layer = isReady ? made : null;

  useEffect(() => {
    if (surface === null) return;
    const scope = new Scope();
    const { map } = surface;
    const layerMade = createDrawLayer(scope, map, {
      onReady: () => setReady(true),
      onDrawn: (feature) => take(feature, mapId.current, setLine),
      onNothingDrawn: (why) => stopDrawing(why === 'cancelled' ? null : wordsForTooFew()),
      onSketched: setSketched,
      onReshaped: (feature) => handleReshaped(feature),
      onVertex: (path) => {
        const { draft: open } = placeEditor;
        if (open === null) return;
        setVertex(
          Math.max(
            0,
            listVertices(open.geometry).findIndex((candidate) => candidate.path === path),
          ),
        );
      },
    });
    const onDoubleClick = (event: MapMouseEvent): void => {
      if (placeEditor.drawing === null && !placeEditor.isShaping) return;
      event.preventDefault();
      doubleTapInEditor(surface.placeAt(event));
    };
    const onClick = ({ point }: MapMouseEvent): void => {
      if (placeEditor.drawing !== null || placeEditor.isShaping) return;
      const key = layerMade.keyAt(point);
      if (key !== null) editPending(key);
    };
    map.on('dblclick', onDoubleClick);
    map.on('click', onClick);
    scope.add(() => {
      map.off('dblclick', onDoubleClick);
      map.off('click', onClick);
    });
    setMade(layerMade);
    return () => {
      setMade(null);
      setReady(false);
      scope.dispose();
    };
  }, [surface, mapId]);

  useEffect(() => {
    if (layer === null || drawing === null) return;
    setSketched(0);
    setLine(null);
    layer.draw(drawing);
    return () => layer.cancel();
  }, [layer, drawing]);

  useEffect(() => {
    if (layer === null || drawing !== null) return;
    const shapes: LayerShape[] = waitingShapes(kept, known)
      .filter(({ id, userId, mapId: at }) => id !== draft?.key && userId === session.user?.id && at === mapId.current)
      .map(({ id, geometry }) => ({ key: id, kind: 'pending', geometry }));
    if (draft !== null) {
      const { key, placeId, geometry } = draft;
      shapes.push({ key, kind: placeId === null ? 'pending' : 'place', geometry });
    }
    layer.show(shapes);
  }, [layer, drawing, kept, known, draft, mapId]);

  const key = draft?.key ?? null;
  useEffect(() => {
    const { draft: open } = placeEditor;
    if (layer === null || !isShaping || open === null || open.key !== key) return;
    layer.edit({ key: open.key, kind: open.placeId === null ? 'pending' : 'place', geometry: open.geometry });
    setVertex(0);
    layer.chooseVertex(listVertices(open.geometry)[0]?.path ?? '');
    return () => layer.edit(null);
  }, [layer, isShaping, key]);

  const count = draft === null ? 0 : listVertices(draft.geometry).length;
  return {
    layer,
    sketched,
    vertex: Math.min(vertex, Math.max(0, count - 1)),
    chooseVertex(index) {
      setVertex(index);
      const { draft: open } = placeEditor;
      const chosen = open === null ? undefined : listVertices(open.geometry)[index];
      if (chosen !== undefined) layer?.chooseVertex(chosen.path);
    },
    line,
    forgetLine: () => setLine(null),
  };
}

/** Keeps what was drawn, or says why it can be no place. */
function take(feature: DrawnFeature, mapId: ParcoursId | null, onLine: (line: DrawnFeature) => void): void {
  try {
    const geometry = readDrawn(feature);
    if (mapId !== null) keepDrawn(geometry, mapId);
  } catch (error) {
    const isLine = feature.geometry?.type === 'LineString';
    const why = error instanceof Error ? error.message : String(error);
    stopDrawing(isLine ? `${why}. ${editorStrings.lineRefused}` : why);
    if (closeLine(feature) !== null) onLine(feature);
  }
}

/** Takes a changed shape. What is no place is not taken: its reason is shown, and the draft stays as it was. */
function handleReshaped(feature: DrawnFeature): void {
  if (feature.id !== placeEditor.draft?.key) return;
  try {
    reshapeDraft(readDrawn(feature));
  } catch (error) {
    showEditorError(error instanceof Error ? error.message : String(error));
  }
}

function wordsForTooFew(): string {
  const { tooFewForLine, tooFewForZone } = editorStrings;
  return placeEditor.drawing === 'draw_line_string' ? tooFewForLine : tooFewForZone;
}

/** Middle of what is seen of the map, `[lng, lat]`. */
export function readAim({ map }: EditorSurface): Position {
  const { lng, lat } = map.getCenter();
  return [lng, lat];
}
