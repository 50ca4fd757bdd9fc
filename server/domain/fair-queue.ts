import { AppError } from './app-error.ts';

/** The limits of one kind of costly work, running and waiting. */
export interface QueueBounds {
  /** The reason in the refusal's message: 'Too many pictures are being made'. */
  readonly busy: string;
  /** Maximum weight of all running work; heavier work runs alone. */
  readonly atOnce: number;
  /** The same for one owner, so that others needn't wait for its end. */
  readonly atOnceOfOne: number;
  /** Maximum number of waiting tasks. */
  readonly waiting: number;
  readonly waitingOfOne: number;
  /** Seconds after which a refused caller may try again. */
  readonly retryAfterS: number;
}

/**
 * Runs work when its turn comes: the owners take turns, and each owner's work runs in the order of the calls.
 * @param owner see {@link ownerOf}.
 * @param weight 1 unless the bounds count something else, such as bytes.
 * @throws AppError `busy` if too much waits: the owner with most waiting loses its newest task, this one or another.
 */
export type FairQueue = <Result>(owner: string, work: () => Promise<Result>, weight?: number) => Promise<Result>;

/** Returns the owner of a request's work: its account, or its address if it has no account. */
export function ownerOf({ id, address }: { readonly id?: number; readonly address?: string | undefined }): string {
  return id === undefined ? `address ${address}` : `account ${id}`;
}

/** How often other tasks may pass a task that is too heavy at the moment; after that it is next. */
const PASSED_MAX = 16;

interface Waiting {
  readonly weight: number;
  readonly start: () => void;
  readonly refuse: (error: AppError) => void;
  passed: number;
}

interface Owner {
  readonly name: string;
  /** Weight of the running tasks. */
  running: number;
  lastTurn: number;
  readonly waiting: Waiting[];
}

/** Creates a queue within this process. */
export function createFairQueue(bounds: QueueBounds): FairQueue {
  /** The owners with running or waiting work, in the order of arrival. */
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

  /** Starts at most one task of each owner; returns whether any started. */
  function startOneOfEach(): boolean {
    let began = false;
    const tooHeavy: Waiting[] = [];
    // An owner who has had no turn comes first, then the owner whose last turn is the longest ago.
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

  /** Refuses the newest task of one owner if too much waits: the newcomer's, unless another owner has more waiting. */
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
