import { createRandom } from '../../../app/rehearsal/seeded-random.ts';
import { type Engine, HANGS_MAX } from '../engines/engine.ts';
import type { TestServer } from '../server/server.ts';
import type { Action, Step } from './action.ts';
import { AROUND } from './actions/around.ts';
import { DROPS } from './actions/drops.ts';
import { ON_SCREEN } from './actions/on-screen.ts';
import { chooseByChance } from './choose.ts';
import { HANG, kindOf, play, replay } from './play.ts';
import { shrink } from './shrink.ts';
import { readSteps, writeStep } from './step-text.ts';

const ACTIONS: readonly Action[] = [...ON_SCREEN, ...DROPS, ...AROUND];

/** How long a restless user keeps acting. */
export interface Restless {
  /** The first seed; the next ones follow it. */
  readonly seed: number;
  /** How many seeds there are at the most; as many as there is time for if left out. */
  readonly seedsMax?: number;
  /** Actions of each seed. */
  readonly actions: number;
  /** No action and no seed begins after this time in ms. */
  readonly forMs: number;
  /** How long the steps of a failure are made fewer. */
  readonly shrinkMs: number;
}

/** Does printed steps again; returns what did not hold, or null. */
export async function beRestlessAgain(engine: Engine, server: TestServer, printed: string): Promise<string | null> {
  const { steps, breach } = await replay(engine, server, ACTIONS, readSteps(printed));
  console.log(`${engine.name}: did\n${print(steps)}`);
  return breach;
}

/** What was found, and what it took. */
export interface Report {
  readonly seeds: number;
  readonly actions: number;
  /** A text for each kind of failure: what did not hold, and the shortest steps that lead there. */
  readonly finds: readonly string[];
}

/** Lets a restless user use the app: random actions, seed after seed, each in a fresh browser. */
export async function beRestless(engine: Engine, server: TestServer, options: Restless): Promise<Report> {
  const endMs = Date.now() + options.forMs;
  const { seedsMax = Number.POSITIVE_INFINITY } = options;
  const finds = new Map<string, string>();
  let [seeds, actions] = [0, 0];
  for (let seed = options.seed; Date.now() < endMs && seeds < seedsMax; seed++) {
    seeds += 1;
    const choose = chooseByChance(ACTIONS, createRandom(seed));
    let left = options.actions;
    let { steps, breach } = await play(engine, server, ACTIONS, (view, world) => {
      if (left === 0 || Date.now() > endMs) return null;
      left -= 1;
      return choose(view, world);
    });
    actions += steps.length;
    for (let hangs = 1; breach === HANG && hangs <= HANGS_MAX; hangs++) {
      console.warn(`${engine.name}, seed ${seed}: hung after these steps, which are done again\n${print(steps)}`);
      ({ breach } = await replay(engine, server, ACTIONS, steps));
    }
    if (breach === null) {
      console.log(`${engine.name}, seed ${seed}: ${steps.length} actions, nothing failed`);
      continue;
    }
    console.log(`${engine.name}, seed ${seed}: ${breach}\n${print(steps)}`);
    const kind = kindOf(breach);
    // What is known already is not made shorter again.
    if (finds.has(kind)) continue;
    const shortest = await shorten(engine, server, steps, breach, options.shrinkMs);
    const find = `${engine.name}, seed ${seed}: ${breach}\nThe shortest steps that lead there:\n${print(shortest)}`;
    finds.set(kind, find);
    console.log(find);
  }
  return { seeds, actions, finds: [...finds.values()] };
}

const print = (steps: readonly Step[]): string => steps.map(writeStep).join('\n');

/** The fewest of these steps that lead to the same kind of breach, as far as the time allows. */
async function shorten(
  engine: Engine,
  server: TestServer,
  steps: readonly Step[],
  breach: string,
  forMs: number,
): Promise<readonly Step[]> {
  const endMs = Date.now() + forMs;
  return shrink(steps, async (part) => {
    if (Date.now() > endMs) return false;
    const outcome = await replay(engine, server, ACTIONS, part);
    return outcome.breach !== null && kindOf(outcome.breach) === kindOf(breach);
  });
}
