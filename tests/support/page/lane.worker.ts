import { expose, type ProxyMarked, type Remote, releaseProxy } from 'comlink';

let seed = 'none';

const api = {
  echo: (text: string): string => text,

  /** Holds the named lock for as long as this worker lives: the next holder knows that the worker is gone. */
  holdLock: (name: string): Promise<void> =>
    new Promise((held) => {
      void navigator.locks.request(name, () => {
        held();
        return new Promise<never>(() => {});
      });
    }),

  spin: (): never => {
    for (;;) {
      // Never gives the thread back: only terminating the worker ends it.
    }
  },

  never: (): Promise<void> => new Promise(() => {}),

  fail: (name: string, message: string): never => {
    throw Object.assign(new Error(message), { name });
  },

  crash: (message: string): Promise<void> => {
    setTimeout(() => {
      throw new Error(message);
    });
    return new Promise(() => {});
  },

  count: async (upTo: number, report: Remote<((step: number) => void) & ProxyMarked>): Promise<number> => {
    let last: Promise<void> | undefined;
    for (let step = 1; step <= upTo; step++) last = report(step);
    await last;
    report[releaseProxy]();
    return upTo;
  },

  /** Computes for `forMs` without releasing its thread, and reports each hundredth of a second that it still does. */
  toil: (forMs: number, report: Remote<(() => void) & ProxyMarked>): string => {
    const startMs = performance.now();
    for (let toldMs = startMs; performance.now() - startMs < forMs; ) {
      if (performance.now() - toldMs < 10) continue;
      toldMs = performance.now();
      void report();
    }
    return 'done';
  },

  setSeed: (value: string): void => {
    seed = value;
  },
  getSeed: (): string => seed,
};

/** What the tiny worker of the lane's tests can do. */
export type LaneTestApi = Omit<typeof api, 'count' | 'toil'> & {
  count(upTo: number, report: ((step: number) => void) & ProxyMarked): number;
  toil(forMs: number, report: (() => void) & ProxyMarked): string;
};

expose(api);
