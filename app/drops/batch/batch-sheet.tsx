import { FilePlus2, MapPinned, X } from 'lucide-react';
import { memo } from 'react';
import { useSnapshot } from 'valtio';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { parcours } from '../../parcours/parcours.ts';
import { OFFERED_AUDIO } from '../../platform/audio/audio-files.ts';
import { Button } from '../../ui/button.tsx';
import { strings } from '../../ui/common-words.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Hint } from '../../ui/hint.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import { Alert } from '../../ui/message.tsx';
import { formatMoment, formatPercent } from '../../ui/number-words.ts';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { useLanguage } from '../../ui/use-language.ts';
import { ApprovalHint } from '../approval-hint.tsx';
import type { Composition } from '../composer/composition.ts';
import { converterStrings, detailOf } from '../composer/converter-words.ts';
import { ReadyPart } from '../composer/upload-sheet.tsx';
import { wordsForDropFault } from '../drop-fault-words.ts';
import { dropStrings } from '../drop-words.ts';
import { MemoryNotice } from '../memory-notice.tsx';
import { outboxStrings } from '../outbox/outbox-words.ts';
import styles from './batch.module.css';
import {
  askToCloseBatch,
  type BatchFile,
  batch,
  closeBatch,
  FILES_MAX,
  isReady,
  isUsable,
  keepBatch,
  mayRetry,
  placeFile,
  placeOf,
  removeFile,
  retryFile,
} from './batch.ts';
import { batchStrings, wordsForPlace } from './batch-words.ts';
import { pickFiles } from './picked-files.ts';
import { WalkPart } from './walk-part.tsx';

const words = batchStrings;

/** The sheet of several files: titles, audio, places, and one button that deposits those that are ready. */
export function BatchSheet({ onPlace, onQueue }: { readonly onPlace: () => void; readonly onQueue: () => void }) {
  const { files, parcoursId, leftOut, isQueuing, asksToClose } = useSnapshot(batch);
  const { list } = useSnapshot(parcours);
  const name = list.find(({ id }) => id === parcoursId)?.name;
  const ready = files.filter(isReady).length;
  const usable = files.filter(isUsable);
  if (asksToClose) return <CloseQuestion />;
  return (
    <Sheet
      onClose={askToCloseBatch}
      title={words.title(files.length)}
      description={name === undefined ? undefined : words.where(name)}
    >
      <div className={layout.stack4}>
        <MemoryNotice />
        {leftOut > 0 && <Alert>{words.tooMany(FILES_MAX, leftOut)}</Alert>}
        <div className={layout.stack1}>
          <Button
            wide
            variant="secondary"
            icon={<MapPinned size={18} aria-hidden />}
            disabled={usable.length === 0}
            onClick={onPlace}
          >
            {usable.length > 0 && ready === usable.length ? words.seeAll : words.placeAll}
          </Button>
          <Hint>{words.placeAllHint}</Hint>
        </div>
        <WalkPart />
        <ul className={layout.stack3}>
          {files.map((one) => (
            <FileRow key={one.id} one={one} />
          ))}
        </ul>
        <FileDrop
          compact
          offered={OFFERED_AUDIO}
          mayTake={() => true}
          typeWords=""
          label={words.add}
          onFile={(file) => pickFiles([file])}
          onSeveral={pickFiles}
          onRefused={() => {}}
        >
          {() => (
            <span>
              <FilePlus2 size={18} aria-hidden /> {words.add}
            </span>
          )}
        </FileDrop>
        <div className={layout.stack1}>
          <ApprovalHint parcoursId={parcoursId ?? undefined} />
          {ready === 0 && <Hint>{words.noneReady}</Hint>}
          {ready > 0 && ready < files.length && <Hint>{words.rest(files.length - ready)}</Hint>}
        </div>
        {/* The button alone: with large text, the hints would cover the files. */}
        <div className={styles.foot}>
          <Button wide busy={isQueuing} disabled={ready === 0} onClick={onQueue}>
            {isQueuing ? outboxStrings.queuing : words.queue(ready)}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

/** A file, rendered only if it changes: a conversion reports its progress many times a second. */
const FileRow = memo(function FileRow({ one }: { readonly one: BatchFile }) {
  useLanguage();
  const { id, file, composer } = one;
  const { now: state } = useSnapshot(composer.view);
  const { audio, error, title, step } = state;
  const placing = placeOf(one) === null ? words.placeOne : words.moveOne;
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <TextField
          className={layout.grow}
          label={words.titleOf(file.name)}
          placeholder={dropStrings.namePlaceholder}
          maxLength={TEXT_LINE_MAX}
          value={title}
          disabled={step !== 'resting'}
          onChange={(event) => composer.change({ type: 'titled', title: event.currentTarget.value })}
        />
        <IconButton
          label={words.remove(file.name)}
          icon={<X size={18} aria-hidden />}
          disabled={step !== 'resting'}
          onClick={() => removeFile(id)}
        />
      </div>
      {audio !== null && (
        <ReadyPart composer={composer} audio={audio} isResting={step === 'resting'} name={file.name} />
      )}
      {error !== null && (
        <Alert
          action={
            mayRetry(error) &&
            audio === null && (
              <Button
                variant="secondary"
                aria-label={dropStrings.actOf(strings.app.retry, file.name)}
                onClick={() => retryFile(id)}
              >
                {strings.app.retry}
              </Button>
            )
          }
        >
          {wordsForDropFault(error)}
        </Alert>
      )}
      {audio === null && error === null && <p className={typography.hint}>{wordsForConversion(state)}</p>}
      {audio !== null && (
        <div className={styles.place}>
          <p className={styles.state}>
            <PlaceState one={one} />
          </p>
          <Button
            variant="quiet"
            aria-label={dropStrings.actOf(placing, file.name)}
            disabled={!isUsable(one)}
            onClick={() => placeFile(id)}
          >
            {placing}
          </Button>
        </div>
      )}
    </li>
  );
});

function PlaceState({ one }: { readonly one: BatchFile }) {
  const { recorded } = one;
  const { walk, shiftMs } = useSnapshot(batch);
  return (
    <>
      <strong>{wordsForPlace(one)}</strong>
      {walk !== null && recorded !== null && (
        <Hint inline> {words.recorded(formatMoment(recorded.startMs + shiftMs, 'medium'), recorded.by)}</Hint>
      )}
    </>
  );
}

function wordsForConversion({ conversion }: Composition): string {
  if (conversion === null) return words.waits;
  const what = conversion.download === null ? dropStrings.converting : converterStrings.preparing;
  const share = conversion.share === null ? '…' : ` ${formatPercent(conversion.share)}`;
  const detail = detailOf(conversion);
  return `${what}${share}${detail === null ? '' : `, ${detail}`}`;
}

function CloseQuestion() {
  return (
    <Sheet onClose={keepBatch} title={words.closeTitle}>
      <div className={layout.stack4}>
        <p>{words.closeText}</p>
        <Button wide onClick={keepBatch}>
          {words.closeDeny}
        </Button>
        <Button wide variant="danger" onClick={closeBatch}>
          {words.closeConfirm}
        </Button>
      </div>
    </Sheet>
  );
}
