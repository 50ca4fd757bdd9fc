import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { network } from '../page/network.ts';
import { offlineMode } from '../page/offline.ts';
import { lookUpPack } from './packs.ts';

/**
 * Asks the server for the size of a pack, now and when there is a network again.
 *
 * @returns `hasLooked`: the server has responded, or could not be reached.
 */
export function usePackLookup(mapId: ParcoursId): { readonly isOnline: boolean; readonly hasLooked: boolean } {
  const { isOnline } = useSnapshot(network);
  const { isOn } = useSnapshot(offlineMode);
  const canAsk = isOnline && !isOn;
  const [hasLooked, setLooked] = useState(false);
  useEffect(() => {
    if (canAsk) void lookUpPack(mapId).then(() => setLooked(true));
    else setLooked(true);
  }, [mapId, canAsk]);
  return { isOnline, hasLooked };
}
