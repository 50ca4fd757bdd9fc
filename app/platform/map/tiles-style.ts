import { DARK, type Flavor, LIGHT, layers } from '@protomaps/basemaps';
import type {
  ExpressionSpecification,
  LayerSpecification,
  StyleSpecification,
  SymbolLayerSpecification,
} from 'maplibre-gl';
import { MAP_TILES_ZOOM_MAX } from '../../../contracts/limits.ts';
import type { Language } from '../../../contracts/vocabulary.ts';
import type { Theme } from '../storage/storage.ts';
import { growing, MEDIUM, PALETTES, type Palette, REGULAR, SEMIBOLD } from './basemap-theme.ts';

/** URL scheme of the style's tiles. `serveTiles` answers them. */
export const TILES_SCHEME = 'tiles';

const SOURCE = 'basemap';

/** Layers that need the icons of a sprite, which the style doesn't have. */
const ICONS = ['roads_shields', 'roads_oneway'];

/** The app's fonts for the fonts that the package names. */
const FONTS: Readonly<Record<string, readonly string[]>> = {
  'Noto Sans Regular': REGULAR,
  'Noto Sans Medium': SEMIBOLD,
  'Noto Sans Italic': MEDIUM,
  'Noto Sans Devanagari Regular v1': REGULAR,
};

/** Points of interest that help people on foot to find their way. Names of shops and benches would hide the places. */
const LANDMARKS = [
  ...['attraction', 'museum', 'theatre', 'artwork', 'library', 'townhall', 'university', 'stadium', 'station', 'peak'],
  ...['aerodrome', 'ferry_terminal', 'marina', 'beach', 'forest', 'park', 'garden', 'zoo'],
];

/**
 * Returns the map style for an archive of tiles in Protomaps' schema, in the app's colours, with the page's fonts and
 * no icons. The caller owns it.
 *
 * @param attribution who made the map, as plain text
 * @param language of the names that have one in it; the others are local
 */
export function tilesStyle(theme: Theme, attribution: string, language: Language = 'fr'): StyleSpecification {
  const palette = PALETTES[theme];
  const drawn = layers(SOURCE, flavorOf(theme, palette), { lang: language }).filter(({ id }) => !ICONS.includes(id));
  return {
    version: 8,
    name: `Drop ici, tiles (${theme})`,
    sources: {
      [SOURCE]: {
        type: 'vector',
        tiles: [`${TILES_SCHEME}://${SOURCE}/{z}/{x}/{y}`],
        maxzoom: MAP_TILES_ZOOM_MAX,
        attribution: escapeHtml(attribution),
        // If an archive has no tile, the matching part of the tile above is enlarged.
        ...{ sparse: true },
      },
    },
    layers: drawn.map((layer) => adapt(layer, palette)),
  };
}

function flavorOf(theme: Theme, palette: Palette): Flavor {
  const { ground, urban, island, street, block, green, water, border, edge, ink, inkSoft, inkGreen, inkWater } =
    palette;
  const base = theme === 'dark' ? DARK : LIGHT;
  const roads = [
    ...['other', 'minor_service', 'minor_a', 'minor_b', 'link', 'major', 'highway'],
    ...['pedestrian', 'pier', 'runway', 'sand', 'beach'],
  ];
  const tunnels = ['tunnel_other', 'tunnel_minor', 'tunnel_link', 'tunnel_major', 'tunnel_highway'];
  const bridges = ['bridges_other', 'bridges_minor', 'bridges_link', 'bridges_major', 'bridges_highway'];
  const casings = Object.keys(base).filter((name) => name.includes('casing'));
  return {
    ...base,
    ...inColour(roads, street),
    ...inColour(bridges, street),
    // No edges, because streets stand out from the ground.
    ...inColour(casings, street),
    ...inColour(tunnels, island),
    ...inColour(['park_a', 'park_b', 'wood_a', 'wood_b', 'scrub_a', 'scrub_b', 'zoo'], green),
    ...inColour(['hospital', 'industrial', 'school', 'aerodrome', 'military', 'glacier'], island),
    ...inColour(['roads_label_minor', 'roads_label_major', 'address_label', 'state_label', 'country_label'], inkSoft),
    ...inColour(['city_label', 'subplace_label'], ink),
    ...inColour(
      Object.keys(base).filter((name) => name.endsWith('_halo')),
      island,
    ),
    ...{ earth: urban, background: ground, buildings: block, water, ocean_label: inkWater },
    ...{ boundaries: border, railway: edge },
    landcover: {
      ...inColour(['grassland', 'barren', 'farmland', 'glacier', 'scrub'] as const, ground),
      ...inColour(['urban_area'] as const, urban),
      ...inColour(['forest'] as const, green),
    },
    pois: {
      ...inColour(['blue', 'lapis', 'pink', 'red', 'slategray', 'tangerine', 'turquoise'] as const, ink),
      ...inColour(['green'] as const, inkGreen),
    },
  };
}

