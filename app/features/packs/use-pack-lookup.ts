import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { lookUpPack } from '../../state/packs/packs.ts';
import { network } from '../../state/page/network.ts';
import { offlineMode } from '../../state/page/offline.ts';

/**
 * Asks the server for the size of a pack, now and when there is a network again.
 *
 * @returns `hasLooked`: the server has answered, or could not.
 */
export function usePackLookup(mapId: ParcoursId): { readonly isOnline: boolean; readonly hasLooked: boolean } {
  const { isOnline } = useSnapshot(network);
  const { isOn } = useSnapshot(offlineMode);
  const [hasLooked, setLooked] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once there is a network.
  useEffect(() => {
    void lookUpPack(mapId).then(() => setLooked(true));
  }, [mapId, isOnline, isOn]);
  return { isOnline, hasLooked };
}
