import {
  ArrowDown,
  CircleAlert,
  CircleCheck,
  CloudDownload,
  Ellipsis,
  type LucideIcon,
  Pause,
  RefreshCw,
} from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { type PackStatus, packShare, packStatus } from '../packs/pack-view.ts';
import { openPackSheet, packs } from '../packs/packs.ts';
import { packStrings as words } from '../packs/packs-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './pack-button.module.css';

const ICONS: Record<PackStatus, LucideIcon> = {
  absent: CloudDownload,
  waiting: Ellipsis,
  downloading: ArrowDown,
  paused: Pause,
  failed: CircleAlert,
  lost: CircleAlert,
  damaged: CircleAlert,
  outdated: RefreshCw,
  whole: CircleCheck,
};

/** The pack of a parcours: the icon shows its state, and a tap opens the sheet. */
export function PackButton({ parcoursId, name }: { readonly parcoursId: ParcoursId; readonly name: string }) {
  const view = useSnapshot(packs).byMap[parcoursId];
  const status = packStatus(view);
  const Icon = ICONS[status];
  const hasRing = status === 'waiting' || status === 'downloading' || status === 'paused';
  return (
    <IconButton
      label={status === 'absent' ? words.rowDownload(name) : words.rowLabel(name, words.status[status])}
      aria-haspopup="dialog"
      icon={
        <span className={styles.icon} data-status={status}>
          {hasRing ? <Ring share={packShare(view) ?? 0} /> : null}
          <Icon size={hasRing ? 12 : 20} strokeWidth={hasRing ? 2.5 : 2} aria-hidden />
        </span>
      }
      onClick={() => openPackSheet(parcoursId)}
    />
  );
}

/** A circle around the icon, filled in proportion to the download. */
function Ring({ share }: { readonly share: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 24 24" aria-hidden="true">
      <circle className={styles.rest} cx="12" cy="12" r="10.5" />
      <circle
        className={styles.done}
        cx="12"
        cy="12"
        r="10.5"
        pathLength="100"
        strokeDasharray={`${share * 100} 100`}
      />
    </svg>
  );
}
