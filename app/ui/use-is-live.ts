import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * Whether scripts have hydrated the page: false in the HTML that the build makes. Before that a form must not be sent,
 * because the browser would send it itself, with the input in the URL.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
