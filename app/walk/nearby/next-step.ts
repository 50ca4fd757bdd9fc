import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';

type Step = Pick<Place, 'id' | 'map' | 'step'>;

/** A walker who skips fewer steps goes on from where they are; more are a way that passes there twice. */
const SKIPPED_MAX = 2;

/**
 * Returns which of the places left can be named as the next one: on a parcours with an order only its next step, and
 * those without a number once no step is left. Pure.
 *
 * @param left in the order of the list
 * @param passed the places whose story was played, or where the walker is
 */
export function nextSteps<P extends Step>(left: readonly P[], passed: readonly Step[]): P[] {
  const mapIds = new Set(left.map(({ map }) => map.id));
  return [...mapIds].flatMap((mapId) => {
    const own = left.filter(({ map }) => map.id === mapId);
    const first = own.find(({ step }) => step !== undefined);
    if (first === undefined) return own;
    const reached = reachedStep(passed, mapId);
    return [own.find(({ step }) => step !== undefined && step > reached) ?? first];
  });
}

/** Returns the last step of the longest run of passed ones; 0 without one. */
function reachedStep(passed: readonly Step[], mapId: ParcoursId): number {
  const steps = passed.flatMap(({ map, step }) => (map.id === mapId && step !== undefined ? step : []));
  const runs: number[][] = [];
  for (const step of [...new Set(steps)].sort((a, b) => a - b)) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || step - last > SKIPPED_MAX + 1) runs.push([step]);
    else run.push(step);
  }
  const longest = runs.reduce<readonly number[]>((best, run) => (run.length > best.length ? run : best), []);
  return longest.at(-1) ?? 0;
}
