import type { View } from './view.ts';
import type { World } from './world.ts';

/** A thing that somebody does, and on what: enough to do it again. */
export interface Step {
  readonly action: string;
  /** A control, a place, a point; empty where there is nothing to choose. */
  readonly on: string;
}

/** A kind of thing that somebody may do. */
export interface Action {
  readonly name: string;
  /** How often it is done, compared with the others that are possible. */
  readonly weight: number;
  /** On what it is possible now; empty where it is not. `['']` for what there is only one of. */
  readonly choices: (view: View, world: World) => readonly string[];
  /** Does it. What is not there any more is left alone. */
  readonly run: (world: World, on: string) => Promise<void>;
}

/** Whether a step is possible now. */
export function isPossible(actions: readonly Action[], { action, on }: Step, view: View, world: World): boolean {
  return actions.some(({ name, choices }) => name === action && choices(view, world).includes(on));
}

/** `['']` where something is the case, and no choice otherwise. */
export function when(isCase: boolean): readonly string[] {
  return isCase ? [''] : [];
}
