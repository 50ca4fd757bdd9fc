import type { Scope } from '../scope.ts';

/** The build makes it (`vite.config.ts`). */
const WORKER_URL = '/sw.js';
/** How often an open page looks for a newer build; a browser does so by itself when a page is loaded. */
const LOOK_PERIOD_MS = 3600 * 1000;

/** Callbacks about the worker that keeps the app's files. */
export interface AppWorkerEvents {
  /** A newer build is stored and waits; this page runs on with its own. May come more than once. */
  onWaiting(): void;
  /** A newer build serves this page from now on, because this tab or another one asked for it. */
  onTakenOver(): void;
}

/**
 * Registers the service worker once the page has loaded, and tells of newer builds until `scope` is disposed. Does
 * nothing while developing, and where the browser knows no service workers or refuses them.
 */
export function watchAppWorker(scope: Scope, events: AppWorkerEvents): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const start = (): void => {
    follow(scope, events).catch(() => {
      // Private windows and blocked storage refuse; the app works without.
    });
  };
  // Its download must not compete with that of the first screen.
  if (document.readyState === 'complete') start();
  else scope.listen(window, 'load', start, { once: true });
}

/** Lets the build that waits take over. Returns false where none waits. */
export async function activateWaiting(): Promise<boolean> {
  const waiting = (await navigator.serviceWorker?.getRegistration())?.waiting;
  waiting?.postMessage({ type: 'SKIP_WAITING' });
  return waiting !== null && waiting !== undefined;
}

async function follow(scope: Scope, { onWaiting, onTakenOver }: AppWorkerEvents): Promise<void> {
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register(WORKER_URL);
  const look = (): void => {
    // Without a controller it is this visit's own build that waits: the first one.
    if (registration.waiting && serviceWorker.controller) onWaiting();
  };
  const followInstalling = (): void => {
    const { installing } = registration;
    if (installing) scope.listen(installing, 'statechange', look);
  };
  scope.listen(registration, 'updatefound', followInstalling);
  scope.listen(serviceWorker, 'controllerchange', onTakenOver);
  scope.interval(() => {
    registration.update().catch(() => {
      // No network: the next look finds it.
    });
  }, LOOK_PERIOD_MS);
  followInstalling();
  look();
}
