/** Number of ticks that a time limit is divided into. */
const PARTS = 10;

/**
 * Rejects with the error of `late` unless `work` ends within `ms`; a later outcome is dropped. The limit is counted in
 * ticks: while the process itself was paused nothing could arrive, and that time counts as a single tick.
 */
export function withTimeLimit<Result>(ms: number, work: Promise<Result>, late: () => Error): Promise<Result> {
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
