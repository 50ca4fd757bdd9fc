import { BellOff, CloudDownload, Pause, Play, RefreshCw, RotateCcw, Trash2, Wifi, Wrench } from 'lucide-react';
import { type ReactNode, type Ref, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { offlineMode, switchOfflineMode } from '../page/offline.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import typography from '../ui/typography.module.css';
import { type PackView, packStatus } from './pack-view.ts';
import { downloadPack, pausePack, removePack } from './packs.ts';
import { packStrings as words } from './packs-words.ts';

interface MainAct {
  readonly label: string;
  readonly icon: ReactNode;
  /** Set for pausing a download; the other acts start or continue one. */
  readonly pauses?: true;
}

/** The person's likeliest next step with a pack. One button for all of them, so that it retains the focus. */
export function PackMainAct({
  parcoursId,
  view,
  ref,
}: {
  readonly parcoursId: ParcoursId;
  readonly view: Readonly<PackView> | undefined;
  readonly ref: Ref<HTMLButtonElement>;
}) {
  const { isOn: isOffline } = useSnapshot(offlineMode);
  const act = chooseAct(view);
  if (isOffline) {
    return (
      <>
        <p className={typography.hint}>{words.offlineModeHint}</p>
        <Button
          ref={ref}
          variant="secondary"
          icon={<Wifi size={18} aria-hidden />}
          onClick={() => switchOfflineMode(false)}
        >
          {words.goOnline}
        </Button>
      </>
    );
  }
  if (act === null) return null;
  return (
    <Button
      ref={ref}
      variant={act.pauses ? 'secondary' : 'primary'}
      icon={act.icon}
      onClick={() => {
        if (act.pauses) pausePack(parcoursId);
        else void downloadPack(parcoursId);
      }}
    >
      {act.label}
    </Button>
  );
}

function chooseAct(view: Readonly<PackView> | undefined): MainAct | null {
  const missing = view === undefined || view.bytes === null ? null : Math.max(0, view.bytes - view.bytesHere);
  switch (packStatus(view)) {
    case 'absent':
    case 'lost':
      return {
        label: missing === null ? words.download : words.downloadOf(missing),
        icon: <CloudDownload size={18} aria-hidden />,
      };
    case 'waiting':
    case 'downloading':
      return { label: words.pause, icon: <Pause size={18} aria-hidden />, pauses: true };
    case 'paused':
      return { label: words.resume, icon: <Play size={18} aria-hidden /> };
    case 'failed':
      return view?.failure === 'unsupported' ? null : { label: words.retry, icon: <RotateCcw size={18} aria-hidden /> };
    case 'damaged':
      return { label: words.repair, icon: <Wrench size={18} aria-hidden /> };
    case 'outdated':
      return {
        // A changed name needs no bytes.
        label: missing === null || missing === 0 ? words.update : words.updateOf(missing),
        icon: <RefreshCw size={18} aria-hidden />,
      };
    case 'whole':
      return null;
  }
}

/** Removes a pack after a confirmation, or the note of a lost one without. Null if there is nothing to remove. */
export function PackRemoval({
  parcoursId,
  name,
  view,
}: {
  readonly parcoursId: ParcoursId;
  readonly name: string;
  readonly view: Readonly<PackView> | undefined;
}) {
  const [isAsking, setAsking] = useState(false);
  if (view === undefined || view.failure === 'unsupported') return null;
  if (!view.isWhole && packStatus(view) === 'absent') return null;
  if (packStatus(view) === 'lost') {
    return (
      <Button variant="secondary" icon={<BellOff size={18} aria-hidden />} onClick={() => void removePack(parcoursId)}>
        {words.forgetLost}
      </Button>
    );
  }
  return (
    <>
      <Button variant="secondary" icon={<Trash2 size={18} aria-hidden />} onClick={() => setAsking(true)}>
        {view.isWhole ? words.remove : words.removeBegun}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          words={words.removal(name)}
          onConfirm={async () => {
            await removePack(parcoursId);
            showNotice(words.removed(name));
          }}
          onClose={() => setAsking(false)}
          wordsFor={wordsFor}
        />
      ) : null}
    </>
  );
}
