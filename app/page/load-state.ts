import { START_MAX_MS } from '../platform/net/reach.ts';

/** How the last load of a store went. */
export interface LoadState {
  /** `failed` keeps the data that was loaded before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last load failed. */
  failure: Error | null;
}

/** Shows the device's data once it is read. @param isDue false once that data is out of date */
type ShowStored = (isDue: () => boolean) => Promise<boolean>;

/**
 * Called when a request failed, or has had no answer for 3 s, once {@link ShowStored} has shown the device's data. It is
 * called again if the answer is a refusal, and then withdraws what it has shown.
 *
 * @param isShown something is already shown, and the store is `ready`
 * @param isDue false once the failure is out of date
 * @returns whether the shown data is enough for the store; then the failure is silent
 */
type ShowSeen = (failure: Error, isShown: boolean, isDue: () => boolean) => Promise<boolean>;

interface Loader {
  /**
   * Stores the result of `request`. Never rejects: a failure becomes `status` and `failure`. Of overlapping loads the
   * last one counts.
   *
   * @param showStored shows the device's data, if it is complete enough: then the store is `ready` before the response,
   *   and a failure is silent. Resolves with false if it shows nothing.
   * @param showSeen shows the data that was seen last, once the request has failed or keeps waiting
   */
  load<T>(
    request: () => Promise<T>,
    store: (fetched: T) => void,
    showStored?: ShowStored,
    showSeen?: ShowSeen,
  ): Promise<void>;
  /** Ignores the response of a running load, because its data is out of date. */
  supersede(): void;
}

/** Returns the state of a store before its first load. */
export function notLoaded(): LoadState {
  return { status: 'idle', failure: null };
}

/**
 * Creates the loader of one store.
 *
 * @param staysReady keeps the status `ready` while a loaded store is loaded again, so that no spinner is shown.
 */
export function createLoader(state: LoadState, { staysReady = false } = {}): Loader {
  let latest = 0;
  let showsStored = false;
  return {
    async load(request, store, showStored = showNothing, showSeen = showNothing) {
      latest += 1;
      const current = latest;
      let hasResponse = false;
      if (!(staysReady || showsStored) || state.status !== 'ready') state.status = 'loading';
      state.failure = null;
      const isStoredShown = showStored(() => current === latest && !hasResponse).then((isShown) => {
        if (!isShown || current !== latest || hasResponse) return false;
        showsStored = true;
        state.status = 'ready';
        return true;
      });
      let isSeenSoFar = false;
      // A network may take requests and never answer.
      const silence = setTimeout(async () => {
        if ((await isStoredShown) || current !== latest || hasResponse) return;
        const silent = new Error('Got no answer so far');
        const isSeen = await showSeen(silent, false, () => current === latest && !hasResponse);
        if (!isSeen || current !== latest || hasResponse) return;
        isSeenSoFar = true;
        showsStored = true;
        state.status = 'ready';
      }, START_MAX_MS);
      try {
        const fetched = await request().finally(() => clearTimeout(silence));
        if (current !== latest) return;
        hasResponse = true;
        store(fetched);
        showsStored = false;
        state.status = 'ready';
      } catch (error) {
        const isShown = await isStoredShown;
        if (current !== latest) return;
        const isSeen = await showSeen(asError(error), isShown || isSeenSoFar, () => current === latest);
        if (current !== latest || isShown) return;
        showsStored = isSeen;
        state.failure = isSeen ? null : asError(error);
        state.status = isSeen ? 'ready' : 'failed';
      }
    },
    supersede() {
      latest += 1;
      showsStored = false;
      if (state.status === 'loading') state.status = 'ready';
    },
  };
}

async function showNothing(): Promise<boolean> {
  return false;
}

/** Returns the thrown value, wrapped in an Error if it is none. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
