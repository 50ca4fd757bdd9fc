import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { heardNow, type WalkState } from './walk-state.ts';

/**
 * Returns the story that follows the selected one: the next of the order that has audio and is neither spent nor heard,
 * unless the order was restarted; after the last one the first; null if none is left, and without an order. Pure.
 *
 * @param stories the order if the walk has none; by default nothing follows then
 */
export function nextInOrder(walk: WalkState, stories: readonly PlaceId[] | null = null): PlaceId | null {
  const { order: own, selected, again, silent } = walk;
  const told = new Set([...walk.spent, ...heardNow(walk)]);
  const order = own ?? stories;
  if (order === null) return null;
  const at = selected === null ? -1 : order.indexOf(selected);
  const turned = [...order.slice(at + 1), ...order.slice(0, at + 1)];
  const isDue = (id: PlaceId): boolean => (!told.has(id) || again.includes(id)) && !silent.includes(id);
  return turned.find((id) => id !== selected && isDue(id)) ?? null;
}

/** Returns the story before the selected one, heard or not; null if there is none in the order. Pure. */
export function previousInOrder({ order, selected }: WalkState, stories: readonly PlaceId[]): PlaceId | null {
  const known = order ?? stories;
  return selected === null ? null : (known[known.indexOf(selected) - 1] ?? null);
}
