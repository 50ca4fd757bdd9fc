import type { Geometry, Position } from '../../../contracts/geo.ts';
import { lngNear, wrapLng } from '../../../contracts/rings.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { boundingBoxOfShapes } from '../../position/coordinates.ts';
import type { SharedPoint } from './drawn-places.ts';

/** From this zoom nothing is grouped: at the zoom for a single place, a finger can hit each. */
const CLUSTERS_END_ZOOM = 17;
/** Items nearer to each other than a finger's width can't be tapped. */
const FINGER_PX = 44;
/** A smaller zone is shown as a dot. Half a zoom closer, it is as large as one. */
const SHAPE_MIN_PX = 14;
const ZOOM_MAX = 22;
/** The world's side at zoom 0. */
const WORLD_PX = 512;

/** Several places that are too near to each other to be tapped. */
export interface Cluster {
  /** The middle of its places, `[lng, lat]`. */
  readonly position: Position;
  readonly count: number;
  /** Whole zooms at which it is shown: from this one ... */
  readonly fromZoom: number;
  /** ... to below this one, where it splits. */
  readonly endZoom: number;
}

/** Where a place is drawn at far zooms, and from which whole zoom it is drawn as itself. */
export interface DrawnZooms {
  /** The point, or the middle of the zone's box. */
  readonly middle: Position;
  /** At lower zooms it is in a cluster. */
  readonly aloneFrom: number;
  /** At lower zooms, an ungrouped zone is a dot in its middle; 0 for a point. */
  readonly shapeFrom: number;
}

/** The clusters at each zoom. */
export interface Clustering {
  readonly clusters: readonly Cluster[];
  /** Of each place; those of a shared point have the same. */
  readonly drawnZooms: ReadonlyMap<PlaceId, DrawnZooms>;
}

interface Located {
  readonly id: PlaceId;
  readonly feature: Geometry;
}

/** A place, shared point or cluster while zooming out; x and y are fractions of the world's side. */
interface Item {
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** Below this zoom it can be in a cluster; a large zone can be tapped at lower zooms than a point. */
  readonly groupedBelow: number;
  /** At this zoom and lower ones, it is in a cluster; -1 for never. */
  grouped: number;
  /** For a cluster: the first zoom at which its parts are separate. */
  readonly endZoom: number;
}

/**
 * Groups items nearer to each other than a finger's width, zoom by zoom from {@link CLUSTERS_END_ZOOM} outwards, as
 * supercluster does. Unlike there, a shared point counts as one, and a zone is included only if it is too small to be
 * tapped.
 */
export function clusterPlaces(places: readonly Located[], sharedPoints: readonly SharedPoint[]): Clustering {
  // MapLibre's own clusters know points only, and half of a parcours is zones.
  const sharedPointOf = new Map(
    sharedPoints.flatMap((sharedPoint) => sharedPoint.placeIds.map((id) => [id, sharedPoint] as const)),
  );
  const itemOf = new Map<SharedPoint | PlaceId, Item>();
  const located = places.map(({ id, feature }) => {
    const sharedPoint = sharedPointOf.get(id);
    const { middle, side } = measure(feature);
    const known = sharedPoint === undefined ? undefined : itemOf.get(sharedPoint);
    if (known !== undefined) return { id, middle, side, item: known };
    const groupedBelow = zoomOfSide(side, FINGER_PX, CLUSTERS_END_ZOOM);
    const item = itemAt(sharedPoint?.position ?? middle, sharedPoint?.placeIds.length ?? 1, groupedBelow);
    itemOf.set(sharedPoint ?? id, item);
    return { id, middle, side, item };
  });
  const clusters: Item[] = [];
  let items = [...itemOf.values()];
  for (let zoom = CLUSTERS_END_ZOOM - 1; zoom >= 0; zoom--) items = clusterAt(zoom, items, clusters);
  return {
    clusters: clusters.map(({ x, y, count, grouped, endZoom }) => ({
      ...{ position: positionAt(x, y), count, fromZoom: grouped + 1, endZoom },
    })),
    drawnZooms: new Map(
      located.map(({ id, middle, side, item }) => [
        id,
        { middle, aloneFrom: item.grouped + 1, shapeFrom: zoomOfSide(side, SHAPE_MIN_PX, 0) },
      ]),
    ),
  };
}

/** Returns the cluster nearest to a position among those shown at a zoom; null if there is none. */
export function nearestCluster(clusters: readonly Cluster[], zoom: number, [lng, lat]: Position): Cluster | null {
  const away = ({ position }: Cluster): number =>
    Math.hypot(xOf(lngNear(position[0], lng)) - xOf(lng), yOf(position[1]) - yOf(lat));
  const shown = clusters.filter(({ fromZoom, endZoom }) => fromZoom <= Math.floor(zoom) && Math.floor(zoom) < endZoom);
  return shown.reduce<Cluster | null>((best, one) => (best === null || away(one) < away(best) ? one : best), null);
}

