import type { Place } from '../../contracts/place.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';

/** How two lists of places differ in their geometries. */
export interface PlaceChanges {
  readonly added: readonly Place[];
  /** With their new geometry. */
  readonly moved: readonly Place[];
  readonly removed: readonly PlaceId[];
}

/** Returns `after` with the unchanged places and geometries of `before`, or `before` itself if nothing changed. */
export function reuseUnchanged(before: readonly Place[], after: readonly Place[]): readonly Place[] {
  const known = new Map(before.map((place) => [place.id, place]));
  const merged = after.map((place) => {
    const old = known.get(place.id);
    if (old === undefined) return place;
    if (JSON.stringify(old) === JSON.stringify(place)) return old;
    return JSON.stringify(old.feature) === JSON.stringify(place.feature) ? { ...place, feature: old.feature } : place;
  });
  const isSame = merged.length === before.length && merged.every((place, at) => place === before[at]);
  return isSame ? before : merged;
}

/** Compares two lists. Another geometry object counts as moved: comparing would cost more than indexing it again. */
export function comparePlaces(before: readonly Place[], after: readonly Place[]): PlaceChanges {
  const features = new Map(before.map(({ id, feature }) => [id, feature]));
  const added: Place[] = [];
  const moved: Place[] = [];
  for (const place of after) {
    const feature = features.get(place.id);
    if (feature === undefined) added.push(place);
    else if (feature !== place.feature) moved.push(place);
    features.delete(place.id);
  }
  return { added, moved, removed: [...features.keys()] };
}
