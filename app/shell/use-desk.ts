import { useEffect, useState } from 'react';
import { matchesMedia, watchMedia } from '../platform/page/device.ts';
import { Scope } from '../platform/scope.ts';

/** The same as in the style sheets of the map's screen. */
const DESK = '(min-width: 1024px)';

/** Whether the screen is wide enough for information, list or settings beside the map. */
export function useDesk(): boolean {
  const [isDesk, setDesk] = useState(() => matchesMedia(DESK));
  useEffect(() => {
    const scope = new Scope();
    setDesk(matchesMedia(DESK));
    watchMedia(scope, DESK, setDesk);
    return () => scope.dispose();
  }, []);
  return isDesk;
}
