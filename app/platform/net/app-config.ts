import type { AppConfig } from '../../../contracts/config.ts';
import { call } from './api.ts';

let loading: Promise<AppConfig> | undefined;

/**
 * The deployment's configuration, loaded once and shared. A failure is not cached: the next call tries again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export function loadConfig(): Promise<AppConfig> {
  loading ??= call('readConfig', {}).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
