import { type ReactNode, useState } from 'react';
import { ErrorCode, type FileRejection, useDropzone } from 'react-dropzone';
import { classNames } from './class-names.ts';
import styles from './file-drop.module.css';

/** The state of a {@link FileDrop}; the last three occur during a drag. */
export type FileDropState = 'resting' | 'choosing' | 'active' | 'accept' | 'reject';

/**
 * Accepts one file, chosen in the system's file dialog or dropped, or several with `onSeveral`. Others are rejected with react-dropzone's messages:
 * 'File type must be ...', 'File is larger than N bytes', 'File is smaller than N bytes', 'Too many files'. A cancelled
 * dialog is detected 300 ms after the page regains focus.
 */
export function FileDrop({
  offered,
  mayTake,
  typeWords,
  minBytes,
  maxBytes,
  label,
  disabled = false,
  compact = false,
  onFile,
  onSeveral,
  onRefused,
  children,
}: {
  /** Files offered by the system's dialog: the `accept` attribute. */
  readonly offered: string;
  /** Whether a file is accepted, by its type and, once it is dropped, its name. */
  readonly mayTake: (file: { readonly type: string; readonly name?: string }) => boolean;
  /** Message for a file of another type, in place of the list of all types. */
  readonly typeWords: string;
  readonly minBytes?: number;
  readonly maxBytes?: number;
  /** Name of the file input; the button is named by its content. */
  readonly label: string;
  readonly disabled?: boolean;
  /** A single line of text, to choose another file. */
  readonly compact?: boolean;
  readonly onFile: (file: File) => void;
  /** Called instead if there are several, with those of another type too. */
  readonly onSeveral?: ((files: readonly File[]) => void) | undefined;
  readonly onRefused: (words: string) => void;
  readonly children: (state: FileDropState) => ReactNode;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const { getRootProps, getInputProps, isDragActive, isDragAccept, isDragReject } = useDropzone({
    // The attribute would reject types that systems name differently.
    validator: (file) => (mayTake(file) ? null : { code: ErrorCode.FileInvalidType, message: typeWords }),
    multiple: onSeveral !== undefined,
    disabled,
    // The dialog of the File System Access API filters by type only, and on some systems offers no file at all.
    useFsAccessApi: false,
    ...(minBytes === undefined ? {} : { minSize: minBytes }),
    ...(maxBytes === undefined ? {} : { maxSize: maxBytes }),
    onFileDialogOpen: () => setChoosing(true),
    onFileDialogCancel: () => setChoosing(false),
    onDrop: (accepted, rejections) => {
      setChoosing(false);
      const [file] = accepted;
      if (onSeveral !== undefined && accepted.length + rejections.length > 1) {
        onSeveral([...accepted, ...rejections.map((rejection) => rejection.file)]);
        return;
      }
      const words = wordsForRejection(rejections);
      if (words !== null) onRefused(words);
      else if (file !== undefined) onFile(file);
    },
  });
  const dragState = isDragReject ? 'reject' : isDragAccept ? 'accept' : 'active';
  const state: FileDropState = isDragActive ? dragState : isChoosing ? 'choosing' : 'resting';
  return (
    <div
      {...getRootProps({
        role: 'button',
        'aria-disabled': disabled || undefined,
        // Also while disabled: it retains the focus, and the browser opens no file that is dropped on it.
        tabIndex: 0,
        onDropCapture: (event) => event.preventDefault(),
        className: classNames(styles.area, compact && styles.compact, styles[state]),
      })}
      data-state={state}
    >
      <input {...getInputProps({ accept: offered, 'aria-label': label, style: { display: 'none' } })} />
      {children(state)}
    </div>
  );
}

/** Returns the message of a rejection; 'too many files' takes precedence over the faults of each. */
function wordsForRejection(rejections: readonly FileRejection[]): string | null {
  const errors = rejections.flatMap(({ errors }) => errors);
  const tooMany = errors.find(({ code }) => code === ErrorCode.TooManyFiles);
  return (tooMany ?? errors[0])?.message ?? null;
}
