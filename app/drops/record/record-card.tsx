import { FileAudio, Mic, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { showNotice } from '../../page/notice-queue.ts';
import { parcours } from '../../parcours/parcours.ts';
import { isMicrophoneGranted } from '../../platform/audio/microphone.ts';
import { location, openLocationOverlay, requestLocation } from '../../position/location.ts';
import { locationStrings } from '../../position/location-words.ts';
import { useBackCloses } from '../../ui/back.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import typography from '../../ui/typography.module.css';
import { ApprovalHint } from '../approval-hint.tsx';
import { openUpload } from '../composer/uploads.ts';
import { wordsForDropFault } from '../drop-fault-words.ts';
import { closeRecorderCard, dropTarget } from '../drop-mode.ts';
import { dropStrings } from '../drop-words.ts';
import styles from './record-card.module.css';
import { recordStrings } from './record-words.ts';
import { recordHere } from './takes.ts';

/** Opens the sheet that makes a drop of a file. */
export function openFileDrop(): void {
  openUpload((why) => showNotice(wordsForDropFault(why)));
}

/** Shows where a recording will be placed and why the microphone is needed, with the ways to leave a drop. @param isApart beside a planned place */
export function RecordCard({ isApart }: { readonly isApart: boolean }) {
  const { fix, status } = useSnapshot(location);
  const target = dropTarget(useSnapshot(parcours));
  const [isGranted, setGranted] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    main.current?.focus();
    let isShown = true;
    void isMicrophoneGranted().then((granted) => {
      if (isShown) setGranted(granted);
    });
    return () => {
      isShown = false;
    };
  }, []);
  useBackCloses(true, closeRecorderCard);
  const isSearching = fix === null && (status === 'requesting' || status === 'active' || status === 'low_accuracy');
  const begin = (): void => {
    closeRecorderCard();
    void recordHere();
  };
  const dropFile = (): void => {
    closeRecorderCard();
    openFileDrop();
  };
  const askForPosition = (): void => {
    openLocationOverlay();
    requestLocation();
  };
  const title = isApart ? dropStrings.openApart : recordStrings.cardTitle;
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <IconButton label={strings.app.close} icon={<X size={18} aria-hidden />} onClick={closeRecorderCard} />
      </div>
      <p role="status">
        {fix !== null
          ? recordStrings.cardHere(fix.accuracyM)
          : isSearching
            ? locationStrings.requesting
            : recordStrings.cardUnplaced}
      </p>
      <ApprovalHint parcoursId={target?.parcoursId} />
      {!isGranted && <p className={typography.soft}>{recordStrings.cardMicrophone}</p>}
      <div className={styles.acts}>
        {fix === null && !isSearching ? (
          <Button ref={main} onClick={askForPosition}>
            {locationStrings.activate}
          </Button>
        ) : (
          <Button ref={main} busy={fix === null} icon={<Mic size={20} aria-hidden />} onClick={begin}>
            {recordStrings.start}
          </Button>
        )}
        <Button variant="secondary" icon={<FileAudio size={18} aria-hidden />} onClick={dropFile}>
          {dropStrings.openFile}
        </Button>
      </div>
    </section>
  );
}
