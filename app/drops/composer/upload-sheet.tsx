import { FileAudio } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { parcours } from '../../parcours/parcours.ts';
import { places } from '../../places/places.ts';
import { ACCEPTED_ENDINGS, mayBeAudio, OFFERED_AUDIO } from '../../platform/audio/audio-files.ts';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import { English } from '../../ui/english.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Alert, Notice } from '../../ui/message.tsx';
import { WorkProgress } from '../../ui/progress-bar.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextField } from '../../ui/text-field.tsx';
import typography from '../../ui/typography.module.css';
import { ApprovalHint } from '../approval-hint.tsx';
import { wordsForDropFault, wordsForQueued } from '../drop-fault-words.ts';
import { dropTarget } from '../drop-mode.ts';
import { DropProgress } from '../drop-progress.tsx';
import { outbox } from '../drop-services.ts';
import { dropStrings, wordsForReplaced, wordsForSent } from '../drop-words.ts';
import { MemoryNotice } from '../memory-notice.tsx';
import { outboxStrings } from '../outbox/outbox-words.ts';
import { recordStrings } from '../record/record-words.ts';
import { Waveform } from '../waveform.tsx';
import type { Composer } from './composer.ts';
import {
  type Composition,
  type DropFault,
  isPartOnly,
  losesFile,
  mayTitle,
  type PreparedAudio,
} from './composition.ts';
import { converterStrings, detailOf } from './converter-words.ts';
import type { DropTarget, TargetOption } from './destination.ts';
import { DestinationPicker } from './destination-picker.tsx';
import styles from './upload-sheet.module.css';
import { abandonUpload, askToCloseUpload, chooseFile, discardUpload, losesCorrection, type Upload } from './uploads.ts';

interface UploadSheetProps extends UploadFormProps {
  readonly open: boolean;
  /** Called when the audio is saved and the person wants to see it. */
  readonly onFinish: () => void;
}

/** The sheet of an upload: destination, title, file, conversion, waveform, save. */
export function UploadSheet({ open, ...props }: UploadSheetProps) {
  const { upload, onFinish } = props;
  const { now: state } = useSnapshot(upload.view);
  const closeTitle = losesCorrection(upload) ? dropStrings.closeCorrectionTitle : dropStrings.closeTitle;
  return (
    <Sheet
      open={open}
      onClose={() => (open ? askToCloseUpload(upload) : undefined)}
      title={state.asks !== null ? closeTitle : upload.replaced ? dropStrings.replaceTitle : dropStrings.title}
    >
      {state.asks !== null ? (
        <CloseQuestion upload={upload} />
      ) : state.placeId !== null ? (
        <div className={styles.form}>
          <Sent placeId={state.placeId} />
          <Button wide onClick={onFinish}>
            {dropStrings.listen}
          </Button>
        </div>
      ) : state.itemId !== null ? (
        <StoredPart upload={upload} itemId={state.itemId} error={state.error} />
      ) : (
        <UploadForm {...props} state={state} />
      )}
    </Sheet>
  );
}

/** Tells what happened to the drop, as far as the list of places knows. */
function Sent({ placeId }: { readonly placeId: PlaceId }) {
  const { list } = useSnapshot(places);
  const place = list.find(({ id }) => id === placeId);
  const [what, more] = wordsForSent(place);
  return (
    <Notice tone={place !== undefined && place.held === undefined ? 'success' : 'info'}>
      <strong>{what}</strong> {more}
    </Notice>
  );
}

function CloseQuestion({ upload }: { readonly upload: Upload }) {
  const loses = losesFile(useSnapshot(upload.view).now);
  const isCorrection = losesCorrection(upload);
  return (
    <div className={styles.form}>
      {loses && <p>{dropStrings.closeText}</p>}
      {isCorrection && <p>{recordStrings.placeStays}</p>}
      <Button wide onClick={() => upload.change({ type: 'denied' })}>
        {isCorrection && !loses ? dropStrings.closeCorrectionDeny : dropStrings.closeDeny}
      </Button>
      <Button wide variant="danger" onClick={() => abandonUpload(upload)}>
        {isCorrection ? dropStrings.closeCorrection : dropStrings.closeConfirm}
      </Button>
    </div>
  );
}

interface UploadFormProps {
  readonly upload: Upload;
  readonly target: DropTarget;
  readonly targets: readonly TargetOption[];
  readonly onTarget: (target: DropTarget) => void;
  /** Called when the sheet must hide, so that the map can be moved under the crosshair. */
  readonly onAim: () => void;
  readonly onSave: () => void;
  /** Called with several files that were chosen at once. */
  readonly onSeveral: (files: readonly File[]) => void;
}

function UploadForm({
  upload,
  state,
  target,
  targets,
  onTarget,
  onAim,
  onSave,
  onSeveral,
}: UploadFormProps & { readonly state: Composition }) {
  const isFixed = !mayTitle(state);
  const parcoursId = dropTarget(useSnapshot(parcours))?.parcoursId;
  return (
    <div className={styles.form}>
      {upload.replaced === null ? (
        <DestinationPicker options={targets} chosen={target} disabled={isFixed} onChoose={onTarget} onAim={onAim} />
      ) : (
        <p>{wordsForReplaced(upload.replaced)}</p>
      )}
      {target !== 'selected' && target !== 'replaced' && (
        <TextField
          label={<English>{dropStrings.name}</English>}
          placeholder={dropStrings.namePlaceholder}
          maxLength={TEXT_LINE_MAX}
          value={state.title}
          disabled={isFixed}
          onChange={(event) => upload.change({ type: 'titled', title: event.currentTarget.value })}
        />
      )}
      <MemoryNotice />
      <FilePart upload={upload} state={state} onSeveral={onSeveral} />
      <ApprovalHint parcoursId={parcoursId} />
      {state.error !== null && (
        <Alert key={state.error} ref={bringIntoView}>
          {wordsForDropFault(state.error)}
        </Alert>
      )}
      <Button
        wide
        lang={saveLabel(state) === dropStrings.save ? 'en' : undefined}
        busy={state.step === 'queuing'}
        disabled={state.audio === null || isPartOnly(state)}
        onClick={onSave}
      >
        {saveLabel(state)}
      </Button>
    </div>
  );
}

