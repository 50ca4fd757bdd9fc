/** Work that continues after the response of its call, so that the response time reveals nothing about it. */
export interface Afterwards {
  /** Starts the work once the current response is sent. Failures are reported and not thrown. */
  run(work: () => Promise<void>): void;
  /** Resolves when no work is running any more. */
  close(): Promise<void>;
}

/** @param onFailure called with each error that the work throws. */
export function createAfterwards(onFailure: (error: unknown) => void): Afterwards {
  const running = new Set<Promise<void>>();
  return {
    run: (work) => {
      // The response is sent in the event-loop turn in which its handler ends.
      const started = new Promise<void>((resolve) => setImmediate(resolve)).then(work).catch(onFailure);
      running.add(started);
      void started.finally(() => running.delete(started));
    },
    close: async () => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
