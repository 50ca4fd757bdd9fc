import MapboxDraw, {
  type Mode,
  type ModeContext,
  type ModeEvent,
  type ModeState,
  type StoredFeature,
} from '@mapbox/mapbox-gl-draw';
import type { LngLat, MapLibreMap, Point } from 'maplibre-gl';
import type { Geometry, Position } from '../../../contracts/geo.ts';
import { unwrapRings } from '../../../contracts/rings.ts';
import { readMapColours } from '../../platform/map/place-paint.ts';
import type { Scope } from '../../platform/scope.ts';
import type { DrawingMode } from '../place-editor.ts';
import { drawStyles } from './draw-styles.ts';
import { type DrawnFeature, readCollection } from './drawn-geometry.ts';

/** Radius in which a click hits a vertex or a shape. */
const DRAW_CLICK_BUFFER_PX = 2;
/** The same for a touch. */
const DRAW_TOUCH_BUFFER_PX = 25;

/** A shape on the drawing layer. */
export interface LayerShape {
  readonly key: string;
  /** `pending` shapes have no place yet. */
  readonly kind: 'place' | 'pending';
  readonly geometry: Geometry;
}

/** Draw's names of what a mode does with the person's input. */
const INPUTS: readonly string[] = [
  ...['onClick', 'onTap', 'onDrag', 'onMouseMove', 'onMouseDown', 'onMouseUp', 'onMouseOut'],
  ...['onTouchStart', 'onTouchMove', 'onTouchEnd', 'onKeyUp', 'onKeyDown'],
];

interface DrawLayerListeners {
  readonly onReady: () => void;
  /** Called when a shape is finished and no longer on the layer. */
  readonly onDrawn: (feature: DrawnFeature) => void;
  /** Called when drawing ended without a shape: by Escape, or with too few vertices. */
  readonly onNothingDrawn: (why: 'cancelled' | 'too-few') => void;
  /** Called while drawing, with the number of vertices so far. */
  readonly onSketched: (vertices: number) => void;
  readonly onReshaped: (feature: DrawnFeature) => void;
  readonly onVertex: (path: string) => void;
}

/** Draws and changes shapes on a map. Positions are `[lng, lat]`. */
export type DrawLayer = ReturnType<typeof createDrawLayer>;

/** The map with Draw's events, which MapLibre's types don't include. */
interface DrawEvents {
  on(type: string, listener: (event: unknown) => void): unknown;
  off(type: string, listener: (event: unknown) => void): unknown;
}

/**
 * Adds the layer to a map, above all others. Once `scope` is disposed, its methods do nothing, because effects of the
 * editor may still run then, for example at a logout.
 */
