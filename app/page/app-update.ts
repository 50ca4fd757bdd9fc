import { proxy } from 'valtio';
import { reloadPage } from '../platform/page/page-events.ts';
import { activateWaiting, watchAppWorker } from '../platform/page/service-worker.ts';
import type { Scope } from '../platform/scope.ts';
import { isBusy } from './busy.ts';

/** Whether a newer build of the app is waiting for activation. */
export const appUpdate = proxy<{ ready: boolean }>({ ready: false });

/** How long the old build may continue: it is replaced once it has no requests to answer, which a tab may delay. */
const TAKEOVER_MS = 5000;

/** Ends the wait for the newer build; null unless {@link applyUpdate} is waiting. */
let endWait: (() => void) | null = null;

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
  if (endWait !== null && !isBusy()) reloadPage();
  else offerUpdate();
  endWait?.();
}

/**
 * Activates the newer build and reloads the page, after {@link TAKEOVER_MS} even if the old build still runs: at a
 * later moment the person may be typing. Does nothing while the page is busy.
 */
export async function applyUpdate(): Promise<void> {
  if (isBusy() || endWait !== null) return;
  const giveUp = setTimeout(handleTakenOver, TAKEOVER_MS);
  endWait = () => {
    clearTimeout(giveUp);
    endWait = null;
  };
  if (await activateWaiting()) return;
  endWait();
  reloadPage();
}

/** Hides the offer; the newer build is used at the next visit. */
export function postponeUpdate(): void {
  appUpdate.ready = false;
}
