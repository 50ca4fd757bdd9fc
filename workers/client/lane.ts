import { type ProxyMarked, proxy, type Remote, releaseProxy, wrap } from 'comlink';

/** Slices of a worker's time to answer: a slice lasts longer while the page itself is suspended. */
const SLICES = 5;
/** How long a worker may take to answer when the page returns: most never block longer than a few milliseconds. */
const ANSWER_MAX_MS = 1000;
/** How long its replacement may take to become ready; with the time above, 3 s from the return. */
const RENEWED_MAX_MS = 1800;

/** `off`: no worker, the next call starts one; `idle`: the worker waits; `busy`: a call runs; `disposed` is final. */
export type LaneState = 'off' | 'idle' | 'busy' | 'disposed';

/** The options of a lane. `Api` is the API that its worker exposes with Comlink. */
export interface LaneOptions<Api> {
  /** For error messages, such as `peaks`. */
  readonly name: string;
  /** Creates the worker. Called when a call needs one and none is running. */
  readonly spawn: () => Worker;
  /** Idle time in milliseconds after which the worker is terminated; `null` for never. */
  readonly idleMs: number | null;
  /**
   * How long a busy worker may be silent before it is probed, and how long it may take to answer; 1 s unless it
   * computes for longer without yielding its thread. Any message counts, such as progress.
   */
  readonly answerMaxMs?: number;
  /** The classes of the errors that the worker throws, by name. */
  readonly errors?: ErrorTable;
  /** Prepares each new worker before its first call, for example by seeding it again. */
  readonly onStart?: (remote: Remote<Api>) => Promise<void>;
  /** Called after each change of state. */
  readonly onState?: (state: LaneState) => void;
}

interface LaneCall {
  /**
   * Wraps a callback for the worker. Once the call has settled, further messages are dropped; a worker that needs its last
   * message delivered awaits it before it returns. The worker releases its end (`callback[releaseProxy]()`).
   */
  callback<Args extends unknown[]>(listener: (...args: Args) => void): ((...args: Args) => void) & ProxyMarked;
}

