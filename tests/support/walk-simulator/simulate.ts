import { createChance } from './chance.ts';
import { judge, type MakeRule, type Verdict } from './judge.ts';
import { receive } from './receiver.ts';
import { type Density, makeTown } from './town.ts';
import { makeTrack } from './track.ts';

/** Deviations of the position's error that walks are simulated with, east and north each. */
export const SIGMAS_M = [3, 8, 15] as const;
/** Times between two fixes: 1, 0.5 and 0.2 a second. */
export const PERIODS_MS = [1000, 2000, 5000] as const;
/** Towns that walks lead through. */
export const DENSITIES: readonly Density[] = ['sparse', 'dense'];

/** One way of walking: its town, its noise, its fixes. The seed gives all the rest. */
export interface Walk {
  readonly seed: number;
  readonly density: Density;
  readonly sigmaM: number;
  readonly periodMs: number;
}

/** Every walk of these seeds: each density, noise and period. */
export function listWalks(seeds: readonly number[]): Walk[] {
  return seeds.flatMap((seed) =>
    DENSITIES.flatMap((density) =>
      SIGMAS_M.flatMap((sigmaM) => PERIODS_MS.map((periodMs) => ({ seed, density, sigmaM, periodMs }))),
    ),
  );
}

/** Walks once for each rule. All get the same town, track and fixes, and noise of any size the same town and track. */
export function simulate<Name extends string>(
  { seed, density, sigmaM, periodMs }: Walk,
  rules: Readonly<Record<Name, MakeRule>>,
): Record<Name, Verdict> {
  const town = makeTown(createChance(seed * 3), density);
  const track = makeTrack(createChance(seed * 3 + 1), town);
  const deliveries = receive(createChance(seed * 3 + 2), track, { sigmaM, periodMs });
  const verdicts = Object.entries<MakeRule>(rules).map(([name, rule]) => [name, judge(town, track, deliveries, rule)]);
  return Object.fromEntries(verdicts) as Record<Name, Verdict>;
}

/** Adds verdicts up. */
export function sumVerdicts(verdicts: readonly Verdict[]): Verdict {
  const sum = (key: Exclude<keyof Verdict, 'delaysMs'>): number =>
    verdicts.reduce((total, verdict) => total + verdict[key], 0);
  return {
    visited: sum('visited'),
    missed: sum('missed'),
    silent: sum('silent'),
    neverRight: sum('neverRight'),
    starts: sum('starts'),
    wrong: sum('wrong'),
    restarts: sum('restarts'),
    cut: sum('cut'),
    delaysMs: verdicts.flatMap(({ delaysMs }) => delaysMs),
  };
}

/** The mean of a verdict's delays; NaN when there are none. */
export function meanDelayMs({ delaysMs }: Verdict): number {
  return delaysMs.reduce((sum, delayMs) => sum + delayMs, 0) / delaysMs.length;
}
