/** The parts of mapbox-gl-draw 1.5 that the editor uses; it ships no types. */
declare module '@mapbox/mapbox-gl-draw' {
  import type { Feature, FeatureCollection } from 'geojson';
  import type { IControl, MapLibreMap } from 'maplibre-gl';

  /** A shape in Draw's store. Its rings are open: the first position is not repeated. */
  interface StoredFeature {
    readonly id: string;
    readonly type: string;
    coordinates: unknown;
    changed(): void;
  }

  /** State of a mode; the fields depend on the mode. */
  type ModeState = Record<string, unknown>;

  /** `this` of a mode's functions. */
  interface ModeContext {
    getFeature(id: string): StoredFeature | undefined;
    setSelectedCoordinates(coordinates: readonly { feature_id: string; coord_path: string }[]): void;
  }

  interface ModeEvent {
    readonly featureTarget?: { readonly properties: { readonly coord_path?: string } };
  }

  type ModeHandler = (this: ModeContext, state: ModeState, event: ModeEvent) => unknown;

  interface Mode {
    onSetup(this: ModeContext, options: Record<string, unknown>): ModeState;
    onStop(this: ModeContext, state: ModeState): void;
    readonly onVertex?: ModeHandler;
    [handler: string]: unknown;
  }

  interface DrawOptions {
    readonly displayControlsDefault?: boolean;
    readonly boxSelect?: boolean;
    readonly clickBuffer?: number;
    readonly touchBuffer?: number;
    readonly userProperties?: boolean;
    readonly modes?: Record<string, Mode>;
    readonly styles?: readonly object[];
  }

  // biome-ignore lint/style/noDefaultExport: it is the package's own.
  export default class MapboxDraw implements IControl {
    static readonly modes: Record<
      'simple_select' | 'direct_select' | 'draw_point' | 'draw_polygon' | 'draw_line_string',
      Mode
    >;
    static readonly constants: { readonly classes: Record<string, string> };
    constructor(options: DrawOptions);
    onAdd(map: MapLibreMap): HTMLElement;
    onRemove(map: MapLibreMap): void;
    /** @throws {Error} 'Invalid FeatureCollection', 'Invalid geometry: null', 'Invalid geometry type: ...' */
    set(collection: FeatureCollection): string[];
    add(geojson: Feature): string[];
    get(id: string): Feature | undefined;
    delete(ids: string | readonly string[]): this;
    changeMode(mode: string, options?: Record<string, unknown>): this;
    getMode(): string;
    getFeatureIdsAt(point: { x: number; y: number }): string[];
  }
}
