import { CloudOff } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { network } from '../page/network.ts';
import { offlineMode } from '../page/offline.ts';
import { findSelected, parcours } from '../parcours/parcours.ts';
import styles from './offline-chip.module.css';
import { isPackWhole, type PackStatus, packStatus } from './pack-view.ts';
import { openPackSheet, packs } from './packs.ts';
import { packStrings as words } from './packs-words.ts';

/** While offline, or in offline mode: shows which part of the map in use can be heard, and opens its pack. */
export function OfflineChip() {
  const { isOn } = useSnapshot(offlineMode);
  const { isOnline } = useSnapshot(network);
  const { byMap } = useSnapshot(packs);
  const map = findSelected(useSnapshot(parcours));
  const isOffline = isOn || !isOnline;
  return (
    <div className={styles.frame} aria-live="polite">
      {isOffline ? (
        <button
          type="button"
          className={styles.chip}
          aria-haspopup="dialog"
          disabled={map === undefined}
          onClick={() => {
            if (map !== undefined) openPackSheet(map.id);
          }}
        >
          <CloudOff size={18} aria-hidden />
          <span className={styles.words}>
            <span className={styles.title}>{isOn ? words.chipMode : words.chipNoNetwork}</span>
            {map === undefined ? null : (
              <span>{describe(isPackWhole(byMap[map.id]), packStatus(byMap[map.id]), isOn)}</span>
            )}
          </span>
        </button>
      ) : null}
    </div>
  );
}

function describe(isWhole: boolean, status: PackStatus, isMode: boolean): string {
  if (isWhole) return words.chipWhole;
  if (status === 'lost') return words.chipLost;
  return isMode ? words.chipAbsentInMode : words.chipAbsent;
}
