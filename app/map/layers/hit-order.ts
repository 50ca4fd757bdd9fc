import type { Geometry, Position } from '../../../contracts/geo.ts';
import { lngNear, unwrapRings } from '../../../contracts/rings.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';

/** A place under a tap. */
export interface Hit {
  readonly placeId: PlaceId;
  readonly feature: Geometry;
}

/**
 * Picks one of several places under a tap: a point before a zone, because it is the smaller target; the nearest point;
 * the smallest zone.
 *
 * @param tapped position of the tap, `[lng, lat]`.
 * @returns null for no hits.
 */
export function pickHit(hits: readonly Hit[], tapped: Position): PlaceId | null {
  const ranked = hits.map((hit) => ({ placeId: hit.placeId, rank: rankHit(hit.feature, tapped) }));
  ranked.sort((a, b) => a.rank[0] - b.rank[0] || a.rank[1] - b.rank[1]);
  return ranked[0]?.placeId ?? null;
}

/** Returns a sort key: points 0 and zones 1, then a point's squared distance or a zone's area. */
function rankHit(feature: Geometry, tapped: Position): readonly [number, number] {
  if (feature.type === 'Polygon') return [1, areaDeg2(feature.coordinates)];
  const [lng, lat] = feature.coordinates;
  const east = (lngNear(lng, tapped[0]) - tapped[0]) * Math.cos((tapped[1] * Math.PI) / 180);
  return [0, east * east + (lat - tapped[1]) ** 2];
}

/**
 * Returns the outer ring's area minus the holes', in square degrees scaled by latitude: enough to compare near zones.
 */
export function areaDeg2(rings: readonly (readonly Position[])[]): number {
  const [outer = [], ...holes] = unwrapRings(rings);
  return holes.reduce((area, hole) => area - ringAreaDeg2(hole), ringAreaDeg2(outer));
}

function ringAreaDeg2(ring: readonly Position[]): number {
  let doubled = 0;
  for (let i = 1; i < ring.length; i++) {
    const from = ring[i - 1];
    const to = ring[i];
    if (from !== undefined && to !== undefined) doubled += from[0] * to[1] - to[0] * from[1];
  }
  const middleLat = ring[0]?.[1] ?? 0;
  return Math.abs(doubled / 2) * Math.cos((middleLat * Math.PI) / 180);
}
