import { proxy } from 'valtio';
import { reloadPage } from '../../platform/page/page.ts';
import { activateWaiting, watchAppWorker } from '../../platform/page/service-worker.ts';
import type { Scope } from '../../platform/scope.ts';
import { isBusy } from './busy.ts';

/** Whether a newer build of the app waits for the person to take it. */
export const appUpdate = proxy<{ ready: boolean }>({ ready: false });

let asked = false;

/** Keeps the app for offline use, and looks out for newer builds until `scope` is disposed. */
export function startAppUpdates(scope: Scope): void {
  watchAppWorker(scope, { onWaiting: offerUpdate, onTakenOver: handleTakenOver });
}

/** A newer build waits. */
export function offerUpdate(): void {
  appUpdate.ready = true;
}

/** A newer build serves this page from now on: asked for here, or in another tab, which is no reason to reload this one. */
export function handleTakenOver(): void {
  if (asked && !isBusy()) reloadPage();
  else offerUpdate();
  asked = false;
}

/** Takes the newer build, which reloads the page; does nothing while something goes on that a reload would cut off. */
export async function applyUpdate(): Promise<void> {
  if (isBusy()) return;
  asked = true;
  if (!(await activateWaiting())) reloadPage();
}

/** Leaves the newer build for the next visit. */
export function postponeUpdate(): void {
  appUpdate.ready = false;
}
