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

/** One position, as geolocation gives it. */
export interface Fix {
  /** `[lng, lat]` in degrees. */
  readonly position: readonly [number, number];
  /** Radius of the circle that holds the true position with 95 % probability. */
  readonly accuracyM: number;
  readonly timestampMs: number;
}

/** A place within reach. */
export interface NearestPlace {
  readonly id: PlaceId;
  /** 0 inside a polygon and on its border. */
  readonly distanceM: number;
}

/** A place that came within reach. */
export interface EnteredPlace extends NearestPlace {
  readonly geometryType: Geometry['type'];
}

/** What a fix means for the places. */
export interface Located {
  /** The nearest place within reach, or null. */
  readonly nearest: NearestPlace | null;
  /** Places that came within reach since the last fix, nearest first. */
  readonly entered: readonly EnteredPlace[];
  /** Places that went out of reach since the last fix, or were removed while they were in it; by rising id. */
  readonly left: readonly PlaceId[];
}

/** What the nearest worker does. */
export interface NearestApi {
  /**
   * Replaces all places. `reached`, when given, replaces what counts as reached so far, so that a fresh worker does
   * not report as entered what the one before it already did.
   *
   * @throws RangeError when an id stands twice
   */
  seed(places: PackedPlaces, reached?: readonly PlaceId[]): Promise<void>;
  /** @throws RangeError when the place is there already */
  add(place: SeedPlace): Promise<void>;
  /** Gives a place another geometry. @throws RangeError when it isn't there */
  move(place: SeedPlace): Promise<void>;
  /** @throws RangeError when the place isn't there */
  remove(id: PlaceId): Promise<void>;
  /** @throws RangeError when a number of the fix is not one, or the accuracy is negative */
  locate(fix: Fix): Promise<Located>;
  /**
   * Every place within `radiusM` of a position, the preferred first; leaves what counts as reached alone.
   *
   * @throws RangeError when a number is not one, or the radius is negative
   */
  around(position: readonly [number, number], radiusM: number): Promise<NearestPlace[]>;
}
