import { Alert } from '../../ui/alert.tsx';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { WorkProgress } from '../../ui/work-progress.tsx';
import { dropStrings } from '../drop-words.ts';
import { Waveform } from '../waveform.tsx';
import type { Composition } from './composition.ts';
import { detailOf } from './conversion-words.ts';
import { converterStrings } from './converter-words.ts';
import { FilePicker } from './file-picker.tsx';
import styles from './upload-sheet.module.css';
import { chooseFile, type Upload } from './uploads.ts';

/** The file of an upload: its choice, conversion, waveform and playback. */
export function FilePart({ upload, state }: { readonly upload: Upload; readonly state: Composition }) {
  const { audio, fileName, conversion, step } = state;
  const choose = (file: File): void => chooseFile(upload, file);
  const refuse = (message: string): void => upload.change({ type: 'refused', message });
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
  if (audio === null) return <FilePicker onChoose={choose} onRefused={refuse} />;
  return (
    <div className={styles.work}>
      <p className={styles.file}>{fileName}</p>
      <Waveform audio={audio} />
      {audio.skippedTracks !== undefined && audio.skippedTracks > 0 && (
        <Notice>{converterStrings.otherTrack(audio.skippedTracks)}</Notice>
      )}
      {audio.statedS != null && step === 'resting' && (
        <Alert
          ref={bringIntoView}
          action={
            <Button variant="secondary" onClick={() => upload.change({ type: 'part-accepted' })}>
              {converterStrings.keepPart(audio.durationS)}
            </Button>
          }
        >
          {converterStrings.partRead(audio.durationS, audio.statedS)}
        </Alert>
      )}
      {step === 'resting' && <FilePicker compact onChoose={choose} onRefused={refuse} />}
    </div>
  );
}
