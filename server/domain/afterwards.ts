/** Work that goes on after the response of the call that asked for it, so that the response's time tells nothing of it. */
export interface Afterwards {
  /** Starts the work once the current response is sent. Failures are reported and not thrown. */
  run(work: () => Promise<void>): void;
  /** Resolves when no work is running any more. */
  close(): Promise<void>;
}

/** @param onFailure is called with what work throws. */
export function createAfterwards(onFailure: (error: unknown) => void): Afterwards {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      // A handler's response is sent in the same turn of the event loop in which the handler ends.
      const started = new Promise<void>((resolve) => setImmediate(resolve)).then(work).catch(onFailure);
      running.add(started);
      void started.finally(() => running.delete(started));
    },
    close: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
