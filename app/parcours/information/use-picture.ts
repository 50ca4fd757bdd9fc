import { useLayoutEffect, useState } from 'react';
import { Scope } from '../../platform/scope.ts';
import { findPicture } from './parcours-picture.ts';

/** Returns the URL of a picture, perhaps on the device. Null until it is open, and if it can't be shown. */
export function usePicture(url: string | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  // Before the first paint, which would otherwise show that there is no picture.
  useLayoutEffect(() => {
    if (url === null) return;
    const scope = new Scope();
    findPicture(scope, url, setAddress);
    return () => {
      setAddress(null);
      scope.dispose();
    };
  }, [url]);
  return address;
}
