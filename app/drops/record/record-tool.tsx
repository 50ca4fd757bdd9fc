import { FileAudio, History, Mic, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import { mayUseEditorTools } from '../../../contracts/permissions.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findSelected, parcours } from '../../parcours/parcours.ts';
import { places } from '../../places/places.ts';
import { plan } from '../../places/plan.ts';
import { session } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Alert } from '../../ui/message.tsx';
import { wordsForRecorderFault } from '../drop-fault-words.ts';
import { openRecorderCard, recorderCard } from '../drop-mode.ts';
import { outbox } from '../drop-services.ts';
import { useIsDropOffered } from '../drop-tool.tsx';
import { dropStrings } from '../drop-words.ts';
import { FillCard, type RenderReport, useCardPlace } from '../fill/fill-card.tsx';
import { openFileDrop, RecordCard } from './record-card.tsx';
import styles from './record-tool.module.css';
import { recordStrings } from './record-words.ts';
import { dismissRecorderFault, recorder } from './recorder.ts';
import { RecordingBar } from './recording-bar.tsx';
import { recordings } from './recordings.ts';
import { TakeSheet } from './take-sheet.tsx';
import { firstLeft, openLeft, takes } from './takes.ts';

/** The map's tool for drops: its button and card, the running recording, recordings found on the device, and the popup. */
export function RecordTool({
  isAway,
  isForEditor,
  renderReport,
}: {
  /** Whether the map is being aimed or edited, and shows nothing else. */
  readonly isAway: boolean;
  /** Whether the running recording is for the place being edited, whose editor shows it. */
  readonly isForEditor: boolean;
  readonly renderReport?: RenderReport;
}) {
  const { user } = useSnapshot(session);
  const { phase } = useSnapshot(recorder);
  const { open } = useSnapshot(takes);
  const { isOpen } = useSnapshot(recorderCard);
  const isOffered = useIsDropOffered();
  const planned = useCardPlace();
  const isAtPlan = planned?.state === 'planned';
  if (user === null || user.role === 'guest') return null;
  const isFree = open === null && !isAway;
  return (
    <>
      {isFree && phase === 'idle' && (
        <FillCard planned={isOffered && isOpen ? null : planned} renderReport={renderReport} />
      )}
      {isFree && phase === 'idle' && isOffered && <DropStart isApart={isAtPlan} />}
      {isFree && phase === 'idle' && <FoundButton userId={user.id} />}
      {phase !== 'idle' && !isForEditor && <RecordingBar />}
      {isFree && <RecorderFault isFileOffered={isOffered} />}
      {open !== null && <TakeSheet key={open.take.id} open={open} />}
    </>
  );
}

/**
 * The one button that leaves a drop. It opens the card, which returns the focus to it.
 * @param isApart whether a planned place is offered to be filled instead
 */
function DropStart({ isApart }: { readonly isApart: boolean }) {
  const { isOpen } = useSnapshot(recorderCard);
  const isMain = useIsMain();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (isOpen) return <RecordCard isApart={isApart} />;
  return (
    <Button
      ref={button}
      variant={isMain && !isApart ? 'primary' : 'secondary'}
      icon={<Mic size={20} aria-hidden />}
      className={styles.floating}
      aria-label={isApart ? undefined : dropStrings.open}
      onClick={openRecorderCard}
    >
      {isApart ? dropStrings.openApart : dropStrings.openShort}
    </Button>
  );
}

/** Whether leaving a drop is the first choice: beside a walk, or an empty map that its author may draw, it is the second. */
function useIsMain(): boolean {
  const { user } = useSnapshot(session);
  const { list } = useSnapshot(places);
  const { list: planned } = useSnapshot(plan);
  const map = findSelected(useSnapshot(parcours));
  const isToDraw = user !== null && map !== undefined && mayUseEditorTools(user.role, map.privilege);
  return list.length + planned.length === 0 ? !isToDraw : list.every(({ media }) => media === null);
}

/** Opens the oldest unsaved recording, if there is one. */
function FoundButton({ userId }: { readonly userId: UserId }) {
  const { found } = useSnapshot(recordings);
  const { isReady, items } = useSnapshot(outbox);
  const left = isReady ? firstLeft(found, items, userId) : null;
  if (left === null) return null;
  return (
    <Button
      variant="secondary"
      icon={<History size={20} aria-hidden />}
      className={styles.floating}
      onClick={() => openLeft(left)}
    >
      {recordStrings.found}
    </Button>
  );
}

/** Shows why a recording could not start, or ended by itself, until it is dismissed; a file needs no microphone. */
function RecorderFault({ isFileOffered }: { readonly isFileOffered: boolean }) {
  const { fault } = useSnapshot(recorder);
  if (fault === null) return null;
  const dropFile = (): void => {
    dismissRecorderFault();
    openFileDrop();
  };
  return (
    <div className={styles.fault}>
      <Alert
        action={
          <IconButton label={strings.app.dismiss} icon={<X size={18} aria-hidden />} onClick={dismissRecorderFault} />
        }
      >
        {wordsForRecorderFault(fault)}
        {isFileOffered && fault.why.startsWith('microphone') && (
          <Button variant="quiet" icon={<FileAudio size={18} aria-hidden />} onClick={dropFile}>
            {dropStrings.openFile}
          </Button>
        )}
      </Alert>
    </div>
  );
}