/** Returns the whole zoom from which a place is drawn as its point or shape, in no cluster and not as a dot. */
export function drawnFrom({ drawnZooms }: Clustering, id: PlaceId): number {
  const zooms = drawnZooms.get(id);
  return zooms === undefined ? 0 : Math.max(zooms.aloneFrom, zooms.shapeFrom);
}

/** Returns the same for a shared point. */
export function sharedPointFrom(clustering: Clustering, { placeIds: [first] }: SharedPoint): number {
  return first === undefined ? 0 : drawnFrom(clustering, first);
}

/** Joins items that are near each other at this zoom to new clusters. Returns the visible items for lower zooms. */
function clusterAt(zoom: number, items: readonly Item[], clusters: Item[]): Item[] {
  const reach = FINGER_PX / (WORLD_PX * 2 ** zoom);
  const columns = Math.ceil(1 / reach) + 2;
  const seen: Item[] = [];
  const small: Item[] = [];
  for (const item of items) (zoom < item.groupedBelow ? small : seen).push(item);
  const cells = new Map<number, Item[]>();
  for (const item of small) {
    const key = Math.floor(item.y / reach) * columns + Math.floor(item.x / reach);
    const cell = cells.get(key);
    if (cell === undefined) cells.set(key, [item]);
    else cell.push(item);
  }
  for (const item of small) {
    if (item.grouped >= zoom) continue;
    const near = nearTo(item, zoom, reach, columns, cells);
    if (near.length < 2) {
      seen.push(item);
      continue;
    }
    for (const part of near) part.grouped = zoom;
    const group = joinItems(near, zoom);
    clusters.push(group);
    seen.push(group);
  }
  return seen;
}

/** Returns the item itself and near items that are not yet in a cluster. */
function nearTo(
  { x, y }: Item,
  zoom: number,
  reach: number,
  columns: number,
  cells: ReadonlyMap<number, Item[]>,
): Item[] {
  const near: Item[] = [];
  const key = Math.floor(y / reach) * columns + Math.floor(x / reach);
  for (let row = key - columns; row <= key + columns; row += columns) {
    for (let cell = row - 1; cell <= row + 1; cell++) {
      for (const other of cells.get(cell) ?? []) {
        const [right, down] = [other.x - x, other.y - y];
        if (other.grouped < zoom && right * right + down * down <= reach * reach) near.push(other);
      }
    }
  }
  return near;
}

function joinItems(parts: readonly Item[], zoom: number): Item {
  let [x, y, count] = [0, 0, 0];
  for (const part of parts) {
    x += part.x * part.count;
    y += part.y * part.count;
    count += part.count;
  }
  return { x: x / count, y: y / count, count, groupedBelow: zoom, grouped: -1, endZoom: zoom + 1 };
}

function itemAt([lng, lat]: Position, count: number, groupedBelow: number): Item {
  return { x: xOf(lng), y: yOf(lat), count, groupedBelow, grouped: -1, endZoom: CLUSTERS_END_ZOOM };
}

/** Returns the middle of a shape's box, which needs no search, and its longer side at zoom 0: 0 for a point. */
function measure(feature: Geometry): { readonly middle: Position; readonly side: number } {
  if (feature.type === 'Point') return { middle: feature.coordinates, side: 0 };
  const box = boundingBoxOfShapes([feature]);
  if (box === null) throw new RangeError('Expected a zone with positions, got an empty ring');
  const [[west, south], [east, north]] = box;
  const side = Math.max(xOf(east) - xOf(west), yOf(south) - yOf(north)) * WORLD_PX;
  return { middle: [wrapLng((west + east) / 2), (south + north) / 2], side };
}

/** Returns the whole zoom from which a side has this length; `otherwise` for a point. */
function zoomOfSide(side: number, sidePx: number, otherwise: number): number {
  return side === 0 ? otherwise : Math.min(ZOOM_MAX, Math.max(0, Math.ceil(Math.log2(sidePx / side))));
}

function xOf(lng: number): number {
  return lng / 360 + 0.5;
}

/** Mercator, as far north as the map extends. */
function yOf(lat: number): number {
  const bounded = Math.min(85.0511, Math.max(-85.0511, lat));
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)) / (2 * Math.PI);
}

function positionAt(x: number, y: number): Position {
  const lat = (Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) * 360) / Math.PI - 90;
  return [(x - 0.5) * 360, lat];
}
