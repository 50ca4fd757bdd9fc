import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CloudDownload,
  type LucideIcon,
  RefreshCw,
  Trash2,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { packStatus } from '../../state/packs/pack-status.ts';
import { lookUpPack, packs, removePack } from '../../state/packs/packs.ts';
import { network } from '../../state/page/network.ts';
import { showNotice } from '../../state/page/notice-queue.ts';
import { offlineMode } from '../../state/page/offline.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useFocusHeir } from '../../ui/use-focus-heir.ts';
import { packStrings as words } from '../../words/packs.ts';
import { PackMainAct } from './pack-main-act.tsx';
import { PackProgress } from './pack-progress.tsx';
import { PackStorage } from './pack-storage.tsx';
import { describePack, type PackSign } from './pack-text.ts';
import styles from './packs.module.css';

const ICONS: Record<PackSign, LucideIcon> = {
  absent: CloudDownload,
  busy: CircleDashed,
  good: CircleCheck,
  news: RefreshCw,
  bad: CircleAlert,
};

/** The pack of one parcours: its size, its download, what is on the device, and its removal. */
export function PackPanel({ mapId, name }: { readonly mapId: ParcoursId; readonly name: string }) {
  const { byMap, grant } = useSnapshot(packs);
  const { isOnline } = useSnapshot(network);
  const { isOn: isOffline } = useSnapshot(offlineMode);
  const [hasLooked, setLooked] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const headline = useRef<HTMLParagraphElement>(null);
  const mainAct = useRef<HTMLButtonElement>(null);
  const heir = useFocusHeir(() => mainAct.current ?? headline.current);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again once there is a network.
  useEffect(() => {
    void lookUpPack(mapId).then(() => setLooked(true));
  }, [mapId, isOnline, isOffline]);

  const view = byMap[mapId];
  const status = packStatus(view);
  const { sign, title, facts, hint } = describePack(view, { isOnline, hasLooked });
  const Icon = ICONS[sign];
  const isBegun = view !== undefined && (view.isWhole || (status !== 'absent' && view.failure !== 'unsupported'));
  const missing = view === undefined || view.bytes === null ? null : view.bytes - view.bytesHere;
  const free = grant === null ? null : Math.max(0, grant.quotaBytes - grant.usedBytes);

  return (
    <div className={styles.panel} {...heir}>
      <div className={styles.state} data-sign={sign}>
        <Icon size={22} aria-hidden />
        <div className={styles.words}>
          {/* Announced when it changes; the numbers are read on demand. */}
          <p ref={headline} tabIndex={-1} aria-live="polite" className={styles.headline}>
            {title}
          </p>
          {facts === null ? null : <p className={styles.facts}>{facts}</p>}
          {hint === null ? null : <p className={styles.hint}>{hint}</p>}
        </div>
      </div>
      <PackProgress view={view} />
      {view?.failure == null || status !== 'failed' ? null : <Alert>{words.failures[view.failure]}</Alert>}
      {status === 'absent' && missing !== null && free !== null && missing > free ? (
        <Alert>{words.tooLittleRoom(free)}</Alert>
      ) : null}
      <div className={styles.acts}>
        <PackMainAct ref={mainAct} mapId={mapId} view={view} />
        {isBegun ? (
          <Button variant="secondary" icon={<Trash2 size={18} aria-hidden />} onClick={() => setRemoving(true)}>
            {view.isWhole ? words.remove : words.removeBegun}
          </Button>
        ) : null}
      </div>
      <PackStorage />
      {isRemoving ? (
        <ConfirmDialog
          words={words.removal(name, view?.bytesHere ?? null)}
          onConfirm={async () => {
            await removePack(mapId);
            showNotice(words.removed(name));
          }}
          onClose={() => setRemoving(false)}
          wordsFor={wordsFor}
        />
      ) : null}
    </div>
  );
}
