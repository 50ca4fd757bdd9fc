import type { AppConfig } from '../../../contracts/config.ts';
import { call } from './api.ts';

let asked: Promise<AppConfig> | undefined;

/**
 * What the deployment tells the app, asked for once and shared. A failure is not remembered: the next caller asks again.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export function loadConfig(): Promise<AppConfig> {
  asked ??= call('readConfig', {}).catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}
