import type { ShapePack } from '../../audio-wasm/kernels.ts';
import type { Geometry } from '../../contracts/geo.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';

/** A place as the index knows it. */
export interface SeedPlace {
  readonly id: PlaceId;
  readonly geometry: Geometry;
}

/** Places in the form that crosses to the worker without being copied: each id with the shape of the same index. */
export interface PackedPlaces {
  readonly ids: readonly PlaceId[];
  readonly shapes: ShapePack;
}

/** A circle to look for places in. */
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

/** What the nearest worker does. */
export interface NearestApi {
  /** Replaces all places. @throws RangeError when an id stands twice */
  seed(places: PackedPlaces): Promise<void>;
  /** @throws RangeError when the place is there already */
  add(place: SeedPlace): Promise<void>;
  /** Gives a place another geometry. @throws RangeError when it isn't there */
  move(place: SeedPlace): Promise<void>;
  /** @throws RangeError when the place isn't there */
  remove(id: PlaceId): Promise<void>;
  /**
   * Every place within each circle: the nearer first, then the smaller, then the lower id.
   *
   * @throws RangeError when a number is not finite, or a radius is negative
   */
  around(circles: readonly Circle[]): Promise<NearestPlace[][]>;
}
