import { useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { useFocusHeir } from '../ui/use-focus-heir.ts';
import { PackFault } from './pack-fault.tsx';
import { PackMainAct } from './pack-main-act.tsx';
import { PackProgress } from './pack-progress.tsx';
import { PackRemoval } from './pack-removal.tsx';
import { PackState } from './pack-state.tsx';
import { PackStorage } from './pack-storage.tsx';
import { describePack } from './pack-text.ts';
import styles from './packs.module.css';
import { packs } from './packs.ts';
import { usePackLookup } from './use-pack-lookup.ts';

/** The pack of one parcours: its size, download, content on the device, and removal. */
export function PackPanel({ mapId, name }: { readonly mapId: ParcoursId; readonly name: string }) {
  const view = useSnapshot(packs).byMap[mapId];
  const lookup = usePackLookup(mapId);
  const title = useRef<HTMLParagraphElement>(null);
  const mainAct = useRef<HTMLButtonElement>(null);
  const heir = useFocusHeir(() => mainAct.current ?? title.current);
  return (
    <div className={styles.panel} {...heir}>
      <PackState ref={title} text={describePack(view, lookup)} />
      <PackProgress view={view} />
      <PackFault view={view} />
      <div className={styles.acts}>
        <PackMainAct ref={mainAct} mapId={mapId} view={view} />
        <PackRemoval mapId={mapId} name={name} view={view} />
      </div>
      <PackStorage />
    </div>
  );
}
