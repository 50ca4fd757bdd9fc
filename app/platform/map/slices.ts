/** How long work may keep the page at a time: half a frame, so that the other half is left for what else moves. */
const SLICE_MS = 8;

/**
 * Runs work that yields now and then, a few milliseconds at a time, so that the page stays quick meanwhile.
 *
 * @returns what the work returns
 * @throws what the work throws; the signal's reason once that has aborted
 */
export async function runInSlices<Answer>(work: Iterator<void, Answer>, signal: AbortSignal): Promise<Answer> {
  const channel = new MessageChannel();
  try {
    for (;;) {
      // Unlike timers, messages are not held back when they follow each other closely.
      await new Promise<void>((resolve) => {
        channel.port1.onmessage = () => resolve();
        channel.port2.postMessage(null);
      });
      signal.throwIfAborted();
      const endMs = performance.now() + SLICE_MS;
      while (performance.now() < endMs) {
        const step = work.next();
        if (step.done === true) return step.value;
      }
    }
  } finally {
    channel.port1.close();
  }
}
