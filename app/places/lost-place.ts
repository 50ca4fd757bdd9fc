import { dropCalls } from '../../contracts/calls/drops.ts';
import type { Geometry } from '../../contracts/geo.ts';
import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import { printWkt } from '../../contracts/wkt.ts';
import { addCalls, type CallOptions, call } from '../platform/net/api.ts';

addCalls(dropCalls);

/** A place whose creation was requested. */
interface RequestedPlace {
  readonly userId: UserId;
  readonly geometry: Geometry;
  readonly mapId: ParcoursId;
  readonly title: string;
}

/**
 * Finds a place whose creation got no response, among its author's: same map, geometry and title, and no audio yet.
 *
 * @param exceptIds places that are known to be other ones.
 * @returns null if there is none.
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function findLostPlace(
  { userId, geometry, mapId, title }: RequestedPlace,
  exceptIds: readonly PlaceId[],
  options: CallOptions = {},
): Promise<PlaceId | null> {
  const { drops } = await call('listDrops', { params: { userId }, query: { mapIds: String(mapId) } }, options);
  const shape = printWkt(geometry);
  const lost = drops.find(
    ({ id, appelation, feature, media }) =>
      media === null && appelation === title && printWkt(feature) === shape && !exceptIds.includes(id),
  );
  return lost?.id ?? null;
}
