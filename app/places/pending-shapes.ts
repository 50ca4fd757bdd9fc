import { proxy, ref } from 'valtio';
import type { Geometry } from '../../contracts/geo.ts';
import type { Place } from '../../contracts/place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { LoadState } from '../page/load-state.ts';
import { randomKey } from '../platform/page/random.ts';
import { storage } from '../platform/storage/storage.ts';
import type { PendingShape } from '../platform/storage/stored-values.ts';

/** Maximum number of shapes stored on one device; the oldest are removed. A day's drawing is a few dozen. */
export const PENDING_SHAPES_MAX = 200;

interface KnownPlaces {
  readonly status: LoadState['status'];
  readonly parcoursIds: readonly ParcoursId[];
  readonly list: readonly Pick<Place, 'id'>[];
}

/**
 * Shapes drawn on this device that have no audio yet. Changed only by the functions of this file, which start from the
 * stored shapes, because another tab may have changed them.
 */
export const pendingShapes = proxy<{
  /** Oldest first. Replaced as a whole; not proxied, because a zone may have thousands of positions. */
  list: PendingShape[] & { $$valtioSnapshot: PendingShape[] };
}>({ list: ref([]) });

/** Reads the stored shapes: at the start, and when another tab has changed them. */
export function readPendingShapes(): void {
  pendingShapes.list = ref(storage.read('pendingShapes'));
}

/** Stores a drawn shape, or, with `redoOf`, that of a place about to be deleted, in place of an earlier attempt's. */
export function addPendingShape({
  redoOf = null,
  parcoursId,
  ...drawn
}: {
  readonly userId: UserId;
  readonly parcoursId: ParcoursId;
  readonly title: string;
  readonly geometry: Geometry;
  readonly redoOf?: PlaceId | null;
}): PendingShape {
  const shape = { ...drawn, mapId: parcoursId, redoOf, id: `shape-${randomKey()}`, key: randomKey() };
  store([...withoutRedoOf(redoOf), shape].slice(-PENDING_SHAPES_MAX));
  return shape;
}

/** True if a copy of this place is stored because it was going to be deleted. */
export function hasRedoOf(placeId: PlaceId): boolean {
  return storage.read('pendingShapes').some(({ redoOf }) => redoOf === placeId);
}

/** Removes the stored copy of a place that was going to be deleted. */
export function removeRedoOf(placeId: PlaceId): void {
  store(withoutRedoOf(placeId));
}

/** Returns the shapes that wait for audio; a copy of a place only once the loaded list no longer has that place. */
export function waitingShapes(
  shapes: readonly PendingShape[],
  { status, parcoursIds, list }: KnownPlaces,
): readonly PendingShape[] {
  return shapes.filter(
    ({ mapId: parcoursId, redoOf }) =>
      redoOf === null ||
      (status === 'ready' && parcoursIds.includes(parcoursId) && !list.some(({ id }) => id === redoOf)),
  );
}

/** Changes the title or the geometry, clears `redoOf` once the place that the shape copies is deleted, or notes a request. */
export function changePendingShape(
  id: string,
  change: Partial<Pick<PendingShape, 'title' | 'geometry' | 'redoOf' | 'askedPlan'>>,
): void {
  // The server refuses a known idempotency key with another body.
  const key = randomKey();
  store(storage.read('pendingShapes').map((shape) => (shape.id === id ? { ...shape, ...change, key } : shape)));
}

/** Removes a shape: it became a place, or was discarded. */
export function removePendingShape(id: string): void {
  store(storage.read('pendingShapes').filter((shape) => shape.id !== id));
}

/** Restores a removed shape. */
export function restorePendingShape(shape: PendingShape): void {
  const list = storage.read('pendingShapes');
  store(list.some(({ id }) => id === shape.id) ? list : [...list, shape]);
}

function withoutRedoOf(placeId: PlaceId | null): PendingShape[] {
  return storage.read('pendingShapes').filter(({ redoOf }) => redoOf === null || redoOf !== placeId);
}

function store(list: PendingShape[]): void {
  pendingShapes.list = ref(list);
  storage.write('pendingShapes', list);
}
