import type { AppConfig } from '../../../contracts/config.ts';
import { storage } from '../storage/storage.ts';
import { call } from './api.ts';
import { isOffline, START_MAX_MS, within } from './reach.ts';

let loading: Promise<AppConfig> | undefined;

/**
 * Loads the deployment's configuration, and shares the response. Without one, returns the stored one: at once while
 * offline, otherwise after 3 s.
 *
 * @throws as `call` does, or a TimeoutError after 3 s, if none is stored.
 */
export async function loadConfig(): Promise<AppConfig> {
  const stored = storage.read('appConfig');
  if (loading === undefined && stored !== null && (isOffline() || !navigator.onLine)) return stored;
  try {
    return await within(START_MAX_MS, loading ?? share());
  } catch (error) {
    if (stored !== null) return stored;
    throw error;
  }
}

/** Requests the configuration, however long that takes, and stores it for {@link loadConfig}. */
export async function fetchConfig(options: { readonly signal?: AbortSignal } = {}): Promise<AppConfig> {
  const config = await call('readConfig', {}, options);
  storage.write('appConfig', config);
  loading = Promise.resolve(config);
  return config;
}

/** Returns the pending or received response, for callers that can wait; undefined if none was requested. */
export function sharedConfig(): Promise<AppConfig> | undefined {
  return loading;
}

function share(): Promise<AppConfig> {
  const request = fetchConfig();
  loading = request;
  request.catch(() => {
    if (loading === request) loading = undefined;
  });
  return request;
}
