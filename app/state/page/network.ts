import { proxy } from 'valtio';
import { isOnline, onOffline, onOnline } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';

/** Whether the device says that it has a network. */
export const network = proxy<{ isOnline: boolean }>({ isOnline: true });

/** Follows what the device says of its network until `scope` is disposed. */
export function followNetwork(scope: Scope): void {
  const update = (): void => {
    network.isOnline = isOnline();
  };
  update();
  onOnline(scope, update);
  onOffline(scope, update);
}
