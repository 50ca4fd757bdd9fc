import { createWander, drawAccuracyM, drawCorrelationMs } from '../../../app/rehearsal/gps-noise.ts';
import type { SeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import type { PlanePoint } from '../../../app/rehearsal/walked-route.ts';
import type { Fix } from '../geometry/locator.ts';
import { toPosition } from './ground.ts';
import { TRACK_STEP_MS, type Track } from './track.ts';

/** How well a walker's position is known. */
export interface Reception {
  /** Deviation of the error, east and north each. */
  readonly sigmaM: number;
  /** Time between two fixes. */
  readonly periodMs: number;
}

/** A fix on its way to the page. */
export interface Delivery {
  /** When the page gets it; its own `timestampMs` is when it was taken. */
  readonly atMs: number;
  readonly fix: Fix;
}

/**
 * What a phone tells of a track. The error wanders (20 to 30 s), the accuracy told fits its size within a fifth. About
 * every two minutes reception is lost for 6 to 20 s, about every minute a reflected signal throws the position 25 to
 * 70 m away for 1 to 4 s without a word in the accuracy, and one fix in 60 is from the network: off by hundreds of
 * metres and says so. One in 100 comes late, after the next one.
 */
export function receive(chance: SeededRandom, track: Track, { sigmaM, periodMs }: Reception): Delivery[] {
  const correlationMs = drawCorrelationMs(chance);
  const east = createWander(chance, sigmaM, correlationMs);
  const north = createWander(chance, sigmaM, correlationMs);
  const deliveries: Delivery[] = [];
  let lostUntilMs = 0;
  let thrown: { readonly untilMs: number; readonly by: PlanePoint } | null = null;
  const endMs = (track.length - 1) * TRACK_STEP_MS;
  for (let atMs = 0; atMs <= endMs; atMs += periodMs) {
    const point = track[Math.round(atMs / TRACK_STEP_MS)] ?? [0, 0];
    const error: PlanePoint = [east(periodMs), north(periodMs)];
    if (chance.happens(periodMs / 120_000)) lostUntilMs = atMs + chance.between(6000, 20_000);
    if (chance.happens(periodMs / 60_000)) {
      const [awayM, angle] = [chance.between(25, 70), chance.between(0, 2 * Math.PI)];
      thrown = { untilMs: atMs + chance.between(1000, 4000), by: [awayM * Math.cos(angle), awayM * Math.sin(angle)] };
    }
    if (atMs < lostUntilMs) continue;
    const by = thrown !== null && atMs < thrown.untilMs ? thrown.by : [0, 0];
    const isVague = chance.happens(1 / 60);
    const [vagueEastM, vagueNorthM] = isVague ? [200 * chance.normal(), 200 * chance.normal()] : [0, 0];
    const isLate = chance.happens(1 / 100);
    deliveries.push({
      atMs: isLate ? atMs + periodMs + TRACK_STEP_MS : atMs,
      fix: {
        position: toPosition([
          point[0] + error[0] + (by[0] ?? 0) + vagueEastM,
          point[1] + error[1] + (by[1] ?? 0) + vagueNorthM,
        ]),
        accuracyM: isVague ? chance.between(400, 600) : drawAccuracyM(chance, sigmaM),
        timestampMs: atMs,
      },
    });
  }
  return deliveries.sort((a, b) => a.atMs - b.atMs);
}
