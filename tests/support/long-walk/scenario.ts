import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { createStreet, type PlanePoint } from '../../../app/rehearsal/walked-route.ts';
import type { Geometry } from '../../../contracts/geo.ts';
import { toPosition } from '../walk-simulator/ground.ts';
import { type Delivery, receive } from '../walk-simulator/receiver.ts';
import { TRACK_STEP_MS, type Track } from '../walk-simulator/track.ts';

/** A place of the long walk, before the server gave it an id. */
export interface WalkPlace {
  readonly name: string;
  readonly geometry: Geometry;
  /** Length of its story. */
  readonly storyS: number;
}

/** A walk of two hours through a quarter with 300 places. The same for the same seed. */
export interface LongWalk {
  readonly places: readonly WalkPlace[];
  /** Where the walker truly is. */
  readonly track: Track;
  /** What the phone tells of it. */
  readonly deliveries: readonly Delivery[];
}

/** How long the walk is. */
export const WALK_MS = 2 * 3600 * 1000;

const PLACES = 300;
const STREET_M = 320;
/** From one street to the next; half of it lies between a walker and the places in the courtyards. */
const BETWEEN_STREETS_M = 90;
const BETWEEN_STOPS_M = 64;
const STOPS = 62;
const PACE_MPS = 1.3;
/** Longer than what counts as heard, and told to its end at 8 times its speed in 2 s. */
const STORY_S = 15;
/** Of places that are never reached: it is not to be heard. */
const FAR_STORY_S = 1;
const STOP_MS = 45_000;
/** Where zones overlap, both are listened to. */
const DOUBLE_STOP_MS = 80_000;
/** Open sky with trees and houses: the position is told to some 7 m. */
const SIGMA_M = 3;
const PERIOD_MS = 1000;

/** Makes the walk of a seed. */
export function makeLongWalk(seed: number): LongWalk {
  const chance = createSeededRandom(seed);
  const street = createStreet(corners());
  const places: WalkPlace[] = [];
  const stops: { readonly alongM: number; readonly stayMs: number }[] = [];

  function add(geometry: Geometry, storyS: number): void {
    places.push({ name: `Lieu ${places.length + 1}`, geometry, storyS });
  }
  function zone(middle: PlanePoint, sizeM: number): Geometry {
    const ring = Array.from({ length: 8 }, (_, vertex) => {
      const angle = (Math.PI * vertex) / 4;
      const radiusM = sizeM * chance.between(0.8, 1);
      return toPosition([middle[0] + radiusM * Math.cos(angle), middle[1] + radiusM * Math.sin(angle)]);
    });
    return { type: 'Polygon', coordinates: [ring[0] === undefined ? ring : [...ring, ring[0]]] };
  }
  const point = (spot: PlanePoint): Geometry => ({ type: 'Point', coordinates: toPosition(spot) });

  for (let stop = 1; stop <= STOPS; stop++) {
    const alongM = stop * BETWEEN_STOPS_M;
    const spot = street.at(alongM);
    // Every sixth is walked by: a place that is come near without anybody staying.
    if (stop % 6 === 0) {
      add(point(spot), STORY_S);
      continue;
    }
    const isDouble = stop % 4 === 0;
    stops.push({ alongM, stayMs: isDouble ? DOUBLE_STOP_MS : STOP_MS });
    add(stop % 2 === 0 ? zone(spot, 12) : point(spot), STORY_S);
    if (isDouble) add(zone([spot[0] + 5, spot[1] + 4], 14), STORY_S);
  }
  while (places.length < PLACES) {
    const spot = courtyard(chance.between(0, 1), chance.between(0, 1));
    add(chance.happens(0.5) ? point(spot) : zone(spot, 7), FAR_STORY_S);
  }
  const track = walkAlong(street, stops);
  return { places, track, deliveries: receive(chance, track, { sigmaM: SIGMA_M, periodMs: PERIOD_MS }) };
}

const STREETS = Math.ceil((STOPS * BETWEEN_STOPS_M) / (STREET_M + BETWEEN_STREETS_M)) + 1;

/** Up one street and down the next. */
function corners(): PlanePoint[] {
  return Array.from({ length: STREETS }, (_, index): PlanePoint[] => {
    const eastM = index * BETWEEN_STREETS_M;
    const ends: PlanePoint[] = [
      [eastM, 0],
      [eastM, STREET_M],
    ];
    return index % 2 === 0 ? ends : ends.reverse();
  }).flat();
}

/** A spot between two streets, where nobody on them is near. */
function courtyard(part: number, where: number): PlanePoint {
  const index = Math.floor(part * (STREETS - 1));
  return [(index + 0.5) * BETWEEN_STREETS_M, 60 + where * (STREET_M - 120)];
}

/** Walks from stop to stop, then back past those that time still allows. */
function walkAlong(
  street: ReturnType<typeof createStreet>,
  stops: readonly { readonly alongM: number; readonly stayMs: number }[],
): Track {
  const spots: PlanePoint[] = [];
  const count = WALK_MS / TRACK_STEP_MS;
  const stepM = (PACE_MPS * TRACK_STEP_MS) / 1000;
  let alongM = 0;
  const stand = (forMs: number): void => {
    for (let ms = 0; ms < forMs && spots.length < count; ms += TRACK_STEP_MS) spots.push(street.at(alongM));
  };
  const walkTo = (toM: number): void => {
    while (Math.abs(toM - alongM) > stepM && spots.length < count) {
      alongM += Math.sign(toM - alongM) * stepM;
      spots.push(street.at(alongM));
    }
  };
  stand(10_000);
  for (const stop of stops) {
    walkTo(stop.alongM);
    stand(stop.stayMs);
  }
  walkTo(0);
  stand(WALK_MS);
  return spots;
}