function saveLabel({ step, audio, error }: Composition): string {
  if (step === 'queuing') return outboxStrings.queuing;
  return audio !== null && error !== null ? dropStrings.retry : dropStrings.save;
}

function FilePart({
  upload,
  state,
  onSeveral,
}: Pick<UploadFormProps, 'upload' | 'onSeveral'> & { readonly state: Composition }) {
  const { audio, fileName, conversion, step } = state;
  const isForOne = upload.planned !== null || upload.replaced !== null;
  const choose = (file: File): void => chooseFile(upload, file);
  const refuse = (error: DropFault): void => upload.change({ type: 'refused', error });
  if (conversion !== null) {
    return (
      <div className={styles.work}>
        <p className={styles.file}>{fileName}</p>
        <WorkProgress
          label={conversion.download === null ? dropStrings.converting : converterStrings.preparing}
          share={conversion.share}
          detail={detailOf(conversion)}
          cancelLabel={dropStrings.cancel}
          onCancel={upload.cancel}
        />
      </div>
    );
  }
  if (audio === null) {
    return <FilePicker onChoose={choose} onSeveral={isForOne ? undefined : onSeveral} onRefused={refuse} />;
  }
  return (
    <div className={styles.work}>
      <p className={styles.file}>{fileName}</p>
      <ReadyPart composer={upload} audio={audio} isResting={step === 'resting'} />
      {step === 'resting' && <FilePicker compact onChoose={choose} onRefused={refuse} />}
    </div>
  );
}

/** Audio that is ready: its waveform, and what could not be read of its file. */
export function ReadyPart({
  composer,
  audio,
  isResting,
  name,
}: {
  readonly composer: Composer;
  readonly audio: PreparedAudio;
  readonly isResting: boolean;
  /** What sounds, where several are listed. */
  readonly name?: string;
}) {
  const { durationS, statedS, skippedTracks = 0 } = audio;
  return (
    <>
      <Waveform audio={audio} name={name} />
      {skippedTracks > 0 && <Notice>{converterStrings.otherTrack(skippedTracks)}</Notice>}
      {statedS != null && isResting && (
        <Alert
          ref={bringIntoView}
          action={
            <Button variant="secondary" onClick={() => composer.change({ type: 'part-accepted' })}>
              {converterStrings.acceptPart(durationS)}
            </Button>
          }
        >
          {converterStrings.partRead(durationS, statedS)}
        </Alert>
      )}
    </>
  );
}

interface StoredPartProps {
  readonly upload: Upload;
  readonly itemId: string;
  /** Why the drop could not be taken back. */
  readonly error: DropFault | null;
}

/** A file that is stored on this device; the sheet may stay open or be closed while it is sent. */
function StoredPart({ upload, itemId, error }: StoredPartProps) {
  const { items } = useSnapshot(outbox);
  const item = items.find(({ id }) => id === itemId);
  return (
    <div className={styles.form}>
      <p role="status">{wordsForQueued()}</p>
      {item !== undefined && (
        <div className={styles.work}>
          <DropProgress item={item} />
        </div>
      )}
      {error !== null && <Alert ref={bringIntoView}>{wordsForDropFault(error)}</Alert>}
      <Button wide variant="secondary" onClick={() => askToCloseUpload(upload)}>
        {outboxStrings.close}
      </Button>
      <Button wide variant="quiet" onClick={() => void discardUpload(upload)}>
        {outboxStrings.cancel}
      </Button>
    </div>
  );
}

interface FilePickerProps {
  readonly onChoose: (file: File) => void;
  readonly onSeveral?: ((files: readonly File[]) => void) | undefined;
  readonly onRefused: (why: DropFault) => void;
  readonly compact?: boolean;
}

/** Accepts one audio file, or several with `onSeveral`, from the system's file dialog or by drag and drop. */
function FilePicker({ onChoose, onSeveral, onRefused, compact = false }: FilePickerProps) {
  const words = dropStrings;
  const typeWords = words.typeMustBe(ACCEPTED_ENDINGS);
  return (
    <FileDrop
      offered={OFFERED_AUDIO}
      mayTake={mayBeAudio}
      typeWords={typeWords}
      label={compact ? words.otherFile : words.chooseFile}
      compact={compact}
      onFile={onChoose}
      onSeveral={onSeveral}
      onRefused={(message) => onRefused(message === typeWords ? 'file-type' : 'too-many-files')}
    >
      {() =>
        compact ? (
          words.otherFile
        ) : (
          <>
            <FileAudio size={28} aria-hidden />
            <strong>{words.chooseFile}</strong>
            <span className={typography.hint} aria-hidden>
              {onSeveral === undefined ? words.dropFile : words.dropFiles}
              <br />
              {words.formats}
            </span>
          </>
        )
      }
    </FileDrop>
  );
}
