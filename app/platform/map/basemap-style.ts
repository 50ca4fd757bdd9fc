import type {
  BackgroundLayerSpecification,
  DataDrivenPropertyValueSpecification,
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import type { Theme } from '../storage/storage.ts';
import { growing, MEDIUM, PALETTES, type Palette, REGULAR, SEMIBOLD } from './basemap-theme.ts';

/** Pixels per metre at zoom 20 in Paris, with MapLibre's 512-pixel tiles; half of it at each zoom below. */
const PIXELS_PER_METRE_Z20 = 20.36;

/**
 * Returns the map style that the app ships itself: land and borders of the world (Natural Earth) and, close up, a
 * hand-drawn plan of central Paris. It loads two GeoJSON files of our own; labels use the page's fonts. Of each feature
 * it reads `kind`, which chooses the layers, `name`, `rank` of a label (1 is drawn first) and `widthM` of a line at
 * true scale. Beyond zoom 9, where the world's coastline would be off by kilometres, land and sea fade into plain
 * ground.
 *
 * @param dataUrl folder of `land.json` and `cite.json`, with a trailing slash
 */
export function fallbackStyle(theme: Theme, dataUrl = `${import.meta.env.BASE_URL}map/`): StyleSpecification {
  const palette = PALETTES[theme];
  return {
    version: 8,
    name: `Drop ici (${theme})`,
    center: [2.3468, 48.8548],
    zoom: 14,
    sources: {
      land: { type: 'geojson', data: `${dataUrl}land.json`, maxzoom: 6, attribution: 'Natural Earth' },
      cite: { type: 'geojson', data: `${dataUrl}cite.json`, maxzoom: 16, tolerance: 0.2 },
    },
    layers: [...groundLayers(palette), ...cityLayers(palette), ...labelLayers(palette)],
  };
}

function groundLayers({ ground, water, border, shore }: Palette): LayerSpecification[] {
  const sea: BackgroundLayerSpecification = {
    id: 'sea',
    type: 'background',
    paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], 7, water, 9, ground] },
  };
  const fading: DataDrivenPropertyValueSpecification<number> = ['interpolate', ['linear'], ['zoom'], 7, 1, 9, 0];
  return [
    sea,
    { id: 'land', type: 'fill', source: 'land', filter: kind('land'), paint: { 'fill-color': ground } },
    {
      id: 'coast',
      type: 'line',
      source: 'land',
      filter: kind('land'),
      maxzoom: 9,
      paint: { 'line-color': shore, 'line-width': 0.7, 'line-opacity': fading },
    },
    {
      id: 'border',
      type: 'line',
      source: 'land',
      filter: kind('border'),
      maxzoom: 9,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': border, 'line-width': 0.9, 'line-opacity': fading },
    },
  ];
}

function cityLayers(palette: Palette): LayerSpecification[] {
  const { urban, green, water, shore, island, street, block, landmark, edge } = palette;
  return [
    area('urban', urban),
    area('green', green),
    stroke('river', water, widthM(1)),
    area('water', water),
    area('island', island),
    outline('shore', ['water', 'island'], shore, 15),
    area('square', street),
    area('block', block),
    // Painted again above the island, for the gardens on it.
    area('green', green, 'garden'),
    stroke('street', street, widthM(0.5)),
    area('pavilion', landmark),
    area('landmark', landmark),
    outline('landmark-edge', ['landmark', 'pavilion'], edge, 15),
    { ...stroke('bridge', edge, widthM(1, 2)), id: 'bridge-edge', minzoom: 14 },
    stroke('bridge', street, widthM(0.8)),
  ];
}

