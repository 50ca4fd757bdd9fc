import { useSyncExternalStore } from 'react';

const subscribe = () => () => {};

/**
 * False in the HTML that the build makes, until its scripts have taken it over. A form can't be sent before: the browser
 * would do that itself, with what was typed in the address.
 */
export function useIsLive(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}
