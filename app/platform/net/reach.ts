import type { Scope } from '../scope.ts';
import { storage } from '../storage/storage.ts';

/** True while the 'hors ligne' switch is on. Read from storage each time, so that it holds in all tabs at once. */
export function isOffline(): boolean {
  return storage.read('offlineMode');
}

/** Stores the 'hors ligne' switch. */
export function storeOfflineMode(isOn: boolean): void {
  storage.write('offlineMode', isOn);
}

/** Longest wait of a start for the network: then the stored data is shown, and the answer when it arrives. */
export const START_MAX_MS = 3000;
/** A request without an answer for this time counts as lost; the slowest usable connections take half of it. */
export const SILENT_MS = 5000;

/** Who answered a request of ours: our server, with any status, or nobody. */
type Met = 'server' | 'nobody';

const watchers = new Set<(met: Met) => void>();

/** Calls `task` with the outcome of each request to our server, until `scope` is disposed. */
export function onMet(scope: Scope, task: (met: Met) => void): void {
  watchers.add(task);
  scope.add(() => watchers.delete(task));
}

/** Reports the outcome of a request that {@link fetchOwn} did not make. */
export function noteMet(met: Met): void {
  for (const watcher of [...watchers]) watcher(met);
}

/** Calls `fetch` for our server and reports the outcome: browsers call a dead line behind a living network online. */
export async function fetchOwn(url: string, init: RequestInit = {}): Promise<Response> {
  // Not for requests with a body, because a large one may take minutes to be sent.
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

/** Settles like `work`, or rejects with a TimeoutError after `maxMs`; the work continues. */
export function within<Result>(maxMs: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new DOMException(`Got no answer for ${maxMs} ms`, 'TimeoutError')), maxMs);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
