import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { askToPersist, downloadPack, openPackSheet, packs } from '../../packs/packs.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { switchOfflineMode } from '../../page/offline.ts';
import { requestLocation } from '../../position/location.ts';
import type { LightAct } from './lights.ts';
import { readyStrings } from './ready-words.ts';

/** Returns the action of a light's button; the sound has its test beside it. */
export function actOf(act: Exclude<LightAct, 'test-sound'>, mapId: ParcoursId | undefined): () => void {
  const openPack = (): void => openPackSheet(mapId ?? null);
  switch (act) {
    case 'download':
    case 'follow':
      return openPack;
    case 'repair':
      return () => {
        if (mapId !== undefined) void downloadPack(mapId);
        openPack();
      };
    case 'go-online':
      return () => switchOfflineMode(false);
    case 'locate':
    case 'retry':
      return requestLocation;
    case 'persist':
      return async () => {
        await askToPersist();
        if (packs.isPersisted !== true) showNotice(readyStrings.storageRefused, { tone: 'info' });
      };
  }
}
