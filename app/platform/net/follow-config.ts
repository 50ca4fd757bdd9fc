import type { AppConfig } from '../../../contracts/config.ts';
import { onOnline } from '../page/page-events.ts';
import type { Scope } from '../scope.ts';
import { storage } from '../storage/storage.ts';
import { loadConfig, sharedConfig } from './app-config.ts';

/**
 * Calls `onConfig` with the configuration: the stored one at once, otherwise null if none comes within 3 s; then again
 * whenever a different one arrives later, because the network was slow or is back. Until `scope` is disposed.
 */
export function followConfig(scope: Scope, onConfig: (config: AppConfig | null) => void): void {
  let shown: string | null = null;
  const show = (config: AppConfig | null): void => {
    const text = JSON.stringify(config);
    if (scope.disposed || text === shown) return;
    shown = text;
    onConfig(config);
  };
  const follow = async (): Promise<void> => {
    await loadConfig().then(show, () => {
      if (shown === null) show(null);
    });
    await sharedConfig()?.then(show, () => {});
  };
  const stored = storage.read('appConfig');
  if (stored !== null) show(stored);
  onOnline(scope, () => void follow());
  void follow();
}
