import { START_MAX_MS } from '../platform/net/reach.ts';

/** How the last load of a store went. */
export interface LoadState {
  /** `failed` keeps what was loaded before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last load failed. */
  failure: Error | null;
}

/** Shows what the device has once that is known. @param isDue false once that is out of date */
type ShowKept = (isDue: () => boolean) => Promise<boolean>;

/**
 * Called when a request failed, or has had no answer for 3 s, once {@link ShowKept} has shown what it has. It is called again
 * where the answer is a refusal, and takes back what it has shown.
 *
 * @param isShown something is shown already, and the store is `ready`
 * @param isDue false once the failure is out of date
 * @returns whether the store can go on with what is shown; then the failure is silent
 */
type ShowSeen = (failure: Error, isShown: boolean, isDue: () => boolean) => Promise<boolean>;

/** Loads a store and reports it in the store's {@link LoadState}. */
export interface Loader {
  /**
   * Stores what `request` resolves with. Never rejects: a failure becomes `status` and `failure`. Of overlapping loads the
   * last one counts.
   *
   * @param showKept shows what the device has, if it is whole enough to go on with: then the store is `ready` before the
   *   response, and a failure is silent. Resolves with false where it shows nothing.
   * @param showSeen shows what was seen last, once the request has failed or keeps waiting
   */
  load<T>(
    request: () => Promise<T>,
    store: (fetched: T) => void,
    showKept?: ShowKept,
    showSeen?: ShowSeen,
  ): Promise<void>;
  /** Ignores the response of a load that is under way: what it would store is out of date. */
  supersede(): void;
}

/** The state of a store before its first load. */
export function notLoaded(): LoadState {
  return { status: 'idle', failure: null };
}

/**
 * Creates the loader of one store.
 *
 * @param keepsReady keeps the status `ready` while a loaded store is loaded again, so that no spinner is shown.
 */
export function createLoader(state: LoadState, { keepsReady = false } = {}): Loader {
  let latest = 0;
  let showsKept = false;
  return {
    async load(request, store, showKept = showNothing, showSeen = showNothing) {
      latest += 1;
      const current = latest;
      let hasResponse = false;
      if (!(keepsReady || showsKept) || state.status !== 'ready') state.status = 'loading';
      state.failure = null;
      const kept = showKept(() => current === latest && !hasResponse).then((isShown) => {
        if (!isShown || current !== latest || hasResponse) return false;
        showsKept = true;
        state.status = 'ready';
        return true;
      });
      let isSeenSoFar = false;
      // A network may take requests and never answer.
      const silence = setTimeout(async () => {
        if ((await kept) || current !== latest || hasResponse) return;
        const isSeen = await showSeen(new SilenceError(), false, () => current === latest && !hasResponse);
        if (!isSeen || current !== latest || hasResponse) return;
        isSeenSoFar = true;
        showsKept = true;
        state.status = 'ready';
      }, START_MAX_MS);
      try {
        const fetched = await request().finally(() => clearTimeout(silence));
        if (current !== latest) return;
        hasResponse = true;
        store(fetched);
        showsKept = false;
        state.status = 'ready';
      } catch (error) {
        const isShown = await kept;
        if (current !== latest) return;
        const isSeen = await showSeen(asError(error), isShown || isSeenSoFar, () => current === latest);
        if (current !== latest || isShown) return;
        showsKept = isSeen;
        state.failure = isSeen ? null : asError(error);
        state.status = isSeen ? 'ready' : 'failed';
      }
    },
    supersede() {
      latest += 1;
      showsKept = false;
      if (state.status === 'loading') state.status = 'ready';
    },
  };
}

/** A request has had no answer so far. */
class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

async function showNothing(): Promise<boolean> {
  return false;
}

/** What was thrown, wrapped in an Error where it is none. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
