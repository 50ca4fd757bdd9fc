/** Number of parts in which a time limit is counted. */
const PARTS = 10;

/**
 * Rejects with the error of `late` unless `work` ends in this time; its late outcome is dropped. Parts of the time are counted: while
 * the process itself stood still, nothing could arrive, and that counts as one.
 */
export function inTime<Result>(ms: number, work: Promise<Result>, late: () => Error): Promise<Result> {
  return new Promise((resolve, reject) => {
    let parts = 0;
    const timer = setInterval(() => {
      parts += 1;
      if (parts < PARTS) return;
      clearInterval(timer);
      reject(late());
    }, ms / PARTS).unref();
    work.then(resolve, reject).finally(() => clearInterval(timer));
  });
}
