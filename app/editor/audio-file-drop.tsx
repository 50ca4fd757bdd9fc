import { FileAudio } from 'lucide-react';
import type { DropFault } from '../drops/composer/composition.ts';
import { dropStrings } from '../drops/drop-words.ts';
import { ACCEPTED_ENDINGS, mayBeAudio, OFFERED_AUDIO } from '../platform/audio/audio-files.ts';
import { FileDrop, type FileDropState } from '../ui/file-drop.tsx';
import { editorStrings } from './editor-words.ts';
import styles from './place-editor.module.css';

/** Accepts one audio file, from the system's file dialog or by drag and drop. */
export function AudioFileDrop({
  label,
  disabled = false,
  onFile,
  onRefused,
}: {
  /** What the button says while nothing is dragged. */
  readonly label: string;
  readonly disabled?: boolean;
  readonly onFile: (file: File) => void;
  readonly onRefused: (why: DropFault) => void;
}) {
  const typeWords = dropStrings.typeMustBe(ACCEPTED_ENDINGS);
  return (
    <FileDrop
      offered={OFFERED_AUDIO}
      mayTake={mayBeAudio}
      typeWords={typeWords}
      label={label}
      disabled={disabled}
      onFile={onFile}
      onRefused={(message) => onRefused(message === typeWords ? 'file-type' : 'too-many-files')}
    >
      {(state) => (
        <span className={styles.dropWords}>
          <FileAudio size={20} aria-hidden />
          {wordsForDrop(state, label)}
        </span>
      )}
    </FileDrop>
  );
}

function wordsForDrop(state: FileDropState, label: string): string {
  const words = editorStrings;
  if (state === 'reject') return words.dropRefused;
  if (state === 'accept' || state === 'active') return words.dropNow;
  return state === 'choosing' ? words.choosing : label;
}
