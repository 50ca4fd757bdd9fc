import type { ShapePack } from '../../audio-wasm/kernels.ts';
import type { Geometry } from '../../contracts/geo.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';

/** A place in the index. */
export interface SeedPlace {
  readonly id: PlaceId;
  readonly geometry: Geometry;
}

/** Places in a form that is transferred without copying: each id belongs to the shape of the same index. */
export interface PackedPlaces {
  readonly ids: readonly PlaceId[];
  readonly shapes: ShapePack;
}

/** A circle to search for places. */
export interface Circle {
  /** `[lng, lat]` in degrees; a longitude may pass ±180. */
  readonly position: readonly [number, number];
  readonly radiusM: number;
}

/** A place within a circle, with its distance to the centre. */
export interface NearestPlace {
  readonly id: PlaceId;
  /** 0 inside a polygon and on its border. */
  readonly distanceM: number;
}

/** The API of the nearest worker. */
export interface NearestApi {
  /** Replaces all places. @throws RangeError if an id occurs twice */
  seed(places: PackedPlaces): Promise<void>;
  /** @throws RangeError if the place exists */
  add(place: SeedPlace): Promise<void>;
  /** Replaces a place's geometry. @throws RangeError if it does not exist */
  move(place: SeedPlace): Promise<void>;
  /** @throws RangeError if the place does not exist */
  remove(id: PlaceId): Promise<void>;
  /**
   * Returns every place within each circle: nearer ones first, then those smaller in area (overlapping zones are all at
   * 0), then those with lower ids.
   *
   * @throws RangeError if a number is not finite, or a radius is negative
   */
  around(circles: readonly Circle[]): Promise<NearestPlace[][]>;
}
