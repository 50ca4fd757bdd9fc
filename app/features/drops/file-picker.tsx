import { FileAudio } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { strings } from '../../platform/strings.ts';
import { classNames } from '../../ui/class-names.ts';
import { ACCEPTED_AUDIO } from './audio-words.ts';
import styles from './file-picker.module.css';

/** Takes one audio file: by the system's file dialog, or dropped on it. */
export function FilePicker({
  onChoose,
  compact = false,
}: {
  readonly onChoose: (files: readonly File[]) => void;
  /** Only a line of text, for choosing another file. */
  readonly compact?: boolean;
}) {
  const id = useId();
  const [isOver, setOver] = useState(false);

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    onChoose([...event.dataTransfer.files]);
  };

  return (
    <div className={styles.picker}>
      <input
        id={id}
        type="file"
        accept={ACCEPTED_AUDIO}
        className={classNames(styles.input, 'visually-hidden')}
        onChange={(event) => {
          onChoose([...(event.currentTarget.files ?? [])]);
          // Choosing the same file again must be heard, too.
          event.currentTarget.value = '';
        }}
      />
      <label
        htmlFor={id}
        className={classNames(styles.area, compact && styles.compact, isOver && styles.over)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {compact ? (
          strings.drops.otherFile
        ) : (
          <>
            <FileAudio size={28} aria-hidden />
            <strong>{strings.drops.chooseFile}</strong>
            <span className={styles.hint} aria-hidden>
              {strings.drops.dropFile}
              <br />
              {strings.drops.formats}
            </span>
          </>
        )}
      </label>
    </div>
  );
}