/** One worker with its queue and lifecycle. Created by `createLane`. */
export interface Lane<Api> {
  /**
   * Runs jobs on the worker one at a time, in the order of the calls. Aborting the running one terminates the worker,
   * because nothing else stops its computation. If the system ended the worker without an event, its job is run again,
   * at most twice: so a job must create itself what it transfers.
   *
   * @throws the signal's reason; WorkerCrashedError; LaneDisposedError; what the worker threw, with its class restored.
   */
  run<T>(
    job: (remote: Remote<Api>, call: LaneCall) => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<T>;
  readonly state: LaneState;
  /** Terminates the worker and rejects all pending calls with LaneDisposedError. */
  dispose(): void;
}

interface Session<Api> {
  readonly worker: Worker;
  readonly remote: Remote<Api>;
  readonly ready: Promise<void>;
  isReady: boolean;
  /** Whether it has sent a message: its script runs. */
  hasSpoken: boolean;
}

interface Call<Api> {
  /** Runs the job; never rejects. Resolves with a function that settles the caller's promise. */
  readonly start: (remote: Remote<Api>) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
  losses: number;
}

/** A job is given up after the system ended this number of workers. */
const LOSSES_MAX = 3;

/** One check per lane with a worker; each probes that worker. */
const checks = new Set<() => void>();
let isWatching = false;

/**
 * Probes the workers on each return to the page: iOS ends those of a background page without any event, and Comlink
 * never settles a call to such a worker.
 */
function watchReturns(): void {
  if (isWatching) return;
  isWatching = true;
  const check = (): void => {
    if (document.visibilityState === 'visible') for (const one of checks) one();
  };
  // The second event is for returns from the back/forward cache, the third for a page that was frozen.
  document.addEventListener('visibilitychange', check);
  window.addEventListener('pageshow', check);
  document.addEventListener('resume', check);
}

/** Creates a lane. Comlink never settles a call whose worker died: workers must only be called through a lane. */
export function createLane<Api>(options: LaneOptions<Api>): Lane<Api> {
  const { name, errors = {}, answerMaxMs = ANSWER_MAX_MS } = options;
  const queue: Call<Api>[] = [];
  let session: Session<Api> | null = null;
  let running: Call<Api> | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let silenceTimer: ReturnType<typeof setTimeout> | undefined;
  let state: LaneState = 'off';
  /** Counts the runs begun on workers, to distinguish a call's repeated run from its first. */
  let runs = 0;
  /** Counts the worker's messages, to distinguish a worker that is busy from a dead one. */
  let messages = 0;

  function setState(next: LaneState): void {
    if (state === next || state === 'disposed') return;
    state = next;
    options.onState?.(next);
  }

  function startSession(): Session<Api> {
    const worker = options.spawn();
    // Before Comlink's listener, which resumes its caller at once.
    worker.addEventListener('message', () => {
      messages += 1;
      started.hasSpoken = true;
    });
    const remote = wrap<Api>(worker);
    const ready = options.onStart?.(remote) ?? Promise.resolve();
    const started: Session<Api> = { worker, remote, ready, isReady: false, hasSpoken: false };
    const markReady = (): void => {
      started.isReady = true;
    };
    // The caller receives the failure.
    ready.then(markReady, () => {});
    watchReturns();
    checks.add(check);
    worker.addEventListener('error', (event) => {
      // Callers get a rejection; without this, the page would report the error a second time.
      event.preventDefault();
      crash(started, event.message || 'its script could not be loaded or run');
    });
    worker.addEventListener('messageerror', () => crash(started, 'a message could not be read'));
    return started;
  }

  function endSession(): void {
    clearTimeout(idleTimer);
    clearTimeout(silenceTimer);
    checks.delete(check);
    // Released first, so that a job with several calls cannot continue with a dead worker.
    session?.remote[releaseProxy]();
    session?.worker.terminate();
    session = null;
  }

  function rejectAll(reason: Error): void {
    const waiting = running === null ? queue.splice(0) : [running, ...queue.splice(0)];
    running = null;
    for (const call of waiting) call.fail(reason);
  }

  function crash(crashed: Session<Api>, detail: string): void {
    if (crashed !== session) return;
    endSession();
    setState('off');
    rejectAll(new WorkerCrashedError(name, detail));
  }

  async function check(): Promise<void> {
    const probed = session;
    if (probed === null || (await answersInTime(probed, answerMaxMs))) return;
    renew();
    const renewed = session as Session<Api> | null;
    if (renewed === null || (await answersInTime(renewed, Math.max(answerMaxMs, RENEWED_MAX_MS), true))) return;
    crash(renewed, 'it was started anew, and was not ready in time');
  }

  /** Probes a worker that has been busy in silence for too long, but not one that is still loading. */
  function watchSilence(): void {
    clearTimeout(silenceTimer);
    const before = messages;
    silenceTimer = setTimeout(() => {
      if (running === null) return;
      if (messages === before && session?.hasSpoken) void check();
      watchSilence();
    }, answerMaxMs);
  }

  /** Whether a worker answers in time; also true if it is no longer this lane's. */
  function answersInTime(probed: Session<Api>, maxMs: number, isReady = false): Promise<boolean> {
    const before = messages;
    probe(probed.remote);
    return within(maxMs, () => probed !== session || (messages > before && (probed.isReady || !isReady)));
  }

  /** Ends a lost worker, and continues with a new one if calls are waiting. */
  function renew(): void {
    const lost = running;
    running = null;
    endSession();
    setState('off');
    // A job for which the system ends a worker, such as one that uses too much memory, would end the next one as well.
    if (lost !== null && ++lost.losses < LOSSES_MAX) queue.unshift(lost);
    else lost?.fail(new WorkerCrashedError(name, `it was lost ${LOSSES_MAX} times`));
    next();
  }

  function next(): void {
    if (running !== null || state === 'disposed') return;
    const call = queue.shift();
    if (call !== undefined) {
      running = call;
      void perform(call);
      return;
    }
    setState(session === null ? 'off' : 'idle');
    if (session === null || options.idleMs === null) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      endSession();
      setState('off');
    }, options.idleMs);
  }

  async function perform(call: Call<Api>): Promise<void> {
    clearTimeout(idleTimer);
    setState('busy');
    runs += 1;
    const own = runs;
    const isRunning = (): boolean => running === call && runs === own;
    let settle: () => void;
    try {
      session ??= startSession();
      const { ready, remote } = session;
      await ready;
      if (!isRunning()) return;
      watchSilence();
      settle = await call.start(remote);
    } catch (reason) {
      // The worker could not be created or prepared: the next call tries again with a new one.
      if (isRunning()) endSession();
      settle = () => call.fail(rehydrateError(reason, errors));
    }
    // An aborted or crashed call is already settled, and the lane has moved on.
    if (!isRunning()) return;
    running = null;
    next();
    settle();
  }

  function withdraw(call: Call<Api>): void {
    const place = queue.indexOf(call);
    if (place >= 0) queue.splice(place, 1);
    if (running !== call) return;
    running = null;
    endSession();
    next();
  }

  return {
    get state() {
      return state;
    },

    run<T>(
      job: (remote: Remote<Api>, call: LaneCall) => Promise<T>,
      { signal }: { readonly signal?: AbortSignal | undefined } = {},
    ): Promise<T> {
      if (state === 'disposed') return Promise.reject(new LaneDisposedError(name));
      if (signal?.aborted) return Promise.reject(signal.reason);
      return new Promise<T>((resolve, reject) => {
        let settled = false;
        const settle = (finish: () => void): void => {
          if (settled) return;
          settled = true;
          signal?.removeEventListener('abort', abort);
          finish();
        };
        const fail = (reason: unknown): void => settle(() => reject(reason));
        const laneCall: LaneCall = {
          callback: <Args extends unknown[]>(listener: (...args: Args) => void) =>
            proxy((...args: Args): void => {
              messages += 1;
              if (!settled) listener(...args);
            }),
        };
        const call: Call<Api> = {
          start: async (remote) => {
            try {
              const result = await job(remote, laneCall);
              return () => settle(() => resolve(result));
            } catch (reason) {
              return () => fail(rehydrateError(reason, errors));
            }
          },
          fail,
          losses: 0,
        };
        const abort = (): void => {
          fail(signal?.reason);
          withdraw(call);
        };
        signal?.addEventListener('abort', abort);
        queue.push(call);
        next();
      });
    },

    dispose() {
      if (state === 'disposed') return;
      endSession();
      setState('disposed');
      rejectAll(new LaneDisposedError(name));
    },
  };
}

