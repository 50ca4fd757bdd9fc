import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { askToPersist, downloadPack, openPackSheet } from '../../state/packs/packs.ts';
import { switchOfflineMode } from '../../state/page/offline.ts';
import { requestLocation } from '../../state/position/location.ts';
import type { LightAct } from './lights.ts';

/** What a light's button does; the sound has its test beside it. */
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
      return () => void askToPersist();
  }
}
