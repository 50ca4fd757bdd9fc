import { CircleCheck, CloudDownload, MapPinned } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { isPackWhole } from '../packs/pack-status.ts';
import { openPackSheet, packs } from '../packs/packs.ts';
import { endWelcome } from '../parcours/invite/welcome.ts';
import { Button } from '../ui/button.tsx';
import styles from './welcome.module.css';
import { welcomeStrings as words } from './welcome-words.ts';

/** Other actions on a welcome: downloading the parcours for use without a network, and opening the list. */
export function MoreActs({ mapId }: { readonly mapId: ParcoursId }) {
  const isWhole = isPackWhole(useSnapshot(packs).byMap[mapId]);
  const PackIcon = isWhole ? CircleCheck : CloudDownload;
  return (
    <div className={styles.more}>
      <Button
        variant="quiet"
        icon={<PackIcon size={18} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => openPackSheet(mapId)}
      >
        {isWhole ? words.packWhole : words.pack}
      </Button>
      <Button variant="quiet" icon={<MapPinned size={18} aria-hidden />} onClick={endWelcome}>
        {words.allMaps}
      </Button>
    </div>
  );
}