/** Sends a worker a question that every worker answers: Comlink responds to any property name. */
function probe(remote: object): void {
  const { alive } = remote as { readonly alive: PromiseLike<unknown> };
  const ignore = (): void => {};
  alive.then(ignore, ignore);
}

/** Waits until `isSo` holds, at most this long. Only time in which the page ran counts. */
async function within(maxMs: number, isSo: () => boolean): Promise<boolean> {
  for (let slice = 0; slice < SLICES && !isSo(); slice++) {
    await new Promise((resolve) => setTimeout(resolve, maxMs / SLICES));
  }
  return isSo();
}

type ErrorTable = Readonly<Record<string, new (message: string) => Error>>;

/**
 * A lane's worker died: its script could not be loaded, an error was thrown outside a call, or a message could not be
 * read. All pending calls are rejected with this error; the next call starts a new worker.
 */
export class WorkerCrashedError extends Error {
  override readonly name = 'WorkerCrashedError';

  constructor(laneName: string, detail: string) {
    super(`The ${laneName} worker crashed: ${detail}`);
  }
}

/** The lane was disposed while the call was pending, or before it was made. */
export class LaneDisposedError extends Error {
  override readonly name = 'LaneDisposedError';

  constructor(laneName: string) {
    super(`The ${laneName} lane is disposed and accepts no calls`);
  }
}

/**
 * Restores the class of an error that was thrown in a worker, by its name; message and the worker's stack stay. Returns
 * errors with unknown names, and values that are not Errors, unchanged.
 */
function rehydrateError(thrown: unknown, table: ErrorTable): unknown {
  // Comlink creates plain Errors; any other class was thrown on this side.
  if (!(thrown instanceof Error) || thrown.constructor !== Error) return thrown;
  const ErrorClass = Object.hasOwn(table, thrown.name) ? table[thrown.name] : undefined;
  if (ErrorClass === undefined) return thrown;
  const error = new ErrorClass(thrown.message);
  if (thrown.stack !== undefined) error.stack = thrown.stack;
  return error;
}
