import { useEffect, useState } from 'react';
import { isKept, openKept } from '../../platform/kept/kept-files.ts';
import { isOffline } from '../../platform/net/offline-mode.ts';
import { Scope } from '../../platform/scope.ts';

/**
 * The address to show a picture from: of the file on the device where a whole pack holds it, else its own. Null while the file
 * is being opened, without a picture, and for a picture on the network while the 'hors ligne' switch is on.
 */
export function usePicture(url: string | null): string | null {
  const [opened, setOpened] = useState<{ readonly url: string; readonly address: string } | null>(null);
  const isHere = url !== null && isKept(url);

  useEffect(() => {
    if (url === null || !isHere) return;
    const scope = new Scope();
    void openKept(url).then((file) => {
      // A damaged file is shown from the network.
      if (!scope.disposed) setOpened({ url, address: file === null ? url : scope.objectUrl(file) });
    });
    return () => {
      setOpened(null);
      scope.dispose();
    };
  }, [url, isHere]);

  if (!isHere) return url === null || isOffline() ? null : url;
  return opened?.url === url ? opened.address : null;
}
