import type { SeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { createStreet, type PlanePoint, type Street } from '../../../app/rehearsal/walked-route.ts';
import type { Position } from '../../../contracts/geo.ts';
import { PlaceId } from '../../../contracts/vocabulary.ts';
import type { SeedPlace } from '../../../workers/nearest/nearest.api.ts';
import { toPosition } from './ground.ts';

/** How close the places of a town stand. */
export type Density = 'sparse' | 'dense';

/** A place of a simulated town. */
export interface TownPlace extends SeedPlace {
  /** Length of its story. */
  readonly storyMs: number;
  /** Where along the street it stands: what a walker who wants to hear it stops at. */
  readonly alongM: number;
}

/** A street with places along it. */
export interface Town {
  readonly street: Street;
  readonly places: readonly TownPlace[];
}

/** Metres from one place to the next along the street: dense ones are closer than the 7 m radius at times. */
const SPACING_M: Readonly<Record<Density, readonly [number, number]>> = { sparse: [45, 90], dense: [5, 30] };
const STREET_M = 450;
/** A place that nobody on the street is at: in a courtyard, or in the next street. */
const ASIDE_CHANCE = 0.3;

/** Makes a street of some 450 m with turns, and places on and beside it: half points, half zones of 5 to 15 m. */
export function makeTown(chance: SeededRandom, density: Density): Town {
  const street = createStreet(makeCorners(chance));
  const places: TownPlace[] = [];
  const [closeM, farM] = SPACING_M[density];
  let alongM = chance.between(20, 60);
  while (alongM < street.lengthM - 20) {
    const isAside = chance.happens(ASIDE_CHANCE);
    const sideM = isAside ? chance.between(14, 35) * (chance.happens(0.5) ? 1 : -1) : 3 * chance.normal();
    const [eastM, northM] = street.at(alongM);
    const [towardEast, towardNorth] = street.direction(alongM);
    const middle: PlanePoint = [eastM - sideM * towardNorth, northM + sideM * towardEast];
    places.push({
      id: PlaceId.parse(places.length + 1),
      geometry: chance.happens(0.5)
        ? { type: 'Point', coordinates: toPosition(middle) }
        : { type: 'Polygon', coordinates: [makeRing(chance, middle, isAside ? 6 : 15)] },
      storyMs: chance.between(10_000, 25_000),
      alongM,
    });
    alongM += chance.between(closeM, farM);
  }
  return { street, places };
}

function makeCorners(chance: SeededRandom): PlanePoint[] {
  const corners: PlanePoint[] = [[0, 0]];
  let heading = chance.between(0, 2 * Math.PI);
  let lengthM = 0;
  let [eastM, northM] = [0, 0];
  while (lengthM < STREET_M) {
    const legM = chance.between(50, 130);
    eastM += legM * Math.cos(heading);
    northM += legM * Math.sin(heading);
    corners.push([eastM, northM]);
    heading += chance.between(0.4, 1.6) * (chance.happens(0.5) ? 1 : -1);
    lengthM += legM;
  }
  return corners;
}

/** A ring of eight vertices around a middle, none farther from it than `maxM`. */
function makeRing(chance: SeededRandom, [eastM, northM]: PlanePoint, maxM: number): Position[] {
  const sizeM = chance.between(5, maxM);
  const ring = Array.from({ length: 8 }, (_, vertex): Position => {
    const angle = (Math.PI * vertex) / 4;
    const radiusM = sizeM * chance.between(0.7, 1);
    return toPosition([eastM + radiusM * Math.cos(angle), northM + radiusM * Math.sin(angle)]);
  });
  return ring[0] === undefined ? ring : [...ring, ring[0]];
}
