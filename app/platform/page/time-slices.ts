/** Longest run without a pause: half a frame, so that the other half is left for rendering. */
const SLICE_MS = 8;

/** Runs a generator a few milliseconds at a time, so that the page stays responsive. @throws the signal's reason */
export async function runInSlices<T>(work: Iterator<void, T>, signal: AbortSignal): Promise<T> {
  const channel = new MessageChannel();
  try {
    for (;;) {
      // Messages, unlike nested timers, are not delayed by 4 ms.
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
