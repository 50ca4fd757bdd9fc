import { AppError } from './app-error.ts';

/** How much costly work of one kind there may be: at once, and waiting. */
export interface QueueBounds {
  /** What it is, as the refusal says it: 'Pictures are being drawn'. */
  readonly busy: string;
  /** Most weight of all that runs; what is heavier runs alone. */
  readonly atOnce: number;
  /** The same of one owner's, so that others needn't wait for its end. */
  readonly atOnceOfOne: number;
  /** Most that wait. */
  readonly waiting: number;
  /** The same of one owner. */
  readonly waitingOfOne: number;
  /** When a refused one may come again. */
  readonly retryAfterS: number;
}

/**
 * Runs work when its turn comes: the owners take turns, each one's own in the order of its calls.
 *
 * @param owner whose work it is: see {@link ownerOf}.
 * @param weight 1 unless the bounds are of something else, such as bytes.
 * @throws AppError `busy` if too much waits: the newest task of the owner with most waiting is refused, be it this one or not.
 */
export type FairQueue = <Result>(owner: string, work: () => Promise<Result>, weight?: number) => Promise<Result>;

/** Whose work a request is: its account's, or its address's where it has none. */
export function ownerOf({ id, address }: { readonly id?: number; readonly address?: string | undefined }): string {
  return id === undefined ? `address ${address}` : `account ${id}`;
}

/** So often others may pass what is too heavy just now; then it is next. */
const PASSED_MAX = 16;

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
  passed: number;
}

interface Owner {
  readonly name: string;
  /** Weight of what runs. */
  running: number;
  lastTurn: number;
  readonly waiting: Waiting[];
}

/** Creates a queue within this process. */
export function createFairQueue(bounds: QueueBounds): FairQueue {
  /** Those who have work here, in the order in which they came. */
  const owners = new Map<string, Owner>();
  let running = 0;
  let waiting = 0;
  let turns = 0;

  function forgetIfIdle({ name, running, waiting }: Owner): void {
    if (running === 0 && waiting.length === 0) owners.delete(name);
  }

  function startWhatMay(): void {
    while (startOneOfEach());
  }

  /** Whether anything began. */
  function startOneOfEach(): boolean {
    let began = false;
    const tooHeavy: Waiting[] = [];
    // Who has had no turn comes first, then who waits longest since theirs.
    for (const owner of [...owners.values()].sort((one, other) => one.lastTurn - other.lastTurn)) {
      const [next] = owner.waiting;
      if (next === undefined || !hasRoom(owner.running, next.weight, bounds.atOnceOfOne)) continue;
      if (!hasRoom(running, next.weight, bounds.atOnce)) {
        if (next.passed >= PASSED_MAX) return began;
        tooHeavy.push(next);
        continue;
      }
      owner.waiting.shift();
      waiting -= 1;
      running += next.weight;
      owner.running += next.weight;
      owner.lastTurn = ++turns;
      next.start();
      began = true;
      for (const passed of tooHeavy) passed.passed += 1;
    }
    return began;
  }

  /** Refuses the newest of one owner if too much waits: of the newcomer, unless another has more waiting. */
  function refuseOne(newcomer: Owner): void {
    const longest = [...owners.values()].reduce((most, one) => (one.waiting.length > most.waiting.length ? one : most));
    const isOwnTooLong = newcomer.waiting.length > bounds.waitingOfOne;
    const refused = isOwnTooLong || longest.waiting.length <= newcomer.waiting.length ? newcomer : longest;
    refused.waiting.pop()?.refuse(refusal(bounds));
    waiting -= 1;
    forgetIfIdle(refused);
  }

  return async (name, work, weight = 1) => {
    const owner = owners.get(name) ?? { name, running: 0, lastTurn: 0, waiting: [] };
    owners.set(name, owner);
    const turn = new Promise<void>((start, refuse) => owner.waiting.push({ weight, start, refuse, passed: 0 }));
    waiting += 1;
    startWhatMay();
    if (owner.waiting.length > bounds.waitingOfOne || waiting > bounds.waiting) refuseOne(owner);
    await turn;
    try {
      return await work();
    } finally {
      running -= weight;
      owner.running -= weight;
      forgetIfIdle(owner);
      startWhatMay();
    }
  };
}

function hasRoom(sum: number, weight: number, most: number): boolean {
  return sum === 0 || sum + weight <= most;
}

function refusal({ busy, retryAfterS }: QueueBounds): AppError {
  return new AppError('busy', `${busy}; try again in ${retryAfterS} s`, { retryAfterS });
}
