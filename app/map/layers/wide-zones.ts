import type { MapLibreMap } from 'maplibre-gl';
import type { Geometry, Polygon } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { areaDeg2 } from './shape-geometry.ts';

/** Pixels per degree of longitude at zoom 0. */
const DEGREE_PX = 512 / 360;

interface Located {
  readonly id: PlaceId;
  readonly feature: Geometry;
}

/** Returns the lowest zoom at which a zone covers more than `viewPx2` square pixels; infinite without area. */
export function wideFrom({ coordinates }: Polygon, viewPx2: number): number {
  const lat = coordinates[0]?.[0]?.[1] ?? 0;
  const areaPx2 = areaDeg2(coordinates) * (DEGREE_PX / Math.max(Math.cos((lat * Math.PI) / 180), 1e-6)) ** 2;
  return areaPx2 > 0 ? Math.log2(viewPx2 / areaPx2) / 2 : Number.POSITIVE_INFINITY;
}

/** Maintains the feature state `isWide` of a source's zones that are larger than the view. */
export interface WideZones {
  /** Sets the current places, perhaps on a style that was just loaded. */
  mark(places: readonly Located[]): void;
}

/** Follows the zoom and the size of `map`, and marks the zones of `source`, whose features have the places' ids. */
export function followWideZones(map: MapLibreMap, source: string): WideZones {
  let zones: readonly { readonly id: PlaceId; readonly fromZoom: number }[] = [];
  let places: readonly Located[] = [];
  let wide: ReadonlySet<PlaceId> = new Set();

  /** @param isAnew sets all states, because a new style has lost them */
  function follow(isAnew = false): void {
    // A style that is still loading has no states: it is marked when its sources are added.
    if (map.getSource(source) === undefined) return;
    const zoom = map.getZoom();
    const next = new Set<PlaceId>();
    for (const { id, fromZoom } of zones) if (zoom >= fromZoom) next.add(id);
    for (const id of wide) if (!next.has(id)) map.setFeatureState({ source, id }, { isWide: false });
    for (const id of next) if (isAnew || !wide.has(id)) map.setFeatureState({ source, id }, { isWide: true });
    wide = next;
  }

  function measure(): void {
    const { clientWidth, clientHeight } = map.getContainer();
    zones = places.flatMap(({ id, feature }) =>
      feature.type === 'Polygon' ? [{ id, fromZoom: wideFrom(feature, clientWidth * clientHeight) }] : [],
    );
    follow(true);
  }

  map.on('zoom', () => {
    if (zones.length > 0) follow();
  });
  map.on('resize', measure);
  return {
    mark(next) {
      places = next;
      measure();
    },
  };
}
