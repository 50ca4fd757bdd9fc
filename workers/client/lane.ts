import { type ProxyMarked, proxy, type Remote, releaseProxy, wrap } from 'comlink';
import { type ErrorTable, LaneDisposedError, rehydrateError, WorkerCrashedError } from './worker-errors.ts';

/**
 * The state of a lane: `off` (no worker; the next call starts one), `idle` (the worker waits), `busy` (a call runs),
 * `disposed` (final).
 */
export type LaneState = 'off' | 'idle' | 'busy' | 'disposed';

/** The options of a lane. `Api` is what its worker exposes with Comlink. */
export interface LaneOptions<Api> {
  /** For error messages, such as `peaks`. */
  readonly name: string;
  /** Creates the worker. Called when a call needs one and there is none. */
  readonly spawn: () => Worker;
  /** Idle time in milliseconds after which the worker is terminated; `null` for never. */
  readonly idleMs: number | null;
  /** The classes of the errors that the worker throws, by name. */
  readonly errors?: ErrorTable;
  /** Prepares each new worker before its first call, for example by seeding it again. */
  readonly onStart?: (remote: Remote<Api>) => Promise<void>;
  /** Called after each change of state. */
  readonly onState?: (state: LaneState) => void;
}

/** The second argument of a job. */
export interface LaneCall {
  /**
   * Wraps a callback for the worker. Once the call has settled, further messages are dropped; a worker that needs its last
   * message delivered awaits it before it returns. The worker releases its end (`callback[releaseProxy]()`).
   */
  callback<Args extends unknown[]>(listener: (...args: Args) => void): ((...args: Args) => void) & ProxyMarked;
}

/** One worker with its queue and lifecycle. Created by `createLane`. */
export interface Lane<Api> {
  /**
   * Runs jobs on the worker one at a time, in the order of the calls.
   *
   * Aborting a queued call removes it from the queue. Aborting the running one terminates the worker, since nothing else
   * stops its computation; the next call gets a new worker.
   *
   * @throws the signal's reason when aborted; WorkerCrashedError; LaneDisposedError; otherwise what the worker threw, with
   * its class restored.
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
}

interface Call<Api> {
  /** Runs the job; never rejects. Resolves with a function that settles the caller's promise. */
  readonly start: (remote: Remote<Api>) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

/**
 * Creates a lane, which owns one worker's lifecycle. Comlink never settles a call whose worker died, so workers must only
 * be called through a lane. The first call starts the worker.
 */
export function createLane<Api>(options: LaneOptions<Api>): Lane<Api> {
  const { name, errors = {} } = options;
  const queue: Call<Api>[] = [];
  let session: Session<Api> | null = null;
  let running: Call<Api> | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let state: LaneState = 'off';

  function setState(next: LaneState): void {
    if (state === next || state === 'disposed') return;
    state = next;
    options.onState?.(next);
  }

  function startSession(): Session<Api> {
    const worker = options.spawn();
    const remote = wrap<Api>(worker);
    const started: Session<Api> = { worker, remote, ready: options.onStart?.(remote) ?? Promise.resolve() };
    worker.addEventListener('error', (event) => {
      // The callers get a rejection; without this the page would report the error a second time.
      event.preventDefault();
      crash(started, event.message || 'its script could not be loaded or run');
    });
    worker.addEventListener('messageerror', () => crash(started, 'a message could not be read'));
    return started;
  }

  function endSession(): void {
    clearTimeout(idleTimer);
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
    const isRunning = (): boolean => running === call;
    let settle: () => void;
    try {
      session ??= startSession();
      const { ready, remote } = session;
      await ready;
      if (!isRunning()) return;
      settle = await call.start(remote);
    } catch (reason) {
      // The worker could not be created or prepared: the next call tries again with a new one.
      if (isRunning()) endSession();
      settle = () => call.fail(rehydrateError(reason, errors));
    }
    // An aborted or crashed call is settled already, and the lane has moved on.
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
