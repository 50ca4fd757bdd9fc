import type { Composition } from '../../../state/drops/composer/composition.ts';
import { chooseFile, type Upload } from '../../../state/drops/composer/uploads.ts';
import { Button } from '../../../ui/button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { strings } from '../../../words/strings.ts';
import { Waveform } from '../waveform.tsx';
import { FilePicker } from './file-picker.tsx';
import styles from './upload-sheet.module.css';

/** The file of an upload: chosen, converted, drawn and heard. */
export function FilePart({ upload, state }: { readonly upload: Upload; readonly state: Composition }) {
  const { audio, fileName, conversion, step } = state;
  const choose = (file: File): void => chooseFile(upload, file);
  const refuse = (message: string): void => upload.change({ type: 'refused', message });
  if (conversion !== null) {
    const { share, remainingS } = conversion;
    return (
      <div className={styles.work}>
        <p className={styles.file}>{fileName}</p>
        <ProgressBar label={strings.drops.converting} value={share} />
        <div className={styles.workRow}>
          <span>
            {strings.drops.converting}
            {share === null ? '…' : ` ${Math.round(share * 100)} %`}
            {remainingS !== null && `, ${strings.drops.remaining(remainingS)}`}
          </span>
          <Button variant="secondary" onClick={upload.cancel}>
            {strings.drops.cancel}
          </Button>
        </div>
      </div>
    );
  }
  if (audio === null) return <FilePicker onChoose={choose} onRefused={refuse} />;
  return (
    <div className={styles.work}>
      <p className={styles.file}>{fileName}</p>
      <Waveform audio={audio} />
      {step === 'resting' && <FilePicker compact onChoose={choose} onRefused={refuse} />}
    </div>
  );
}
