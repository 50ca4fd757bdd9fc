import { type ProxyMarked, proxy, type Remote, releaseProxy, wrap } from 'comlink';
import { type ErrorTable, LaneDisposedError, rehydrateError, WorkerCrashedError } from './worker-errors.ts';

/**
 * Where a lane stands: `off` (no worker; the next call starts one), `idle` (a worker waits), `busy` (a call runs),
 * `disposed` (for good).
 */
export type LaneState = 'off' | 'idle' | 'busy' | 'disposed';

/** What a lane is made of. `Api` is what its worker exposes with Comlink. */
export interface LaneOptions<Api> {
  /** Stands in error messages, such as `peaks`. */
  readonly name: string;
  /** Makes the worker. Called when a call needs one and none lives. */
  readonly spawn: () => Worker;
  /** A worker without a call for this long is ended, in milliseconds; `null` keeps it until a crash or `dispose`. */
  readonly idleMs: number | null;
  /** The classes of the errors that this worker throws on purpose, by name. */
  readonly errors?: ErrorTable;
  /** Prepares each fresh worker before its first call, for instance by giving it its index again. */
  readonly onStart?: (remote: Remote<Api>) => Promise<void>;
  /** Told of every change of state, after it happened. */
  readonly onState?: (state: LaneState) => void;
}

/** What a job gets beside the worker. */
export interface LaneCall {
  /**
   * Makes a callback that the worker can call, and mutes it as soon as the call has settled: a message still under way
   * when the caller aborted, or when the answer overtook it, is dropped: a worker that wants its last report seen
   * awaits it before it answers. The worker releases its end (`callback[releaseProxy]()`) when it is done.
   */
  callback<Args extends unknown[]>(listener: (...args: Args) => void): ((...args: Args) => void) & ProxyMarked;
}

/** One worker, its queue and its life. Made by `createLane`. */
export interface Lane<Api> {
  /**
   * Runs a job on the worker when its turn comes; one job runs at a time, in the order of the calls.
   *
   * Aborting a call that still waits only takes it out of the queue. Aborting the one that runs terminates the worker,
   * since nothing else stops computing; the calls behind it go on, on a fresh worker.
   *
   * @throws the signal's reason (an AbortError, unless another was given) when aborted; WorkerCrashedError when the
   * worker dies; LaneDisposedError; otherwise what the worker threw, with its class back.
   */
  run<T>(
    job: (remote: Remote<Api>, call: LaneCall) => Promise<T>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<T>;
  readonly state: LaneState;
  /** Terminates the worker and rejects every call that waits with LaneDisposedError. */
  dispose(): void;
}

interface Session<Api> {
  readonly worker: Worker;
  readonly remote: Remote<Api>;
  readonly ready: Promise<void>;
}

interface Call<Api> {
  /** Runs the job; never rejects. What it resolves with settles the caller's promise. */
  readonly start: (remote: Remote<Api>) => Promise<() => void>;
  readonly fail: (reason: unknown) => void;
}

/**
 * Makes a lane: the owner of one worker's life. Comlink never rejects a call whose worker died, so nothing may talk to
 * a worker but through its lane. The worker is started by the first call, not here.
 */
export function createLane<Api>(options: LaneOptions<Api>): Lane<Api> {
  const { name, errors = {} } = options;
  const queue: Call<Api>[] = [];
  let session: Session<Api> | null = null;
  let running: Call<Api> | null = null;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let state: LaneState = 'off';

  function enter(next: LaneState): void {
    if (state === next || state === 'disposed') return;
    state = next;
    options.onState?.(next);
  }

  function startSession(): Session<Api> {
    const worker = options.spawn();
    const remote = wrap<Api>(worker);
    const started: Session<Api> = { worker, remote, ready: options.onStart?.(remote) ?? Promise.resolve() };
    worker.addEventListener('error', (event) => {
      // It reaches the callers as a rejection; without this the page would report it a second time.
      event.preventDefault();
      crash(started, event.message || 'its script could not be loaded or run');
    });
    worker.addEventListener('messageerror', () => crash(started, 'a message could not be read'));
    return started;
  }

  function endSession(): void {
    clearTimeout(idleTimer);
    // Released before the end, so that a job which has several calls to make cannot go on with a dead worker.
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
    enter('off');
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
    enter(session === null ? 'off' : 'idle');
    if (session === null || options.idleMs === null) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      endSession();
      enter('off');
    }, options.idleMs);
  }

  async function perform(call: Call<Api>): Promise<void> {
    clearTimeout(idleTimer);
    enter('busy');
    const isRunning = (): boolean => running === call;
    let settle: () => void;
    try {
      session ??= startSession();
      const { ready, remote } = session;
      await ready;
      if (!isRunning()) return;
      settle = await call.start(remote);
    } catch (reason) {
      // The worker could not be made or prepared: the next call tries again with a fresh one.
      if (isRunning()) endSession();
      settle = () => call.fail(rehydrateError(reason, errors));
    }
    // An aborted or crashed call no longer runs: it is settled, and the lane has moved on without it.
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
              const answer = await job(remote, laneCall);
              return () => settle(() => resolve(answer));
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
      enter('disposed');
      rejectAll(new LaneDisposedError(name));
    },
  };
}
