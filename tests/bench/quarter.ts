import { createRandom } from '../../app/rehearsal/seeded-random.ts';
import type { Position } from '../../contracts/geo.ts';
import { PlaceId } from '../../contracts/vocabulary.ts';
import type { SeedPlace } from '../../workers/nearest/nearest.api.ts';
import type { Fix } from '../support/geometry/locator.ts';

/** Ground that each place has on average, so that a fix reaches as many of 10,000 places as of 100. */
const GROUND_M2 = 2500;
const ZONE_VERTICES = 64;
const CENTRE: Position = [2.347, 48.8555];
/** Degrees that a metre is at CENTRE. */
const EAST = 1 / 73_360;
const NORTH = 1 / 111_200;
/** A walker's pace, with a fix each second. */
const STEP_M = 1.4;

/** Side in metres of the square that so many places stand on. */
export function sideM(count: number): number {
  return Math.sqrt(count * GROUND_M2);
}

/**
 * Places strewn evenly over a square around the Ile de la Cite: points and zones by turns, the zones of 64 vertices,
 * 7 to 40 m from their middle, with bays and capes. They overlap. The same for the same seed.
 */
export function makePlaces(seed: number, count: number): SeedPlace[] {
  const random = createRandom(seed);
  const half = sideM(count) / 2;
  return Array.from({ length: count }, (_, index): SeedPlace => {
    const [eastM, northM] = [half * (2 * random() - 1), half * (2 * random() - 1)];
    const id = PlaceId.parse(index + 1);
    if (index % 2 === 0) return { id, geometry: { type: 'Point', coordinates: at(eastM, northM) } };
    const sizeM = 10 + 21 * random();
    const bays = 2 + Math.floor(4 * random());
    const ring = Array.from({ length: ZONE_VERTICES }, (_, vertex): Position => {
      const angle = (2 * Math.PI * vertex) / ZONE_VERTICES;
      const radiusM = sizeM * (1 + 0.3 * Math.sin(bays * angle));
      return at(eastM + radiusM * Math.cos(angle), northM + radiusM * Math.sin(angle));
    });
    const [first] = ring;
    return { id, geometry: { type: 'Polygon', coordinates: [first === undefined ? ring : [...ring, first]] } };
  });
}

/**
 * A walk through the square at 1.4 m and one fix a second, in wide bends, back from the square's border; accuracies of
 * 3 to 30 m. The same for the same seed.
 */
export function makeWalk(seed: number, count: number, fixes: number): Fix[] {
  const random = createRandom(seed);
  const half = sideM(count) / 2;
  let [eastM, northM, heading] = [0, 0, 2 * Math.PI * random()];
  return Array.from({ length: fixes }, (_, second): Fix => {
    heading += 0.3 * (random() - 0.5);
    if (Math.hypot(eastM, northM) > half) heading = Math.atan2(-northM, -eastM);
    eastM += STEP_M * Math.cos(heading);
    northM += STEP_M * Math.sin(heading);
    return { position: at(eastM, northM), accuracyM: 3 + 27 * random(), timestampMs: second * 1000 };
  });
}

function at(eastM: number, northM: number): Position {
  return [CENTRE[0] + eastM * EAST, CENTRE[1] + northM * NORTH];
}
