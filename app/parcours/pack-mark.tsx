import { ArrowDown, CircleAlert, CircleCheck, Ellipsis, type LucideIcon, Pause, RefreshCw } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { type PackStatus, packShare, packStatus } from '../packs/pack-view.ts';
import { packs } from '../packs/packs.ts';
import { packStrings as words } from '../packs/packs-words.ts';
import styles from './pack-mark.module.css';

const ICONS: Record<Exclude<PackStatus, 'absent'>, LucideIcon> = {
  waiting: Ellipsis,
  downloading: ArrowDown,
  paused: Pause,
  failed: CircleAlert,
  lost: CircleAlert,
  damaged: CircleAlert,
  outdated: RefreshCw,
  whole: CircleCheck,
};

/** The state of a parcours' pack, if there is one: an icon, with words for screen readers. */
export function PackMark({ parcoursId }: { readonly parcoursId: ParcoursId }) {
  const view = useSnapshot(packs).byMap[parcoursId];
  const status = packStatus(view);
  if (status === 'absent') return null;
  const Icon = ICONS[status];
  const hasRing = status === 'waiting' || status === 'downloading' || status === 'paused';
  return (
    <span className={styles.icon} data-status={status}>
      {hasRing ? <Ring share={packShare(view) ?? 0} /> : null}
      <Icon size={hasRing ? 9 : 16} strokeWidth={hasRing ? 2.5 : 2} aria-hidden />
      <span className="visually-hidden">{words.rowLabel(words.status[status])}</span>
    </span>
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
