import { proxy, subscribe } from 'valtio';
import { subscribeKey } from 'valtio/utils';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { packStatus } from '../packs/pack-view.ts';
import { packs } from '../packs/packs.ts';
import { network } from '../page/network.ts';
import { offlineMode } from '../page/offline.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import { isConnectionWeak } from '../platform/net/connection.ts';
import { refreshStoredPacks } from '../platform/packs/stored-packs.ts';
import type { Scope } from '../platform/scope.ts';
import { listening } from '../walk/listening.ts';

/** What a walker has to be told about the pack of a parcours. */
export interface PackNews {
  /** The browser has deleted the pack or some of its files, or the connection is too weak to walk without a pack. */
  readonly kind: 'lost' | 'damaged' | 'weak';
  readonly parcoursId: ParcoursId;
  readonly name: string;
}

/** The news that no notice has told yet, oldest first. */
export const packNews = proxy<{ untold: PackNews[] }>({ untold: [] });

/** Returns the untold news, which count as told from now on. */
export function takePackNews(): PackNews[] {
  const taken = packNews.untold;
  if (taken.length > 0) packNews.untold = [];
  return taken;
}

/**
 * Until `scope` is disposed, tells a walker once per walk that the browser has deleted the pack of the map in use, or
 * files of it; and offers the pack when a walk begins on a weak connection, once per map. Both open the sheet, which
 * shows the size before any download.
 */
export function startPackOffer(scope: Scope): void {
  const offered = new Set<ParcoursId>();
  /** The losses reported on this walk. */
  const told = new Set<string>();
  let wasOnSite = listening.walk.onSite;

  function tellLoss(): boolean {
    const map = findSelected(parcours);
    if (!listening.walk.onSite || map === undefined) return false;
    const status = packStatus(packs.byMap[map.id]);
    if (status !== 'lost' && status !== 'damaged') return false;
    // Offline, the chip on the map reports it, and nothing can be downloaded.
    if (status === 'lost' && (offlineMode.isOn || !network.isOnline)) return true;
    const key = `${map.id} ${status}`;
    if (!told.has(key)) packNews.untold.push({ kind: status, parcoursId: map.id, name: map.name });
    told.add(key);
    return true;
  }

  scope.add(
    subscribeKey(listening, 'walk', ({ onSite }) => {
      const hasBegun = onSite && !wasOnSite;
      wasOnSite = onSite;
      if (!onSite) told.clear();
      if (!hasBegun) return;
      // The browser may have deleted it since the page was opened.
      void refreshStoredPacks();
      const map = findSelected(parcours);
      if (tellLoss() || map === undefined || offered.has(map.id)) return;
      const view = packs.byMap[map.id];
      const isHereOrComing = view?.isWhole === true || ['downloading', 'waiting'].includes(packStatus(view));
      if (isHereOrComing || offlineMode.isOn || !isConnectionWeak()) return;
      offered.add(map.id);
      packNews.untold.push({ kind: 'weak', parcoursId: map.id, name: map.name });
    }),
  );
  scope.add(takePackNews);
  for (const changed of [packs, network, offlineMode]) scope.add(subscribe(changed, () => void tellLoss()));
}
