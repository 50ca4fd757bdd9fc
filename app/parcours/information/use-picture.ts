import { useLayoutEffect, useState } from 'react';
import { Scope } from '../../platform/scope.ts';
import { findPicture } from './parcours-picture.ts';

/**
 * Returns the URL of a picture, which may be a file on the device. Null without a picture, for one that can't be shown,
 * and while a file is being opened.
 */
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
