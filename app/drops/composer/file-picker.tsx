import { FileAudio } from 'lucide-react';
import { ACCEPTED_ENDINGS, mayBeAudio, OFFERED_AUDIO } from '../../platform/audio/accepted-audio.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { dropStrings } from '../drop-words.ts';
import styles from './file-picker.module.css';

/** Accepts one audio file, from the system's file dialog or by drag and drop. */
export function FilePicker({
  onChoose,
  onRefused,
  compact = false,
}: {
  readonly onChoose: (file: File) => void;
  readonly onRefused: (words: string) => void;
  readonly compact?: boolean;
}) {
  const words = dropStrings;
  return (
    <FileDrop
      offered={OFFERED_AUDIO}
      mayTake={mayBeAudio}
      typeWords={words.typeMustBe(ACCEPTED_ENDINGS)}
      label={compact ? words.otherFile : words.chooseFile}
      compact={compact}
      onFile={onChoose}
      onRefused={onRefused}
    >
      {() =>
        compact ? (
          words.otherFile
        ) : (
          <>
            <FileAudio size={28} aria-hidden />
            <strong>{words.chooseFile}</strong>
            <span className={styles.hint} aria-hidden>
              {words.dropFile}
              <br />
              {words.formats}
            </span>
          </>
        )
      }
    </FileDrop>
  );
}
