import type { Action, Step } from './action.ts';
import type { View } from './view.ts';
import type { World } from './world.ts';

/** Draws several choices and takes the one taken least before: rare screens are reached sooner. */
const DRAWS = 3;

/**
 * Makes a function that chooses what is done next, by chance: an action by its weight, then on what.
 *
 * @param random evenly from 0 to 1
 */
export function chooseByChance(
  actions: readonly Action[],
  random: () => number,
): (view: View, world: World) => Step | null {
  const taken = new Map<string, number>();
  const timesOf = ({ action, on }: Step): number => taken.get(`${action} ${on}`) ?? 0;
  return (view, world) => {
    const possible = actions.flatMap(({ name, weight, choices }) => {
      const on = choices(view, world);
      return on.length === 0 ? [] : [{ name, weight, on }];
    });
    let left = random() * possible.reduce((sum, { weight }) => sum + weight, 0);
    for (const { name, weight, on } of possible) {
      left -= weight;
      if (left > 0) continue;
      const drawn = Array.from({ length: DRAWS }, () => ({
        action: name,
        on: on[Math.floor(random() * on.length)] ?? '',
      }));
      const [step] = drawn.sort((one, other) => timesOf(one) - timesOf(other));
      if (step !== undefined) taken.set(`${step.action} ${step.on}`, timesOf(step) + 1);
      return step ?? null;
    }
    return null;
  };
}
