import { useSnapshot } from 'valtio';
import { type Composition, mayTitle } from '../../../state/drops/composer/composition.ts';
import { askToCloseUpload, giveUpUpload, type Upload } from '../../../state/drops/composer/uploads.ts';
import { Alert } from '../../../ui/alert.tsx';
import { bringIntoView } from '../../../ui/bring-into-view.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { outboxStrings } from '../../../words/outbox.ts';
import { strings } from '../../../words/strings.ts';
import type { DropTarget, TargetOption } from '../where.ts';
import { WherePicker } from '../where-picker.tsx';
import { FilePart } from './file-part.tsx';
import { KeptPart } from './kept-part.tsx';
import styles from './upload-sheet.module.css';

interface UploadSheetProps {
  readonly open: boolean;
  readonly upload: Upload;
  readonly target: DropTarget;
  readonly targets: readonly TargetOption[];
  readonly onTarget: (target: DropTarget) => void;
  /** Called when the sheet has to step aside, so that the map can be moved under the crosshair. */
  readonly onAim: () => void;
  readonly onSave: () => void;
  /** The audio is saved, and the person wants to see it. */
  readonly onFinish: () => void;
}

/** The sheet of an upload: where, title, file, conversion, waveform, save. */
export function UploadSheet({ open, ...props }: UploadSheetProps) {
  const { upload, onFinish } = props;
  const { now: state } = useSnapshot(upload.view);
  return (
    <Sheet
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && open) askToCloseUpload(upload);
      }}
      title={state.asks !== null ? strings.drops.closeTitle : strings.drops.title}
      closeLabel={strings.app.close}
    >
      {state.asks !== null ? (
        <CloseQuestion upload={upload} />
      ) : state.placeId !== null ? (
        <div className={styles.form}>
          <Notice tone="success">
            <strong>{strings.drops.saved}</strong> {strings.drops.savedText}
          </Notice>
          <Button wide onClick={onFinish}>
            {strings.drops.listen}
          </Button>
        </div>
      ) : state.itemId !== null ? (
        <KeptPart upload={upload} itemId={state.itemId} error={state.error} />
      ) : (
        <UploadForm {...props} state={state} />
      )}
    </Sheet>
  );
}

function UploadForm({
  upload,
  state,
  target,
  targets,
  onTarget,
  onAim,
  onSave,
}: Omit<UploadSheetProps, 'open' | 'onFinish'> & { readonly state: Composition }) {
  const isFixed = !mayTitle(state);
  return (
    <div className={styles.form}>
      <WherePicker options={targets} chosen={target} disabled={isFixed} onChoose={onTarget} onAim={onAim} />
      {target !== 'selected' && (
        <TextField
          label={strings.drops.name}
          placeholder={strings.drops.namePlaceholder}
          value={state.title}
          disabled={isFixed}
          onChange={(event) => upload.change({ type: 'titled', title: event.currentTarget.value })}
        />
      )}
      <FilePart upload={upload} state={state} />
      {state.error !== null && (
        <Alert key={state.error} ref={bringIntoView}>
          {state.error}
        </Alert>
      )}
      <Button wide busy={state.step === 'keeping'} disabled={state.audio === null} onClick={onSave}>
        {saveLabel(state)}
      </Button>
    </div>
  );
}

function CloseQuestion({ upload }: { readonly upload: Upload }) {
  return (
    <div className={styles.form}>
      <p>{strings.drops.closeText}</p>
      <Button wide onClick={() => upload.change({ type: 'denied' })}>
        {strings.drops.closeDeny}
      </Button>
      <Button wide variant="danger" onClick={() => giveUpUpload(upload)}>
        {strings.drops.closeConfirm}
      </Button>
    </div>
  );
}

function saveLabel({ step, audio, error }: Composition): string {
  if (step === 'keeping') return outboxStrings.keeping;
  return audio !== null && error !== null ? strings.drops.retry : strings.drops.save;
}
