import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';

/**
 * Sorts places for display: on each parcours those with a number first, in their order, then the others, oldest first.
 * A list without numbers is returned as it is. Pure.
 */
export function inOrder<P extends NumberedPlace>(list: readonly P[]): P[] {
  if (list.every(({ step }) => step === undefined)) return [...list];
  return [...list].sort(
    (a, b) => a.map.id - b.map.id || (a.step ?? Infinity) - (b.step ?? Infinity) || a.id - b.id || 0,
  );
}

/** A place that may have a number. */
export interface NumberedPlace extends Pick<Place, 'id' | 'map'> {
  readonly step?: number | undefined;
}

/** The numbers of places as their editors see them: also places that visitors don't see yet count. */
export type Steps = ReadonlyMap<PlaceId, number>;

/** Returns a place's number as its editors see it. Pure. */
export function stepOf({ id, step }: Pick<NumberedPlace, 'id' | 'step'>, steps: Steps): number | undefined {
  return steps.get(id) ?? step;
}

/** Returns the places with their editors' numbers, in that order; as they are without any. Pure. */
export function withSteps<P extends NumberedPlace>(
  list: readonly P[],
  steps: Steps,
): (P & Pick<NumberedPlace, 'step'>)[] {
  if (steps.size === 0) return [...list];
  return inOrder(list.map((place) => ({ ...place, step: stepOf(place, steps) })));
}

/** Returns the list without a place, whose number the next one gets. Pure. */
export function withoutPlace(list: readonly Place[], placeId: PlaceId): Place[] {
  const gone = list.find(({ id }) => id === placeId);
  const left = list.filter((place) => place !== gone);
  const gap = gone?.step;
  if (gone === undefined || gap === undefined) return left;
  return left.map((place) =>
    place.map.id === gone.map.id && place.step !== undefined && place.step > gap
      ? { ...place, step: place.step - 1 }
      : place,
  );
}

/** Returns how many places of a parcours have a number. Pure. */
export function countSteps(list: readonly NumberedPlace[], parcoursId: ParcoursId): number {
  return list.filter(({ map, step }) => map.id === parcoursId && step !== undefined).length;
}

/** Splits the numbered places of a list in order into the ways along them, one on each parcours. Pure. */
export function listWays<P extends { readonly step?: number | undefined }>(list: readonly P[]): P[][] {
  const ways: P[][] = [];
  let before = Infinity;
  for (const place of list) {
    if (place.step === undefined) continue;
    if (place.step <= before) ways.push([]);
    ways.at(-1)?.push(place);
    before = place.step;
  }
  return ways;
}