export function createDrawLayer(scope: Scope, map: MapLibreMap, listeners: DrawLayerListeners) {
  renameClasses();
  let sketch: { readonly feature: StoredFeature; readonly state: ModeState } | null = null;
  let direct: { readonly mode: ModeContext; readonly state: ModeState } | null = null;
  let isCancelled = false;
  let isPaused = false;
  let edited: LayerShape | null = null;

  /** Draw ends a shape on mouseup. The following click belongs to the shape, and must not open a place under it. */
  const afterClick = (task: () => void): void => void scope.timeout(task, 0);

  /** Wraps a drawing mode so that it reports its progress and its end. */
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

  /** Wraps a mode so that it ignores input while the layer is paused. */
  function pausable(base: Mode): Mode {
    const inputs = INPUTS.flatMap((name) => {
      const handle = base[name];
      if (typeof handle !== 'function') return [];
      const handleUnpaused = function (this: ModeContext, ...parts: unknown[]): unknown {
        return isPaused ? undefined : Reflect.apply(handle, this, parts);
      };
      return [[name, handleUnpaused] as const];
    });
    return { ...base, ...Object.fromEntries(inputs) };
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
      // The panel chooses the edited shape; a stray click changes nothing.
      simple_select: pausable({ ...simple_select, onClick: ignore, onTap: ignore }),
      direct_select: pausable({
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
      }),
      draw_point: pausable(tracked(draw_point, 'point')),
      draw_polygon: pausable(tracked(draw_polygon, 'polygon')),
      draw_line_string: pausable(tracked(draw_line_string, 'line')),
    },
  });

  /** Draw prevents clicks for all touches, even those it ignores, so places could not be tapped. */
  const allowClick = ({ originalEvent }: { readonly originalEvent: TouchEvent }): void => {
    if (isPaused || (draw.getMode() === 'simple_select' && edited === null)) originalEvent.preventDefault = ignore;
  };
  const handleCreated = (event: unknown): void => {
    for (const feature of readFeatures(event)) {
      // Draw is still changing its mode, and would miss a deletion now.
      afterClick(() => {
        if (feature.id !== undefined) draw.delete(String(feature.id));
        listeners.onDrawn(feature);
      });
    }
  };
  const handleUpdated = (event: unknown): void => {
    const [feature] = readFeatures(event);
    if (feature !== undefined) listeners.onReshaped(feature);
  };
  const handleRendered = (): void => {
    if (map.getSource(HOT_SOURCE) !== undefined) listeners.onReady();
    if (sketch !== null) listeners.onSketched(countSketched());
  };
  /** After a style change, the places' layers are added first, but the drawing must be above them. */
  const handleStyle = (): void => {
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
  const listen = <Event>(type: string, listener: (event: Event) => void): void => {
    events.on(type, listener as never);
    scope.add(() => events.off(type, listener as never));
  };
  // Before Draw's own.
  listen('touchend', allowClick);
  map.addControl(draw);
  scope.add(() => {
    sketch = null;
    map.removeControl(draw);
    // A map that has lost its WebGL context has no style, and later restores the one it had.
    if (map.getStyle() === undefined) map.once('style.load', () => removeDrawSources(map));
  });
  listen('draw.create', handleCreated);
  listen('draw.update', handleUpdated);
  listen('draw.render', handleRendered);
  listen('style.load', handleStyle);

  function countSketched(): number {
    return Number(sketch?.state.currentVertexPosition ?? 0);
  }

  /** Fires a map event as a pointer at this position would. */
  function fireAt(type: 'mousemove' | 'mousedown' | 'mouseup', [lng, lat]: Position): void {
    const point: Point = map.project([lng, lat]);
    const lngLat: LngLat = map.unproject(point);
    map.fire(type, { point, lngLat, originalEvent: new MouseEvent(type) });
  }

  function featureOf({ key, kind, geometry }: LayerShape): GeoJSON.Feature {
    // Draw refuses invalid shapes.
    const whole: Geometry =
      geometry?.type === 'Polygon'
        ? { type: 'Polygon', coordinates: [...unwrapRings(geometry.coordinates)] as Position[][] }
        : geometry;
    return { type: 'Feature', id: key, properties: { kind }, geometry: whole };
  }

  /** Wraps `act` to run only while the layer is on the map. */
  function onMap<Parts extends unknown[]>(act: (...parts: Parts) => void): (...parts: Parts) => void {
    return (...parts) => {
      if (!scope.disposed) act(...parts);
    };
  }

  return {
    /** Replaces the shapes. Does nothing while one is being drawn. */
    show: onMap((shapes: readonly LayerShape[]) => {
      if (sketch === null) draw.set({ type: 'FeatureCollection', features: shapes.map(featureOf) });
    }),
    /** Makes one shape editable; null ends that. */
    edit: onMap((shape: LayerShape | null) => {
      edited = shape;
      if (shape === null) draw.changeMode('simple_select', { featureIds: [] });
      else if (shape.geometry.type === 'Point') draw.changeMode('simple_select', { featureIds: [shape.key] });
      else draw.changeMode('direct_select', { featureId: shape.key });
    }),
    chooseVertex: onMap((path: string) => {
      if (direct === null || edited === null) return;
      direct.state.selectedCoordPaths = [path];
      direct.mode.setSelectedCoordinates([{ feature_id: edited.key, coord_path: path }]);
      const feature = draw.get(edited.key);
      // Adding it again redraws it with the selected vertex.
      if (feature !== undefined) draw.add(feature);
    }),
    /** Ignores pointers and keys while `now` is true; what is drawn so far stays. */
    pause(now: boolean): void {
      isPaused = now;
    },
    draw: onMap((mode: DrawingMode) => void draw.changeMode(mode)),
    countVertices: countSketched,
    /** Adds a vertex, as a click does; on the last or first vertex it ends the shape. */
    putVertex: onMap((at: Position) => {
      fireAt('mousemove', at);
      fireAt('mousedown', at);
      fireAt('mouseup', at);
    }),
    /** Moves the end of the next edge, as a pointer does. */
    aimAt: onMap((at: Position) => fireAt('mousemove', at)),
    /** Removes the last vertex; the next edge then ends at `aim`. */
    takeBack: onMap((aim: Position) => {
      const count = countSketched();
      if (sketch === null || count === 0) return;
      const { feature, state } = sketch;
      const rings = feature.coordinates as unknown[];
      const vertices = feature.type === 'Polygon' ? (rings[0] as unknown[]) : rings;
      vertices.splice(count - 1, 1);
      state.currentVertexPosition = count - 1;
      feature.changed();
      fireAt('mousemove', aim);
    }),
    /** Ends the new shape: `onDrawn` or `onNothingDrawn` is called. */
    finish: onMap(() => void draw.changeMode('simple_select')),
    /** Discards the new shape; no callback is called. */
    cancel: onMap(() => {
      if (sketch === null) return;
      isCancelled = true;
      draw.delete(sketch.feature.id);
      draw.changeMode('simple_select');
    }),
    /** Returns the key of the shape under a pixel of the map. */
    keyAt: (point: Point): string | null => (scope.disposed ? null : (draw.getFeatureIdsAt(point)[0] ?? null)),
  };
}

/** Draw finds elements by Mapbox GL's class names; MapLibre has its own. */
function renameClasses(): void {
  const { classes } = MapboxDraw.constants;
  for (const [name, value] of Object.entries(classes)) {
    if (value.startsWith('mapboxgl-')) classes[name] = value.replace('mapboxgl-', 'maplibregl-');
  }
}

function readFeatures(event: unknown): readonly DrawnFeature[] {
  const { features } = event as { readonly features?: unknown };
  return readCollection({ type: 'FeatureCollection', features });
}

/** Draw's name of a source that it adds together with its layers. */
const HOT_SOURCE = 'mapbox-gl-draw-hot';
const SOURCES: readonly string[] = [HOT_SOURCE, 'mapbox-gl-draw-cold'];

/** Removes Draw's sources and layers from a map that no longer has Draw. */
function removeDrawSources(map: MapLibreMap): void {
  for (const layer of map.getStyle().layers) {
    if ('source' in layer && SOURCES.includes(String(layer.source))) map.removeLayer(layer.id);
  }
  for (const id of SOURCES) {
    if (map.getSource(id) !== undefined) map.removeSource(id);
  }
}
