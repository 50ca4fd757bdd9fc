import { CircleAlert, CircleCheck, CircleDashed, CloudDownload, type LucideIcon, RefreshCw } from 'lucide-react';
import { type Ref, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { installHint } from '../page/install-words.ts';
import { network } from '../page/network.ts';
import { offlineMode } from '../page/offline.ts';
import { parcours } from '../parcours/parcours.ts';
import { Button } from '../ui/button.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Sheet } from '../ui/sheet.tsx';
import typography from '../ui/typography.module.css';
import { useFocusHeir } from '../ui/use-focus-heir.ts';
import { PackMainAct, PackRemoval } from './pack-acts.tsx';
import { describePack, type PackSign, type PackText } from './pack-status-words.ts';
import { type PacksView, type PackView, packShare, packStatus } from './pack-view.ts';
import styles from './packs.module.css';
import { askToPersist, lookUpPack, openPackSheet, packSheet, packs } from './packs.ts';
import { packStrings as words } from './packs-words.ts';

const ICONS: Record<PackSign, LucideIcon> = {
  absent: CloudDownload,
  busy: CircleDashed,
  good: CircleCheck,
  news: RefreshCw,
  bad: CircleAlert,
};

/** The pack of the parcours that {@link openPackSheet} was called with. */
export function PackSheet() {
  const { parcoursId } = useSnapshot(packSheet);
  const { list } = useSnapshot(parcours);
  const map = list.find(({ id }) => id === parcoursId);
  if (map === undefined) return null;
  return (
    <Sheet onClose={() => openPackSheet(null)} title={words.title} description={map.name}>
      <PackPanel key={map.id} parcoursId={map.id} name={map.name} />
    </Sheet>
  );
}

/** The pack of one parcours: its size, download, content on the device, and removal. */
export function PackPanel({ parcoursId, name }: { readonly parcoursId: ParcoursId; readonly name: string }) {
  const view = useSnapshot(packs).byMap[parcoursId];
  const lookup = usePackLookup(parcoursId);
  const title = useRef<HTMLParagraphElement>(null);
  const mainAct = useRef<HTMLButtonElement>(null);
  const heir = useFocusHeir(() => mainAct.current ?? title.current);
  return (
    <div className={layout.stack4} {...heir}>
      <PackState ref={title} text={describePack(view, lookup)} />
      <PackProgress view={view} />
      <PackFault view={view} />
      <div className={styles.acts}>
        <PackMainAct ref={mainAct} parcoursId={parcoursId} view={view} />
        <PackRemoval parcoursId={parcoursId} name={name} view={view} />
      </div>
      <PackStorage />
    </div>
  );
}

/** Asks the server for a pack's size while there is a network. `hasLooked`: it answered, or could not be reached. */
function usePackLookup(parcoursId: ParcoursId): { readonly isOnline: boolean; readonly hasLooked: boolean } {
  const { isOnline } = useSnapshot(network);
  const { isOn } = useSnapshot(offlineMode);
  const canAsk = isOnline && !isOn;
  const [hasLooked, setLooked] = useState(false);
  useEffect(() => {
    if (canAsk) void lookUpPack(parcoursId).then(() => setLooked(true));
    else setLooked(true);
  }, [parcoursId, canAsk]);
  return { isOnline, hasLooked };
}

/** The state of a pack. The title, which receives `ref`, is announced when it changes; numbers are read on demand. */
function PackState({ text, ref }: { readonly text: PackText; readonly ref: Ref<HTMLParagraphElement> }) {
  const { sign, title, facts, hint } = text;
  const Icon = ICONS[sign];
  return (
    <div className={styles.state} data-sign={sign}>
      <Icon size={22} aria-hidden />
      <div className={styles.words}>
        <p ref={ref} tabIndex={-1} aria-live="polite" className={styles.headline}>
          {title}
        </p>
        {facts === null ? null : <p className={styles.facts}>{facts}</p>}
        {hint === null ? null : <p className={typography.hint}>{hint}</p>}
      </div>
    </div>
  );
}

function PackProgress({ view }: { readonly view: Readonly<PackView> | undefined }) {
  const status = packStatus(view);
  const isBegun = status === 'downloading' || status === 'waiting' || status === 'paused' || status === 'failed';
  if (view === undefined || !isBegun || view.failure === 'unsupported') return null;
  const { bytes, files, bytesHere, filesHere } = view;
  return (
    <div className={layout.stack2}>
      <ProgressBar label={words.progress} value={packShare(view)} />
      {bytes === null || files === null ? null : (
        <p className={styles.numbers}>
          <span>{words.bytesDone(bytesHere, bytes)}</span>
          <span>{words.filesDone(filesHere, files)}</span>
        </p>
      )}
    </div>
  );
}

/** Shows why a download stopped and what to do, or that the device has too little space for one. */
function PackFault({ view }: { readonly view: Readonly<PackView> | undefined }) {
  const free = freeBytes(useSnapshot(packs).grant);
  if (view === undefined) return null;
  const { bytes, bytesHere, failure } = view;
  const status = packStatus(view);
  if (status === 'failed' && failure !== null) return <Alert>{words.failures[failure]}</Alert>;
  const lacksRoom =
    (status === 'absent' || status === 'lost') && bytes !== null && free !== null && bytes - bytesHere > free;
  return lacksRoom ? <Alert>{words.tooLittleRoom(free)}</Alert> : null;
}

function PackStorage() {
  const { bytes, grant, isPersisted } = useSnapshot(packs);
  const [hasAsked, setAsked] = useState(false);
  const free = freeBytes(grant);
  const hint = installHint('forPacks');
  const ask = async (): Promise<void> => {
    await askToPersist();
    setAsked(true);
  };
  return (
    <div className={styles.storage}>
      {bytes > 0 ? (
        <p>{free === null ? words.sum(bytes) : words.sumAndFree(bytes, free)}</p>
      ) : free === null ? null : (
        <p>{words.free(free)}</p>
      )}
      {bytes === 0 && isPersisted !== true ? (
        <p>{words.persistReason}</p>
      ) : (
        <p aria-live="polite">{describeKeeping(isPersisted, hasAsked)}</p>
      )}
      {hint === null ? null : <p>{hint}</p>}
      {bytes > 0 && isPersisted === false ? (
        <Button variant="quiet" className={styles.persist} onClick={() => void ask()}>
          {words.askToPersist}
        </Button>
      ) : null}
    </div>
  );
}

function describeKeeping(isPersisted: boolean | null, hasAsked: boolean): string {
  if (isPersisted === null) return words.persistReason;
  if (isPersisted) return words.persisted;
  return hasAsked ? words.persistRefused : words.notPersisted;
}

function freeBytes(grant: Readonly<PacksView['grant']>): number | null {
  return grant === null ? null : Math.max(0, grant.quotaBytes - grant.usedBytes);
}
