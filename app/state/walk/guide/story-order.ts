import type { PlaceId } from '../../../../contracts/vocabulary.ts';
import type { WalkState } from './walk-state.ts';

/**
 * The story that follows the selected one: the next of the order that has audio and is not spent, after the last one the
 * first; null where all are, and without an order. Pure.
 *
 * @param stories the order where the walk has none; by default nothing follows then
 */
export function nextInOrder(
  { order: own, selected, spent, silent }: WalkState,
  stories: readonly PlaceId[] | null = null,
): PlaceId | null {
  const order = own ?? stories;
  if (order === null) return null;
  const at = selected === null ? -1 : order.indexOf(selected);
  const turned = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  return turned.find((id) => id !== selected && !spent.includes(id) && !silent.includes(id)) ?? null;
}

/** The story before the selected one, heard or not; null at the first, and where the selected one is none of them. Pure. */
export function previousInOrder({ order, selected }: WalkState, stories: readonly PlaceId[]): PlaceId | null {
  const known = order ?? stories;
  return selected === null ? null : (known[known.indexOf(selected) - 1] ?? null);
}