function labelLayers({ ground, island, ink, inkSoft, inkGreen, inkWater }: Palette): LayerSpecification[] {
  const halo = { 'text-halo-width': 1.4, 'text-halo-blur': 0.4 };
  const onLine: SymbolLayerSpecification['layout'] = {
    'symbol-placement': 'line',
    'text-field': ['get', 'name'],
    'text-max-angle': 30,
  };
  const atPoint: SymbolLayerSpecification['layout'] = { 'text-field': ['get', 'name'], 'text-max-width': 7 };
  return [
    {
      ...label('street-name', ['street', 'bridge'], 15.2),
      layout: { ...onLine, 'text-font': REGULAR, 'text-size': growing(15, 10, 19, 15), 'symbol-spacing': 320 },
      paint: { 'text-color': inkSoft, 'text-halo-color': island, ...halo },
    },
    {
      ...label('river-name', ['river', 'current'], 12),
      layout: {
        ...onLine,
        'text-font': MEDIUM,
        'text-size': growing(12, 11, 18, 18),
        'text-letter-spacing': 0.12,
        'symbol-spacing': 700,
      },
      paint: { 'text-color': inkWater },
    },
    {
      ...label('garden-name', ['garden'], 15.6),
      layout: { ...atPoint, 'text-font': MEDIUM, 'text-size': growing(15, 10, 19, 14) },
      paint: { 'text-color': inkGreen, 'text-halo-color': ground, ...halo },
    },
    ...([3, 2, 1] as const).map(
      (rank): SymbolLayerSpecification => ({
        ...label(`landmark-name-${rank}`, ['label'], 13.6 + rank * 0.7),
        filter: ['all', kind('label'), ['==', ['get', 'rank'], rank]],
        layout: { ...atPoint, 'text-font': rank === 1 ? SEMIBOLD : MEDIUM, 'text-size': growing(14, 11, 19, 16) },
        paint: { 'text-color': ink, 'text-halo-color': island, ...halo },
      }),
    ),
    {
      ...label('quarter-name', ['quarter'], 12.4),
      maxzoom: 15.6,
      layout: { ...atPoint, 'text-font': SEMIBOLD, 'text-size': growing(12, 11, 16, 15), 'text-letter-spacing': 0.03 },
      paint: { 'text-color': ink, 'text-halo-color': ground, ...halo },
    },
    {
      ...label('city-name', ['city'], 2.5),
      source: 'land',
      maxzoom: 11.5,
      filter: ['all', kind('city'), ['<=', ['get', 'rank'], ['step', ['zoom'], 1, 4.6, 2]]],
      layout: {
        ...atPoint,
        'text-font': SEMIBOLD,
        'text-size': growing(3, 10, 9, 17),
        'symbol-sort-key': ['get', 'rank'],
      },
      paint: { 'text-color': ink, 'text-halo-color': ground, ...halo },
    },
  ];
}

function kind(...kinds: string[]): ExpressionSpecification {
  return ['in', ['get', 'kind'], ['literal', kinds]];
}

function area(of: string, colour: string, id = of): LayerSpecification {
  return { id, type: 'fill', source: 'cite', filter: kind(of), paint: { 'fill-color': colour } };
}

function outline(id: string, of: string[], colour: string, minzoom: number): LayerSpecification {
  const paint = { 'line-color': colour, 'line-width': 0.8 };
  return { id, type: 'line', source: 'cite', filter: kind(...of), minzoom, paint };
}

function stroke(of: string, colour: string, width: DataDrivenPropertyValueSpecification<number>): LayerSpecification {
  return {
    id: of,
    type: 'line',
    source: 'cite',
    filter: kind(of),
    layout: { 'line-cap': of === 'bridge' ? 'butt' : 'round', 'line-join': 'round' },
    paint: { 'line-color': colour, 'line-width': width },
  };
}

function label(id: string, of: string[], minzoom: number): SymbolLayerSpecification {
  return { id, type: 'symbol', source: 'cite', filter: kind(...of), minzoom };
}

/** Returns the feature's `widthM` in pixels at true scale, at least `leastPx`, plus `extraPx`. */
function widthM(leastPx: number, extraPx = 0): DataDrivenPropertyValueSpecification<number> {
  const at = (zoom: number) => ['*', ['get', 'widthM'], PIXELS_PER_METRE_Z20 / 2 ** (20 - zoom)];
  const least = (zoom: number) => ['+', extraPx, ['max', leastPx, at(zoom)]];
  return [
    'interpolate',
    ['exponential', 2],
    ['zoom'],
    ...[8, least(8), 11, least(11), 14, least(14), 20, ['+', extraPx, at(20)]],
  ] as DataDrivenPropertyValueSpecification<number>;
}
