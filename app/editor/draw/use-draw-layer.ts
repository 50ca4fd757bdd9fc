import type { MapMouseEvent } from 'maplibre-gl';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Position } from '../../../contracts/geo.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import type { EditorSurface } from '../editor-surface.ts';
import {
  doubleTapInEditor,
  type EditorFault,
  editPending,
  placeEditor,
  reshapeDraft,
  showEditorError,
  stopDrawing,
  storeDrawn,
} from '../place-editor.ts';
import { useEditorPlaces } from '../use-editor-places.ts';
import { createDrawLayer, type DrawLayer, type LayerShape } from './draw-layer.ts';
import { closeLine, type DrawnFeature, listVertices, readDrawn, readLine } from './drawn-geometry.ts';

/** The drawing layer, synchronized with the editor's state. */
export type Drawing = ReturnType<typeof useDrawLayer>;

/** A drawn line, which can't be a place. */
export type DrawnLine = NonNullable<Drawing['line']>;

/** Adds a drawing layer to the map while the component is mounted. It ignores the person's input while the editor is away. */
export function useDrawLayer(surface: EditorSurface | null) {
  const { draft, drawing, isShaping, isAway } = useSnapshot(placeEditor);
  const { pending, parcoursId } = useEditorPlaces();
  const targetId = useRef(parcoursId);
  targetId.current = parcoursId;
  const [made, setMade] = useState<DrawLayer | null>(null);
  const [isReady, setReady] = useState(false);
  const [sketched, setSketched] = useState(0);
  const [vertex, setVertex] = useState(0);
  const [line, setLine] = useState<readonly Position[] | null>(null);
  const layer = isReady ? made : null;

  useEffect(() => {
    if (surface === null) return;
    // The map may be removed first, as at a logout; Draw must be off it before.
    const scope = surface.openScope();
    const { map } = surface;
    const layerMade = createDrawLayer(scope, map, {
      onReady: () => setReady(true),
      onDrawn: (feature) => setLine(takeDrawn(feature, targetId.current)),
      onNothingDrawn: (why) => stopDrawing(why === 'cancelled' ? null : tooFewVertices()),
      onSketched: setSketched,
      onReshaped: takeReshaped,
      onVertex: (path) => {
        const { draft: open } = placeEditor;
        if (open === null) return;
        const index = listVertices(open.geometry).findIndex((candidate) => candidate.path === path);
        setVertex(Math.max(0, index));
      },
    });
    const handleDoubleClick = (event: MapMouseEvent): void => {
      if (placeEditor.isAway || (placeEditor.drawing === null && !placeEditor.isShaping)) return;
      event.preventDefault();
      doubleTapInEditor(surface.placeAt(event));
    };
    const handleClick = ({ point }: MapMouseEvent): void => {
      if (placeEditor.isAway || placeEditor.drawing !== null || placeEditor.isShaping) return;
      const key = layerMade.keyAt(point);
      if (key !== null) editPending(key);
    };
    map.on('dblclick', handleDoubleClick);
    map.on('click', handleClick);
    scope.add(() => {
      map.off('dblclick', handleDoubleClick);
      map.off('click', handleClick);
    });
    setMade(layerMade);
    return () => {
      setMade(null);
      setReady(false);
      scope.dispose();
    };
  }, [surface]);

  // Before the screen shows what the layer then does: a tap may follow at once.
  useLayoutEffect(() => layer?.pause(isAway), [layer, isAway]);

  useLayoutEffect(() => {
    if (layer === null || drawing === null) return;
    setSketched(0);
    setLine(null);
    layer.draw(drawing);
    return () => layer.cancel();
  }, [layer, drawing]);

  useLayoutEffect(() => {
    if (layer === null || drawing !== null) return;
    const shapes: LayerShape[] = pending
      .filter(({ id }) => id !== draft?.key)
      .map(({ id, geometry }) => ({ key: id, kind: 'pending', geometry }));
    if (draft !== null) {
      const { key, placeId, geometry } = draft;
      shapes.push({ key, kind: placeId === null ? 'pending' : 'place', geometry });
    }
    layer.show(shapes);
  }, [layer, drawing, pending, draft]);

  const key = draft?.key ?? null;
  useLayoutEffect(() => {
    const { draft: open } = placeEditor;
    if (layer === null || !isShaping || open === null || open.key !== key) return;
    layer.edit({ key: open.key, kind: open.placeId === null ? 'pending' : 'place', geometry: open.geometry });
    setVertex(0);
    layer.chooseVertex(listVertices(open.geometry)[0]?.path ?? '');
    return () => layer.edit(null);
  }, [layer, isShaping, key]);

  const zone = line && closeLine(line);
  const count = draft === null ? 0 : listVertices(draft.geometry).length;
  return {
    /** Null until the layer is ready to draw. */
    layer,
    sketched,
    /** Index of the selected vertex in `listVertices`. */
    vertex: Math.min(vertex, Math.max(0, count - 1)),
    chooseVertex(index: number): void {
      setVertex(index);
      const { draft: open } = placeEditor;
      const chosen = open === null ? undefined : listVertices(open.geometry)[index];
      if (chosen !== undefined) layer?.chooseVertex(chosen.path);
    },
    /** The last drawn line; null if there is none. `close` turns it into a zone; null if it encloses nothing. */
    line: line && {
      positions: line,
      close:
        zone &&
        (() => {
          setLine(null);
          if (parcoursId !== null) storeDrawn(zone, parcoursId);
        }),
    },
  };
}

/** Stores a drawn shape, or shows why it can't be a place. Returns a refused line, which may be used otherwise. */
function takeDrawn(feature: DrawnFeature, parcoursId: ParcoursId | null): Position[] | null {
  try {
    const geometry = readDrawn(feature);
    if (parcoursId !== null) storeDrawn(geometry, parcoursId);
    return null;
  } catch (error) {
    const line = readLine(feature);
    stopDrawing({ why: 'not-drawn', cause: error, isLine: line !== null });
    return line;
  }
}

/** Applies a changed shape to the draft. An invalid one leaves the draft unchanged and shows the reason. */
function takeReshaped(feature: DrawnFeature): void {
  if (feature.id !== placeEditor.draft?.key) return;
  try {
    reshapeDraft(readDrawn(feature));
  } catch (error) {
    showEditorError({ why: 'not-drawn', cause: error, isLine: false });
  }
}

function tooFewVertices(): EditorFault {
  return { why: placeEditor.drawing === 'draw_line_string' ? 'too-few-for-line' : 'too-few-for-zone' };
}
