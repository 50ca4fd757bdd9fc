import MapboxDraw, {
  type Mode,
  type ModeContext,
  type ModeEvent,
  type ModeState,
  type StoredFeature,
} from '@mapbox/mapbox-gl-draw';
import type { LngLat, MapLibreMap, Point } from 'maplibre-gl';
import type { Geometry, Position } from '../../../../contracts/geo.ts';
import { readMapColours } from '../../../platform/map/map-setup.ts';
import type { Scope } from '../../../platform/scope.ts';
import type { DrawingMode } from '../../../state/editor/place-editor.ts';
import { drawStyles } from './draw-styles.ts';
import { type DrawnFeature, readCollection } from './drawn-geometry.ts';

/** Around the pixel of a click, within which the drawing layer looks for what was meant. */
const DRAW_CLICK_BUFFER_PX = 2;
/** The same around a touch. */
const DRAW_TOUCH_BUFFER_PX = 25;

/** A shape on the drawing layer. */
export interface LayerShape {
  readonly key: string;
  /** `pending` has no place yet. */
  readonly kind: 'place' | 'pending';
  readonly geometry: Geometry;
}

/** What the drawing layer tells. */
export interface DrawLayerListeners {
  /** The layer is on the map. Before, nothing can be drawn. */
  readonly onReady: () => void;
  /** A shape was finished; it is no longer on the layer. */
  readonly onDrawn: (feature: DrawnFeature) => void;
  /** Drawing ended on the map without a shape: it was cancelled, or had too few vertices. */
  readonly onNothingDrawn: (why: 'cancelled' | 'too-few') => void;
  /** While drawing: so many vertices stand. */
  readonly onSketched: (vertices: number) => void;
  /** A shape was changed by dragging. */
  readonly onReshaped: (feature: DrawnFeature) => void;
  /** A vertex was chosen by touching it. */
  readonly onVertex: (path: string) => void;
}

/** Draw's own name of a source that it adds with its layers. */
const HOT_SOURCE = 'mapbox-gl-draw-hot';

/** Draws and changes shapes on a map. Positions are `[lng, lat]`. */
export interface DrawLayer {
  /** Shows these shapes and no others; nothing changes while one is being drawn. */
  show(shapes: readonly LayerShape[]): void;
  /** Lets one shape be changed; null ends that. */
  edit(shape: LayerShape | null): void;
  /** Marks a vertex of the shape that is being changed. */
  chooseVertex(path: string): void;
  /** Begins a new shape. */
  draw(mode: DrawingMode): void;
  /** Vertices that stand of the new shape, at this moment. */
  countVertices(): number;
  /** Puts a vertex, as a click there would; on the last or the first one it ends the shape. */
  putVertex(at: Position): void;
  /** Lets the next edge follow, as a pointer that moves there. */
  aimAt(at: Position): void;
  /** Takes the last vertex back; the next edge follows to `aim`. */
  takeBack(aim: Position): void;
  /** Ends the new shape: it is told by `onDrawn`, or has too few vertices. */
  finish(): void;
  /** Ends drawing, and forgets what was drawn; nothing is told. */
  cancel(): void;
  /** The shape under a pixel of the map. */
  keyAt(point: Point): string | null;
}

/** The map, for the events that Draw fires on it and MapLibre's types do not know. */
interface DrawEvents {
  on(type: string, heard: (event: unknown) => void): unknown;
  off(type: string, heard: (event: unknown) => void): unknown;
}

interface Sketch {
  readonly feature: StoredFeature;
  readonly state: ModeState;
}

