import type { Scope } from '../scope.ts';

/** Nothing that a start needs waits longer for the network: what the device has is shown then, and the answer when it comes. */
export const START_MAX_MS = 3000;
/** A request without an answer for so long has met nothing; the slowest lines that a walk works on take half of it. */
export const SILENT_MS = 5000;

/** What a request of ours met: our server, whatever it said, or nobody. */
type Met = 'server' | 'nobody';

const watchers = new Set<(met: Met) => void>();

/** Calls `task` with what each request to our server meets, until `scope` is disposed. */
export function onMet(scope: Scope, task: (met: Met) => void): void {
  const watcher = (met: Met): void => task(met);
  watchers.add(watcher);
  scope.add(() => watchers.delete(watcher));
}

/** Reports what a request met that was not made by {@link fetchOwn}. */
export function noteMet(met: Met): void {
  for (const watcher of [...watchers]) watcher(met);
}

/** As `fetch`, for our own server: it reports what it meets, since browsers call a dead line behind a living network on line. */
export async function fetchOwn(url: string, init: RequestInit = {}): Promise<Response> {
  // A large body may take minutes to be sent.
  const silence = init.body == null ? setTimeout(() => noteMet('nobody'), SILENT_MS) : undefined;
  try {
    const response = await fetch(url, init);
    noteMet('server');
    return response;
  } catch (error) {
    if (init.signal?.aborted !== true) noteMet('nobody');
    throw error;
  } finally {
    clearTimeout(silence);
  }
}

/** Settles as `work` does, or rejects with a TimeoutError after so long; the work goes on. */
export function within<Result>(maxMs: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException(`Got no answer for ${maxMs} ms`, 'TimeoutError')), maxMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
