import { ChevronRight, FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { wordsForOutboxError } from '../../drops/drop-fault-words.ts';
import { showNotice } from '../../page/notice-queue.ts';
import { Button } from '../../ui/button.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import layout from '../../ui/layout.module.css';
import { Alert, Notice } from '../../ui/message.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import typography from '../../ui/typography.module.css';
import styles from './import.module.css';
import {
  chooseAgain,
  chooseImport,
  closeImport,
  composeUnused,
  continueImport,
  imports,
  openImport,
  startImport,
  takeBack,
  takeChosenFile,
} from './import.ts';
import { ImportPreview, type OnRehearse, type RenderMap, RouteOffer } from './import-preview.tsx';
import { importStrings as words, wordsForImport } from './import-words.ts';

/**
 * Imports places from a file of another tool into a parcours: choosing it, looking at what would become of it, importing
 * and taking back.
 */
export function ImportSheet({
  parcoursId,
  renderMap,
  onParcours,
  onRehearse,
  onClose,
}: {
  readonly parcoursId: ParcoursId;
  readonly renderMap: RenderMap;
  /** Makes a new parcours of a ZIP that has a whole one; null for people who may not. */
  readonly onParcours: ((zip: File) => void) | null;
  readonly onRehearse: OnRehearse;
  readonly onClose: () => void;
}) {
  const { phase, preview, chosen, sounded } = useSnapshot(imports);
  useEffect(() => {
    openImport(parcoursId);
    return closeImport;
  }, [parcoursId]);
  const compose = async (): Promise<void> => {
    if (await composeUnused()) onClose();
  };
  const makeParcours = (): void => {
    const zip = takeChosenFile();
    onClose();
    if (zip !== null) onParcours?.(zip);
  };
  const rehearse: OnRehearse =
    onRehearse === null
      ? null
      : (lines) => {
          onClose();
          onRehearse(lines);
        };
  const isEmpty = chosen.size === 0 && sounded.size === 0;
  const foot =
    phase === 'shown' && preview !== null && preview.rows.length + preview.forPlaces.length > 0 ? (
      <Button wide disabled={isEmpty} onClick={() => void startImport()}>
        {words.confirm(chosen.size, sounded.size)}
      </Button>
    ) : undefined;
  return (
    <Sheet isFull title={words.title} description={words.hint} foot={foot} onClose={onClose}>
      <div className={layout.stack4}>
        {phase === 'choosing' && <Choosing />}
        {phase === 'reading' && <Reading />}
        {phase === 'shown' && (
          <ImportPreview
            parcoursId={parcoursId}
            renderMap={renderMap}
            onParcours={onParcours === null ? null : makeParcours}
            onRehearse={rehearse}
            onCompose={() => void compose()}
          />
        )}
        {(phase === 'importing' || phase === 'halted') && <Running />}
        {phase === 'taking-back' && (
          <div className={layout.loading}>
            <Spinner size={28} label={words.takingBack} />
          </div>
        )}
        {phase === 'done' && <Done onRehearse={rehearse} onClose={onClose} />}
      </div>
    </Sheet>
  );
}

function Choosing() {
  const { failure, last, parcoursId } = useSnapshot(imports);
  const [refused, setRefused] = useState<string | null>(null);
  const choose = (file: File): void => {
    setRefused(null);
    void chooseImport(file);
  };
  const fault = refused ?? (failure === null ? null : wordsForImport(failure));
  return (
    <>
      {fault !== null && <Alert>{fault}</Alert>}
      {/* Without types: phones know few of them, and would disable such files. */}
      <FileDrop
        offered=""
        mayTake={() => true}
        typeWords={words.faults.unknown}
        label={words.choose}
        onFile={choose}
        onSeveral={() => setRefused(words.oneFile)}
        onRefused={setRefused}
      >
        {() => (
          <>
            <FileUp size={28} aria-hidden />
            <strong>{words.choose}</strong>
            <span className={typography.hint} aria-hidden>
              {words.drop}
              <br />
              {words.formats}
            </span>
          </>
        )}
      </FileDrop>
      <details className={layout.disclosure}>
        <summary className={styles.summary}>
          <ChevronRight size={18} aria-hidden />
          {words.csvHelp}
        </summary>
        <p className={styles.notes}>{words.csvColumns}</p>
      </details>
      {last !== null && last.parcoursId === parcoursId && last.placeIds.length + last.sounds.length + last.left > 0 && (
        <Notice action={<TakeBack />}>
          {last.left > 0
            ? words.interrupted(last.fileName, last.placeIds.length, last.left)
            : words.last(last.fileName, last.placeIds.length, last.sounds.length)}
        </Notice>
      )}
    </>
  );
}

function Reading() {
  const { fileName } = useSnapshot(imports);
  return (
    <div className={layout.stack4}>
      <div className={layout.loading}>
        <Spinner size={28} label={words.reading(fileName)} />
      </div>
      <Button variant="secondary" onClick={chooseAgain}>
        {words.cancel}
      </Button>
    </div>
  );
}

function Running() {
  const { phase, done, total, failure } = useSnapshot(imports);
  const isHalted = phase === 'halted';
  const label = words.importing(done, total);
  return (
    <>
      <ProgressBar label={words.title} value={total === 0 ? null : done / total} />
      {isHalted ? (
        <Alert>{words.halted(done, total, failure === null ? '' : wordsForStop(failure))}</Alert>
      ) : (
        <>
          <p role="status" className={typography.label}>
            {label}
          </p>
          <p className={typography.hint}>{words.background}</p>
        </>
      )}
      {isHalted && (
        <div className={styles.acts}>
          <Button onClick={() => void continueImport()}>{words.goOn}</Button>
          <TakeBack />
        </div>
      )}
    </>
  );
}

/** Explains why an import stopped: at a request, or at a sound that the device can't store. */
function wordsForStop(failure: Error): string {
  return failure.name === 'OutboxError' ? wordsForOutboxError(failure) : wordsForImport(failure);
}

function Done({ onRehearse, onClose }: { readonly onRehearse: OnRehearse; readonly onClose: () => void }) {
  const { last, failure } = useSnapshot(imports);
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { placeIds = [], sounds = [], lostSounds = [] } = last ?? {};
  return (
    <>
      <div ref={heading} tabIndex={-1}>
        <Notice tone="success">{words.done(placeIds.length)}</Notice>
      </div>
      {sounds.length > 0 && <p>{words.doneSounds(sounds.length)}</p>}
      {lostSounds.length > 0 && <Alert>{words.lostSounds(lostSounds)}</Alert>}
      <RouteOffer onRehearse={onRehearse} />
      {failure !== null && <Alert>{words.takeBackFailed(wordsForImport(failure))}</Alert>}
      <div className={styles.acts}>
        <Button onClick={onClose}>{words.close}</Button>
        <TakeBack />
        <Button variant="quiet" onClick={chooseAgain}>
          {words.again}
        </Button>
      </div>
    </>
  );
}

function TakeBack(): ReactNode {
  const undo = async (): Promise<void> => {
    const done = await takeBack();
    if (done !== null) showNotice(words.takenBack(done.deletedPlaces, done.keptSounds));
  };
  return (
    <Button variant="secondary" onClick={() => void undo()}>
      {words.takeBack}
    </Button>
  );
}