/** Makes the layer on a map, above all others, until `scope` is disposed. */
export function createDrawLayer(scope: Scope, map: MapLibreMap, listeners: DrawLayerListeners): DrawLayer {
  nameForMapLibre();
  let sketch: Sketch | null = null;
  let direct: { readonly mode: ModeContext; readonly state: ModeState } | null = null;
  let isCancelled = false;
  let edited: LayerShape | null = null;

  /** Draw ends a shape on mouseup. The click that follows belongs to the shape, and must not open a place under it. */
  const afterClick = (task: () => void): void => void scope.timeout(task, 0);

  /** A drawing mode that reports its progress and its end. */
  function tracked(base: Mode, shapeField: string): Mode {
    return {
      ...base,
      onSetup(options) {
        const state = base.onSetup.call(this, options);
        sketch = { feature: state[shapeField] as StoredFeature, state };
        isCancelled = false;
        return state;
      },
      onStop(state) {
        const ended = sketch;
        sketch = null;
        const wasThere = ended !== null && this.getFeature(ended.feature.id) !== undefined;
        base.onStop.call(this, state);
        if (ended === null || isCancelled) return;
        if (wasThere && this.getFeature(ended.feature.id) !== undefined) return;
        afterClick(() => listeners.onNothingDrawn(wasThere ? 'too-few' : 'cancelled'));
      },
    };
  }

  const { simple_select, direct_select, draw_point, draw_polygon, draw_line_string } = MapboxDraw.modes;
  const ignore = (): void => {};
  const draw = new MapboxDraw({
    displayControlsDefault: false,
    boxSelect: false,
    clickBuffer: DRAW_CLICK_BUFFER_PX,
    touchBuffer: DRAW_TOUCH_BUFFER_PX,
    userProperties: true,
    styles: drawStyles(readMapColours()),
    modes: {
      // What is changed is chosen in the panel; a stray click changes nothing.
      simple_select: { ...simple_select, onClick: ignore, onTap: ignore },
      direct_select: {
        ...direct_select,
        clickNoTarget: ignore,
        clickInactive: ignore,
        onSetup(options) {
          const state = direct_select.onSetup.call(this, options);
          direct = { mode: this, state };
          return state;
        },
        onStop(state) {
          direct = null;
          direct_select.onStop.call(this, state);
        },
        onVertex(this: ModeContext, state: ModeState, event: ModeEvent) {
          direct_select.onVertex?.call(this, state as never, event as never);
          const path = event.featureTarget?.properties.coord_path;
          if (path !== undefined) listeners.onVertex(path);
        },
      },
      draw_point: tracked(draw_point, 'point'),
      draw_polygon: tracked(draw_polygon, 'polygon'),
      draw_line_string: tracked(draw_line_string, 'line'),
    },
  });

  /** Draw keeps a finger's touch from becoming a click, even where it does nothing with it: places could not be tapped. */
  const leaveTouch = ({ originalEvent }: { readonly originalEvent: TouchEvent }): void => {
    if (draw.getMode() === 'simple_select' && edited === null) originalEvent.preventDefault = ignore;
  };
  const onCreated = (event: unknown): void => {
    for (const feature of readFeatures(event)) {
      // Draw is still changing its mode, and would miss a deletion now.
      afterClick(() => {
        if (feature.id !== undefined) draw.delete(String(feature.id));
        listeners.onDrawn(feature);
      });
    }
  };
  const onUpdated = (event: unknown): void => {
    const [feature] = readFeatures(event);
    if (feature !== undefined) listeners.onReshaped(feature);
  };
  const onRendered = (): void => {
    if (map.getSource(HOT_SOURCE) !== undefined) listeners.onReady();
    if (sketch !== null) listeners.onSketched(countSketched());
  };
  /** A new style, as another theme has it, is dressed with the places first, and the drawing above them. */
  const onStyle = (): void => {
    const colours = drawStyles(readMapColours()) as { id: string; paint: Record<string, unknown> }[];
    for (const { id, paint } of colours) {
      for (const source of ['cold', 'hot']) {
        const layer = `${id}.${source}`;
        if (map.getLayer(layer) === undefined) continue;
        map.moveLayer(layer);
        for (const [name, value] of Object.entries(paint)) map.setPaintProperty(layer, name as never, value as never);
      }
    }
  };

  const events: DrawEvents = map as unknown as DrawEvents;
  map.on('touchend', leaveTouch);
  map.addControl(draw);
  events.on('draw.create', onCreated);
  events.on('draw.update', onUpdated);
  events.on('draw.render', onRendered);
  map.on('style.load', onStyle);
  scope.add(() => {
    sketch = null;
    map.off('touchend', leaveTouch);
    events.off('draw.create', onCreated);
    events.off('draw.update', onUpdated);
    events.off('draw.render', onRendered);
    map.off('style.load', onStyle);
    map.removeControl(draw);
  });

  function countSketched(): number {
    return Number(sketch?.state.currentVertexPosition ?? 0);
  }

  /** What a pointer at this position would let the map tell. */
  function pretend(type: 'mousemove' | 'mousedown' | 'mouseup', [lng, lat]: Position): void {
    const point: Point = map.project([lng, lat]);
    const lngLat: LngLat = map.unproject(point);
    map.fire(type, { point, lngLat, originalEvent: new MouseEvent(type) });
  }

  function featureOf({ key, kind, geometry }: LayerShape): GeoJSON.Feature {
    return { type: 'Feature', id: key, properties: { kind }, geometry };
  }

  return {
    show(shapes) {
      if (sketch === null) draw.set({ type: 'FeatureCollection', features: shapes.map(featureOf) });
    },

    edit(shape) {
      // What React takes down last may end what is gone already.
      if (scope.disposed) return;
      edited = shape;
      if (shape === null) draw.changeMode('simple_select', { featureIds: [] });
      else if (shape.geometry.type === 'Point') draw.changeMode('simple_select', { featureIds: [shape.key] });
      else draw.changeMode('direct_select', { featureId: shape.key });
    },

    chooseVertex(path) {
      if (direct === null || edited === null) return;
      direct.state.selectedCoordPaths = [path];
      direct.mode.setSelectedCoordinates([{ feature_id: edited.key, coord_path: path }]);
      const feature = draw.get(edited.key);
      // Adding what is there already draws it again, with its mark.
      if (feature !== undefined) draw.add(feature);
    },

    draw: (mode) => void draw.changeMode(mode),

    countVertices: countSketched,

    putVertex(at) {
      pretend('mousemove', at);
      pretend('mousedown', at);
      pretend('mouseup', at);
    },

    aimAt: (at) => pretend('mousemove', at),

    takeBack(aim) {
      const standing = countSketched();
      if (sketch === null || standing === 0) return;
      const { feature, state } = sketch;
      const rings = feature.coordinates as unknown[];
      const vertices = feature.type === 'Polygon' ? (rings[0] as unknown[]) : rings;
      vertices.splice(standing - 1, 1);
      state.currentVertexPosition = standing - 1;
      feature.changed();
      pretend('mousemove', aim);
    },

    finish: () => void draw.changeMode('simple_select'),

    cancel() {
      if (sketch === null || scope.disposed) return;
      isCancelled = true;
      draw.delete(sketch.feature.id);
      draw.changeMode('simple_select');
    },

    keyAt: (point) => draw.getFeatureIdsAt(point)[0] ?? null,
  };
}

/** Draw names its elements for Mapbox GL; what it hears and styles on a MapLibre map has MapLibre's names. */
function nameForMapLibre(): void {
  const { classes } = MapboxDraw.constants;
  for (const [name, value] of Object.entries(classes)) {
    if (value.startsWith('mapboxgl-')) classes[name] = value.replace('mapboxgl-', 'maplibregl-');
  }
}

/** What an event of Draw is about. */
function readFeatures(event: unknown): readonly DrawnFeature[] {
  const { features } = event as { readonly features?: unknown };
  return readCollection({ type: 'FeatureCollection', features });
}
