import { subscribeKey } from 'valtio/utils';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { isConnectionWeak } from '../../platform/net/connection.ts';
import type { Scope } from '../../platform/scope.ts';
import { findSelected, parcours } from '../../state/maps/parcours.ts';
import { packStatus } from '../../state/packs/pack-status.ts';
import { openPackSheet, packs } from '../../state/packs/packs.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { offlineMode } from '../../state/page/offline.ts';
import { listening } from '../../state/walk/listening.ts';
import { packStrings as words } from '../../words/packs.ts';

/**
 * Offers the pack of the map in use when a walk begins on a weak line, once for each map, until `scope` is disposed. The
 * offer opens the sheet, which tells the size before anything is downloaded.
 */
export function startPackOffer(scope: Scope): void {
  const offered = new Set<ParcoursId>();
  let wasOnSite = listening.walk.onSite;
  const unsubscribe = subscribeKey(listening, 'walk', ({ onSite }) => {
    const hasBegun = onSite && !wasOnSite;
    wasOnSite = onSite;
    const map = findSelected(parcours);
    if (!hasBegun || map === undefined || offered.has(map.id)) return;
    const view = packs.byMap[map.id];
    const isHereOrComing = view?.isWhole === true || ['downloading', 'waiting'].includes(packStatus(view));
    if (isHereOrComing || offlineMode.isOn || !isConnectionWeak()) return;
    offered.add(map.id);
    showNotice(words.weakLine, { tone: 'info', action: { label: words.download, run: () => openPackSheet(map.id) } });
  });
  scope.add(unsubscribe);
}
