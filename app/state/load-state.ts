/** How the last load of a store went. */
export interface LoadState {
  /** `failed` keeps what was loaded before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last load failed. */
  failure: Error | null;
}

/** Loads a store and reports it in the store's {@link LoadState}. */
export interface Loader {
  /**
   * Stores what `request` resolves with. Never rejects: a failure becomes `status` and `failure`. Of overlapping loads the
   * last one counts.
   */
  load<T>(request: () => Promise<T>, store: (fetched: T) => void): Promise<void>;
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
  return {
    async load(request, store) {
      latest += 1;
      const current = latest;
      if (!keepsReady || state.status !== 'ready') state.status = 'loading';
      state.failure = null;
      try {
        const fetched = await request();
        if (current !== latest) return;
        store(fetched);
        state.status = 'ready';
      } catch (error) {
        if (current !== latest) return;
        state.failure = asError(error);
        state.status = 'failed';
      }
    },
    supersede() {
      latest += 1;
      if (state.status === 'loading') state.status = 'ready';
    },
  };
}

/** What was thrown, wrapped in an Error where it is none. */
export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
