import { Crosshair } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { outbox } from '../../../state/drops/outbox-box.ts';
import { Alert } from '../../../ui/alert.tsx';
import { bringIntoView } from '../../../ui/bring-into-view.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { outboxStrings } from '../../../words/outbox.ts';
import { strings } from '../../../words/strings.ts';
import { DropProgress } from '../drop-progress.tsx';
import { Waveform } from '../waveform.tsx';
import type { TargetOption } from '../where.ts';
import { WherePicker } from '../where-picker.tsx';
import { FilePicker } from './file-picker.tsx';
import { mayAim } from './upload.state.ts';
import styles from './upload-sheet.module.css';
import type { Upload } from './use-upload.ts';

/** The sheet of an upload: where, title, file, conversion, waveform, save. */
export function UploadSheet({
  open,
  upload,
  targets,
  onAim,
  onSave,
  onFinish,
}: {
  readonly open: boolean;
  readonly upload: Upload;
  readonly targets: readonly TargetOption[];
  /** Asked to step aside, so that the map can be moved under the crosshair. */
  readonly onAim: () => void;
  readonly onSave: () => void;
  /** The audio is saved, and the person wants to see it. */
  readonly onFinish: () => void;
}) {
  const { state } = upload;
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && open) upload.askToClose();
      }}
      title={state.asksToClose ? strings.drops.closeTitle : strings.drops.title}
      closeLabel={strings.app.close}
    >
      {state.asksToClose ? (
        <CloseQuestion upload={upload} />
      ) : state.step === 'saved' ? (
        <div className={styles.form}>
          <Notice tone="success">
            <strong>{strings.drops.saved}</strong> {strings.drops.savedText}
          </Notice>
          <Button wide onClick={onFinish}>
            {strings.drops.listen}
          </Button>
        </div>
      ) : state.step === 'kept' ? (
        <KeptPart itemId={state.itemId} error={state.error} onClose={upload.askToClose} onCancel={upload.discard} />
      ) : (
        <div className={styles.form}>
          <WherePicker
            options={targets}
            chosen={state.target}
            disabled={!mayAim(state)}
            onChoose={upload.aimed}
            aim={
              <Button variant="quiet" icon={<Crosshair size={18} aria-hidden />} onClick={onAim}>
                {strings.drops.aim}
              </Button>
            }
          />
          {state.target !== 'selected' && (
            <TextField
              label={strings.drops.name}
              placeholder={strings.drops.namePlaceholder}
              value={state.title}
              disabled={!mayAim(state)}
              onChange={(event) => upload.titled(event.currentTarget.value)}
            />
          )}
          <AudioPart upload={upload} />
          {state.error !== null && (
            <Alert key={state.error} ref={bringIntoView}>
              {state.error}
            </Alert>
          )}
          <Button wide busy={state.step === 'keeping'} disabled={state.audio === null} onClick={onSave}>
            {saveLabel(upload)}
          </Button>
        </div>
      )}
    </Sheet>
  );
}

function AudioPart({ upload }: { readonly upload: Upload }) {
  const { audio, fileName, progress, remainingS, step } = upload.state;
  if (step === 'converting') {
    return (
      <div className={styles.work}>
        <p className={styles.file}>{fileName}</p>
        <ProgressBar label={strings.drops.converting} value={progress} />
        <div className={styles.workRow}>
          <span>
            {strings.drops.converting}
            {progress === null ? '…' : ` ${Math.round(progress * 100)} %`}
            {remainingS !== null && `, ${strings.drops.remaining(remainingS)}`}
          </span>
          <Button variant="secondary" onClick={upload.cancel}>
            {strings.drops.cancel}
          </Button>
        </div>
      </div>
    );
  }
  if (audio === null) return <FilePicker onChoose={upload.choose} onRefused={upload.refuse} />;
  return (
    <div className={styles.work}>
      <p className={styles.file}>{fileName}</p>
      <Waveform audio={audio} />
      {step === 'ready' && <FilePicker compact onChoose={upload.choose} onRefused={upload.refuse} />}
    </div>
  );
}

function CloseQuestion({ upload }: { readonly upload: Upload }) {
  return (
    <div className={styles.form}>
      <p>{strings.drops.closeText}</p>
      <Button wide onClick={upload.denyClose}>
        {strings.drops.closeDeny}
      </Button>
      <Button wide variant="danger" onClick={upload.confirmClose}>
        {strings.drops.closeConfirm}
      </Button>
    </div>
  );
}

function saveLabel({ state }: Upload): string {
  if (state.step === 'keeping') return outboxStrings.keeping;
  return state.step === 'ready' && state.error !== null ? strings.drops.retry : strings.drops.save;
}

/** It is safe on this device; the sheet may be watched or closed while it is sent. */
function KeptPart({
  itemId,
  error,
  onClose,
  onCancel,
}: {
  readonly itemId: string | null;
  /** Why it could not be taken back. */
  readonly error: string | null;
  readonly onClose: () => void;
  readonly onCancel: () => void;
}) {
  const { items } = useSnapshot(outbox);
  const item = items.find(({ id }) => id === itemId);
  return (
    <div className={styles.form}>
      <p role="status">{outboxStrings.kept}</p>
      {item !== undefined && (
        <div className={styles.work}>
          <DropProgress item={item} />
        </div>
      )}
      {error !== null && <Alert ref={bringIntoView}>{error}</Alert>}
      <Button wide variant="secondary" onClick={onClose}>
        {outboxStrings.close}
      </Button>
      <Button wide variant="quiet" onClick={onCancel}>
        {outboxStrings.cancel}
      </Button>
    </div>
  );
}