function inColour<Name extends string>(names: readonly Name[], colour: string): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, colour])) as Record<Name, string>;
}

function adapt(layer: LayerSpecification, palette: Palette): LayerSpecification {
  if (layer.type === 'symbol') return adaptLabels(layer, palette);
  if (layer.type === 'background') {
    // Close up, ground without a tile is land, because nobody walks at sea.
    const { water, ground } = palette;
    return { ...layer, paint: { 'background-color': ['interpolate', ['linear'], ['zoom'], 7, water, 9, ground] } };
  }
  if (layer.id === 'buildings' && layer.type === 'fill') {
    // Only well-known buildings have their parts drawn.
    const { landmark, block, edge } = palette;
    const colour: ExpressionSpecification = ['match', ['get', 'kind'], 'building_part', landmark, block];
    return { ...layer, paint: { 'fill-color': colour, 'fill-outline-color': edge } };
  }
  return layer;
}

function adaptLabels(layer: SymbolLayerSpecification, palette: Palette): SymbolLayerSpecification {
  const withoutIcons = Object.entries(layer.layout ?? {}).filter(([name]) => !name.startsWith('icon-'));
  const layout: SymbolLayerSpecification['layout'] = replaceFonts(Object.fromEntries(withoutIcons));
  if (layer.id === 'pois') {
    return {
      ...layer,
      filter: [
        'all',
        ['in', ['get', 'kind'], ['literal', LANDMARKS]],
        ['>=', ['zoom'], ['coalesce', ['get', 'min_zoom'], 0]],
      ],
      layout: {
        ...{ 'text-field': layout?.['text-field'] ?? '', 'text-font': MEDIUM, 'text-max-width': 7 },
        ...{ 'text-size': growing(14, 11, 19, 16), 'symbol-sort-key': ['get', 'min_zoom'] },
      },
      paint: { ...layer.paint, 'text-halo-color': palette.island, 'text-halo-width': 1.4, 'text-halo-blur': 0.4 },
    };
  }
  if (layer.id === 'places_subplace') {
    const look = { 'text-transform': 'none', 'text-font': SEMIBOLD, 'text-letter-spacing': 0.03 } as const;
    return { ...layer, maxzoom: 15.6, layout: { ...layout, ...look, 'text-size': growing(12, 11, 16, 15) } };
  }
  if (layer.id.startsWith('roads_labels')) {
    return { ...layer, layout: { ...layout, 'text-size': growing(15, 10, 19, 15), 'symbol-spacing': 320 } };
  }
  return { ...layer, layout };
}

/** Replaces font names anywhere in a layout, because parts of a text may have fonts of their own. */
function replaceFonts<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    Array.isArray(part) && part.length === 1 && typeof part[0] === 'string' ? (FONTS[part[0]] ?? part) : part,
  );
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
