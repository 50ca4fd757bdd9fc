import type { AppConfig } from '../../contracts/config.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the calls about the service itself: whether it runs, and its configuration for the app. */
export function registerServiceRoutes(handle: Handle, appConfig: AppConfig): void {
  handle('readHealth', async () => ({ status: 'ok' }));
  handle('readConfig', async () => appConfig);
}
