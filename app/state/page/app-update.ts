import { proxy } from 'valtio';
import { reloadPage } from '../../platform/page/page-events.ts';
import { activateWaiting, watchAppWorker } from '../../platform/page/service-worker.ts';
import type { Scope } from '../../platform/scope.ts';
import { isBusy } from './busy.ts';

/** Whether a newer build of the app is waiting to be activated. */
export const appUpdate = proxy<{ ready: boolean }>({ ready: false });

/** True from {@link applyUpdate} until the newer build takes over. */
let isRequested = false;

/** Stores the app for offline use, and watches for newer builds until `scope` is disposed. */
export function startAppUpdates(scope: Scope): void {
  watchAppWorker(scope, { onWaiting: offerUpdate, onTakenOver: handleTakenOver });
}

/** Offers the newer build to the person. */
export function offerUpdate(): void {
  appUpdate.ready = true;
}

/** Reloads the page once the newer build serves it, if that was requested in this tab and not in another. */
export function handleTakenOver(): void {
  if (isRequested && !isBusy()) reloadPage();
  else offerUpdate();
  isRequested = false;
}

/** Activates the newer build, which reloads the page. Does nothing while the page is busy. */
export async function applyUpdate(): Promise<void> {
  if (isBusy()) return;
  isRequested = true;
  if (!(await activateWaiting())) reloadPage();
}

/** Hides the offer; the newer build is used at the next visit. */
export function postponeUpdate(): void {
  appUpdate.ready = false;
}
