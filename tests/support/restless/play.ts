import { setTimeout as pause } from 'node:timers/promises';
import { BrowserHangs, type Engine } from '../engines/engine.ts';
import type { TestServer } from '../server/server.ts';
import { type Action, isPossible, type Step } from './action.ts';
import { findBreach, findLoss } from './invariants.ts';
import { writeStep } from './step-text.ts';
import { readView, type View } from './view.ts';
import { openWorld, type World } from './world.ts';

/** What came of a sequence. */
export interface Outcome {
  /** What was done, to the breach. */
  readonly steps: readonly Step[];
  /** What did not hold; null where all did. */
  readonly breach: string | null;
}

/** The breach of a browser that hangs. */
export const HANG = 'The browser hangs';

/** How long a replay waits for a step to become possible: the machine may be busier than it was. */
const PATIENCE_MS = 1500;
/** The time that somebody takes to see what they did. */
const GLANCE_MS = 150;

/** In a fresh browser, does what `next` says until it says null or something does not hold. */
export async function play(
  engine: Engine,
  server: TestServer,
  actions: readonly Action[],
  next: (view: View, world: World) => Step | null | Promise<Step | null>,
): Promise<Outcome> {
  const world = await openWorld(engine, server);
  const steps: Step[] = [];
  try {
    let view = await readView(world.tab());
    for (;;) {
      const step = await next(view, world);
      if (step === null) return { steps, breach: await findLoss(world) };
      steps.push(step);
      // The browser may not be able to, as to reload without a network: a person carries on, as does this.
      await actions
        .find(({ name }) => name === step.action)
        ?.run(world, step.on)
        .catch((error: Error) => console.log(`${writeStep(step)} could not be done: ${error.message.split('\n')[0]}`));
      await pause(GLANCE_MS);
      view = await readView(world.tab());
      const breach = await findBreach(view, world);
      if (breach !== null) return { steps, breach };
    }
  } catch (error) {
    if (error instanceof BrowserHangs) return { steps, breach: HANG };
    throw new Error(`No view after\n${steps.map(writeStep).join('\n')}`, { cause: error });
  } finally {
    await world.close().catch(() => undefined);
  }
}

/** Does these steps again, without those that are not possible then. */
export function replay(
  engine: Engine,
  server: TestServer,
  actions: readonly Action[],
  steps: readonly Step[],
): Promise<Outcome> {
  let at = 0;
  return play(engine, server, actions, async (_, world) => {
    while (at < steps.length) {
      const step = steps[at];
      at += 1;
      if (step !== undefined && (await world.sees((view) => isPossible(actions, step, view, world), PATIENCE_MS))) {
        return step;
      }
    }
    return null;
  });
}

/** What kind of breach it is, by its words alone: a replay has other numbers and titles. */
export function kindOf(breach: string): string {
  return breach.split('\n')[0]?.replace(/\d+/g, 'n').slice(0, 120) ?? '';
}
