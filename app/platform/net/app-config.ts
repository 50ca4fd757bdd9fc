import type { AppConfig } from '../../../contracts/config.ts';
import { storage } from '../storage/storage.ts';
import { call } from './api.ts';
import { isOffline } from './offline-mode.ts';

/** How long a stored configuration waits for a newer one: the map is drawn after it. */
const NEWER_MAX_MS = 3000;

let loading: Promise<AppConfig> | undefined;

/**
 * The deployment's configuration, loaded once and shared. Without a response, the one that was stored last is returned: at
 * once while the device or the 'hors ligne' switch is off line, else after 3 s at the most. Only a response is shared: without
 * one, the next call tries again.
 *
 * @throws {ApiError | NetworkError} as `call` does, if none is stored.
 */
export async function loadConfig(): Promise<AppConfig> {
  const stored = storage.read('appConfig');
  if (loading === undefined && stored !== null && (isOffline() || !navigator.onLine)) return stored;
  loading ??= fetchConfig(stored === null ? {} : { signal: AbortSignal.timeout(NEWER_MAX_MS) });
  const current = loading;
  try {
    return await current;
  } catch (error) {
    if (loading === current) loading = undefined;
    if (stored !== null) return stored;
    throw error;
  }
}

async function fetchConfig(options: { readonly signal?: AbortSignal }): Promise<AppConfig> {
  const config = await call('readConfig', {}, options);
  storage.write('appConfig', config);
  return config;
}
