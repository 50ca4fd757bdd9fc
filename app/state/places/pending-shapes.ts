import { proxy, ref } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { randomHex } from '../../platform/page/random.ts';
import type { PendingShape } from '../../platform/storage/pending-shape.ts';
import { storage } from '../../platform/storage/storage.ts';
import type { LoadState } from '../load-state.ts';

/** Shapes that wait for their audio on one device, the newest ones: a day's drawing is a few dozen. */
export const PENDING_SHAPES_MAX = 200;

const KEY_BYTES = 16;

/** What the server has answered about places. */
interface KnownPlaces {
  readonly status: LoadState['status'];
  readonly mapIds: readonly ParcoursId[];
  readonly list: readonly Pick<Place, 'id'>[];
}

/**
 * Shapes drawn on this device that wait for an audio. Changed by the functions of this file alone, each time from what the
 * device keeps: another tab may have changed that.
 */
export const pendingShapes = proxy<{
  /** Oldest first. Replaced as a whole; not proxied, for a zone may have thousands of positions. */
  list: PendingShape[] & { $$valtioSnapshot: PendingShape[] };
}>({ list: ref([]) });

/** Reads again what the device keeps: at the start, and when another tab changed it. */
export function readPendingShapes(): void {
  pendingShapes.list = ref(storage.read('pendingShapes'));
}

/**
 * Keeps a shape that was drawn, or that of a place that is about to be deleted: in place of what an earlier attempt at that
 * has kept.
 */
export function addPendingShape({
  redoOf = null,
  ...drawn
}: {
  readonly userId: UserId;
  readonly mapId: ParcoursId;
  readonly title: string;
  readonly geometry: Geometry;
  readonly redoOf?: PlaceId | null;
}): PendingShape {
  const shape = { ...drawn, redoOf, id: `shape-${randomHex(KEY_BYTES)}`, key: randomHex(KEY_BYTES) };
  keep([...without(redoOf), shape].slice(-PENDING_SHAPES_MAX));
  return shape;
}

/** Whether something is kept of a place that was to be deleted. */
export function hasRedoOf(placeId: PlaceId): boolean {
  return storage.read('pendingShapes').some(({ redoOf }) => redoOf === placeId);
}

/** Forgets what was kept of a place that was to be deleted: it was not, or nothing of it is wanted. */
export function removeRedoOf(placeId: PlaceId): void {
  keep(without(placeId));
}

/**
 * Those shapes that wait for an audio. Others are copies of a place that was to be deleted, and may be there still: they
 * wait once the server has answered without it.
 */
export function waitingShapes(
  shapes: readonly PendingShape[],
  { status, mapIds, list }: KnownPlaces,
): readonly PendingShape[] {
  return shapes.filter(
    ({ mapId, redoOf }) =>
      redoOf === null || (status === 'ready' && mapIds.includes(mapId) && !list.some(({ id }) => id === redoOf)),
  );
}

/** Changes the title or the shape, or notes that the place which it is a copy of has gone. */
export function changePendingShape(
  id: string,
  change: Partial<Pick<PendingShape, 'title' | 'geometry' | 'redoOf'>>,
): void {
  // The server knows a making by its key, and would refuse another body under it.
  const key = randomHex(KEY_BYTES);
  keep(storage.read('pendingShapes').map((shape) => (shape.id === id ? { ...shape, ...change, key } : shape)));
}

/** Forgets a shape: it became a place, or is not wanted. */
export function removePendingShape(id: string): void {
  keep(storage.read('pendingShapes').filter((shape) => shape.id !== id));
}

/** Puts a shape back that was removed. */
export function restorePendingShape(shape: PendingShape): void {
  const list = storage.read('pendingShapes');
  keep(list.some(({ id }) => id === shape.id) ? list : [...list, shape]);
}

function without(placeId: PlaceId | null): PendingShape[] {
  return storage.read('pendingShapes').filter(({ redoOf }) => redoOf === null || redoOf !== placeId);
}

function keep(list: PendingShape[]): void {
  pendingShapes.list = ref(list);
  storage.write('pendingShapes', list);
}
