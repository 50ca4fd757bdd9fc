import type { SeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { PlanePoint } from '../../../app/rehearsal/walked-route.ts';
import type { Town } from './town.ts';

/** Time between two points of a track. */
export const TRACK_STEP_MS = 200;

/** Where a walker truly is: one point every {@link TRACK_STEP_MS}, the first one at 0 ms. */
export type Track = readonly PlanePoint[];

const STOP_CHANCE = 0.5;
const TURN_CHANCE = 0.08;

/**
 * Walks the street of a town from its start to its end at 1.0 to 1.6 m/s. The walker stops at half of the places for 8
 * to 25 s, and now and then turns round, walks 15 to 50 m back and comes again.
 */
export function makeTrack(chance: SeededRandom, { street, places }: Town): Track {
  const points: PlanePoint[] = [];
  let alongM = 0;
  const standFor = (ms: number): void => {
    for (let atMs = 0; atMs < ms; atMs += TRACK_STEP_MS) points.push(street.at(alongM));
  };
  const walkTo = (toM: number): void => {
    const stepM = (chance.between(1, 1.6) * TRACK_STEP_MS) / 1000;
    while (Math.abs(toM - alongM) > stepM) {
      alongM += Math.sign(toM - alongM) * stepM;
      points.push(street.at(alongM));
    }
  };
  standFor(5000);
  for (const place of places) {
    walkTo(place.alongM + chance.between(-3, 3));
    if (chance.happens(STOP_CHANCE)) standFor(chance.between(8000, 25_000));
    if (!chance.happens(TURN_CHANCE)) continue;
    walkTo(Math.max(0, alongM - chance.between(15, 50)));
    walkTo(place.alongM);
  }
  walkTo(street.lengthM);
  standFor(10_000);
  return points;
}
