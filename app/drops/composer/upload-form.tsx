import { TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { Alert } from '../../ui/alert.tsx';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { dropStrings } from '../drop-words.ts';
import { MemoryNotice } from '../memory-notice.tsx';
import { outboxStrings } from '../outbox/outbox-words.ts';
import type { DropTarget, TargetOption } from '../where.ts';
import { WherePicker } from '../where-picker.tsx';
import { type Composition, isPartOnly, mayTitle } from './composition.ts';
import { FilePart } from './file-part.tsx';
import styles from './upload-sheet.module.css';
import type { Upload } from './uploads.ts';

/** Props of {@link UploadForm}, except the state that its sheet reads. */
export interface UploadFormProps {
  readonly upload: Upload;
  readonly target: DropTarget;
  readonly targets: readonly TargetOption[];
  readonly onTarget: (target: DropTarget) => void;
  /** Called when the sheet must hide, so that the map can be moved under the crosshair. */
  readonly onAim: () => void;
  readonly onSave: () => void;
}

/** The fields of an upload: destination, title, file and save. */
export function UploadForm({
  upload,
  state,
  target,
  targets,
  onTarget,
  onAim,
  onSave,
}: UploadFormProps & { readonly state: Composition }) {
  const isFixed = !mayTitle(state);
  return (
    <div className={styles.form}>
      <WherePicker options={targets} chosen={target} disabled={isFixed} onChoose={onTarget} onAim={onAim} />
      {target !== 'selected' && (
        <TextField
          label={dropStrings.name}
          placeholder={dropStrings.namePlaceholder}
          maxLength={TEXT_LINE_MAX}
          value={state.title}
          disabled={isFixed}
          onChange={(event) => upload.change({ type: 'titled', title: event.currentTarget.value })}
        />
      )}
      <MemoryNotice />
      <FilePart upload={upload} state={state} />
      {state.error !== null && (
        <Alert key={state.error} ref={bringIntoView}>
          {state.error}
        </Alert>
      )}
      <Button
        wide
        busy={state.step === 'keeping'}
        disabled={state.audio === null || isPartOnly(state)}
        onClick={onSave}
      >
        {saveLabel(state)}
      </Button>
    </div>
  );
}

function saveLabel({ step, audio, error }: Composition): string {
  if (step === 'keeping') return outboxStrings.keeping;
  return audio !== null && error !== null ? dropStrings.retry : dropStrings.save;
}
