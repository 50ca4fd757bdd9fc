import { createSeededRandom } from '../../../app/rehearsal/seeded-random.ts';
import { judge, type MakeRule, type Verdict } from './judge.ts';
import { receive } from './receiver.ts';
import { type Density, makeTown, type Town } from './town.ts';
import { makeTrack, type Track } from './track.ts';

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
  const { town, track } = groundOf(seed, density);
  const deliveries = receive(createSeededRandom(seed * 3 + 2), track, { sigmaM, periodMs });
  const verdicts = Object.entries<MakeRule>(rules).map(([name, rule]) => [name, judge(town, track, deliveries, rule)]);
  return Object.fromEntries(verdicts) as Record<Name, Verdict>;
}

/** What the last walk led through: walks of the same seed and density follow each other. */
let ground: { readonly key: string; readonly town: Town; readonly track: Track } | null = null;

function groundOf(seed: number, density: Density): { readonly town: Town; readonly track: Track } {
  const key = `${seed} ${density}`;
  if (ground?.key === key) return ground;
  const town = makeTown(createSeededRandom(seed * 3), density);
  ground = { key, town, track: makeTrack(createSeededRandom(seed * 3 + 1), town) };
  return ground;
}

/** Adds verdicts up. */
export function sumVerdicts(verdicts: readonly Verdict[]): Verdict {
  const sum = (key: Exclude<keyof Verdict, 'delays'>): number =>
    verdicts.reduce((total, verdict) => total + verdict[key], 0);
  return {
    visited: sum('visited'),
    missed: sum('missed'),
    wrong: sum('wrong'),
    restarts: sum('restarts'),
    cut: sum('cut'),
    delays: verdicts.flatMap(({ delays }) => delays),
    starts: sum('starts'),
    again: sum('again'),
    unfinished: sum('unfinished'),
    untold: sum('untold'),
  };
}

/** The mean delay over all visited places, a missed one counting with all the time at it; NaN when there are none. */
export function meanDelayMs({ delays }: Verdict): number {
  return mean(delays.map(({ delayMs }) => delayMs));
}

/**
 * The mean delays of two rules on the same walks over the places that both caught; NaN when there are none.
 *
 * @param other of the same walks, so that both have the same places
 */
export function meanDelaysOfBothMs({ delays }: Verdict, other: Verdict): [number, number] {
  const pairs = delays.flatMap(({ delayMs, missed }, index) => {
    const others = other.delays[index];
    return missed || others === undefined || others.missed ? [] : [[delayMs, others.delayMs] as const];
  });
  return [mean(pairs.map(([delayMs]) => delayMs)), mean(pairs.map(([, delayMs]) => delayMs))];
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
