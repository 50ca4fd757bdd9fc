import type { AppConfig } from '../../../contracts/config.ts';
import { storage } from '../storage/storage.ts';
import { call } from './api.ts';
import { isOffline } from './offline-mode.ts';
import { START_MAX_MS, within } from './reach.ts';

let loading: Promise<AppConfig> | undefined;

/**
 * The deployment's configuration, loaded once and shared. Without a response, the one that was stored last is returned: at
 * once while the device or the 'hors ligne' switch is off line, else after 3 s. Only a response is shared: without one, the
 * next call tries again.
 *
 * @throws {ApiError | NetworkError} as `call` does, or a TimeoutError after 3 s, if none is stored.
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

/** Requests the configuration, however long that takes, and stores it. A response is what {@link loadConfig} returns from now on. */
export async function fetchConfig(options: { readonly signal?: AbortSignal } = {}): Promise<AppConfig> {
  const config = await call('readConfig', {}, options);
  storage.write('appConfig', config);
  loading = Promise.resolve(config);
  return config;
}

/** The response that is awaited or has come, for who can wait; undefined where none is awaited. */
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
