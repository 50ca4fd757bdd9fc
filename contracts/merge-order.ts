import type { PlaceId } from './vocabulary.ts';

/**
 * Returns an order with the places of another one that its author didn't see (`seen` has the others): each is behind the
 * same place as there, or behind the nearest one before that which still has a number. So the server retains hidden
 * places, and the app what somebody else has numbered meanwhile. Pure.
 */
export function mergeOrder(
  other: readonly PlaceId[],
  wanted: readonly PlaceId[],
  seen: ReadonlySet<PlaceId>,
): PlaceId[] {
  const numbered = new Set(wanted);
  const behind = new Map<PlaceId | null, PlaceId[]>();
  let anchor: PlaceId | null = null;
  for (const id of other) {
    if (numbered.has(id)) anchor = id;
    else if (!seen.has(id)) behind.set(anchor, [...(behind.get(anchor) ?? []), id]);
  }
  return [...(behind.get(null) ?? []), ...wanted.flatMap((id) => [id, ...(behind.get(id) ?? [])])];
}
