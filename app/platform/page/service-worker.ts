import type { Scope } from '../scope.ts';
import { storage } from '../storage/storage.ts';

/** Path of the worker that the build creates (`vite.config.ts`). */
const WORKER_URL = '/sw.js';
/** Pause after the page has loaded, because its first screen still requests its own data. */
const SETTLING_MS = 2000;
/** How often an open page checks for a newer build; the browser checks when a page is loaded. */
const UPDATE_PERIOD_MS = 3600 * 1000;

/** Callbacks about the service worker that stores the app's files. */
export interface AppWorkerEvents {
  /** A newer build is stored and waits for activation. May be called more than once. */
  onWaiting(): void;
  /** A newer build serves this page from now on; this tab or another one activated it. */
  onTakenOver(): void;
}

/**
 * Registers the service worker once the page is idle, and reports newer builds until `scope` is disposed. Does nothing
 * in development, or if the browser has no service workers or refuses them.
 */
export function watchAppWorker(scope: Scope, events: AppWorkerEvents): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // From the start: another tab may activate a newer build before this page is idle.
  scope.listen(navigator.serviceWorker, 'controllerchange', events.onTakenOver);
  const start = (): void => {
    follow(scope, events.onWaiting).catch(() => {
      // Refused in private windows and with blocked storage; the app works without.
    });
  };
  // Its downloads, first of all those of the map screen, must not compete with the first screen's.
  const startAtRest = (): void => {
    scope.timeout(() => whenIdle(scope, start), SETTLING_MS);
  };
  if (document.readyState === 'complete') startAtRest();
  else scope.listen(window, 'load', startAtRest, { once: true });
}

function whenIdle(scope: Scope, start: () => void): void {
  if (typeof requestIdleCallback !== 'function') {
    start();
    return;
  }
  const request = requestIdleCallback(start);
  scope.add(() => cancelIdleCallback(request));
}

/** Whether the app's own files are on this device, so that it opens offline; null if the browser stores none. */
export async function isAppStored(): Promise<boolean | null> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  return registration !== undefined && registration.active !== null;
}

/** Activates the waiting build. Returns false if there is none. */
export async function activateWaiting(): Promise<boolean> {
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
  waiting?.postMessage({ type: 'SKIP_WAITING' });
  return waiting !== null && waiting !== undefined;
}

async function follow(scope: Scope, onWaiting: () => void): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(WORKER_URL);
  const reportWaiting = (): void => {
    // Without a controller, the waiting build is the first one, of this very visit.
    if (registration.waiting && serviceWorker.controller) onWaiting();
  };
  const followInstalling = (): void => {
    const { installing } = registration;
    if (installing) scope.listen(installing, 'statechange', reportWaiting);
  };
  scope.listen(registration, 'updatefound', followInstalling);
  scope.interval(() => {
    if (storage.read('offlineMode')) return;
    registration.update().catch(() => {
      // No network: the next check may find it.
    });
  }, UPDATE_PERIOD_MS);
  followInstalling();
  reportWaiting();
}
