import { type ReactNode, useState } from 'react';
import { ErrorCode, type FileRejection, useDropzone } from 'react-dropzone';
import { classNames } from './class-names.ts';
import styles from './file-drop.module.css';

/** Where a {@link FileDrop} stands. */
export type FileDropState = 'resting' | 'choosing' | 'active' | 'accept' | 'reject';

/**
 * Takes one file: by the system's file dialog, or dropped on it. What can't be taken is refused in the words of the
 * dropzone: 'File type must be ...', 'File is larger than N bytes', 'File is smaller than N bytes', 'Too many files'. A
 * dialog that was closed without a choice is noticed 300 ms after the page has the focus again.
 */
export function FileDrop({
  accept,
  typeWords,
  minBytes,
  maxBytes,
  label,
  disabled = false,
  compact = false,
  onFile,
  onRefused,
  children,
}: {
  /** Types, each with its endings. */
  readonly accept: Readonly<Record<string, readonly string[]>>;
  /** Said of a file of another type, in place of the whole list of types. */
  readonly typeWords: string;
  readonly minBytes?: number;
  readonly maxBytes?: number;
  /** What the field takes. The button itself is named by its own words. */
  readonly label: string;
  readonly disabled?: boolean;
  /** Only a line of text, for choosing another file. */
  readonly compact?: boolean;
  readonly onFile: (file: File) => void;
  readonly onRefused: (words: string) => void;
  /** What it shows in each state. */
  readonly children: (state: FileDropState) => ReactNode;
}) {
  const [isChoosing, setChoosing] = useState(false);
  const { getRootProps, getInputProps, isDragActive, isDragAccept, isDragReject } = useDropzone({
    accept: { ...accept },
    multiple: false,
    disabled,
    // The File System Access API's dialog would know the types only, and offers no file at all on some systems.
    useFsAccessApi: false,
    ...(minBytes === undefined ? {} : { minSize: minBytes }),
    ...(maxBytes === undefined ? {} : { maxSize: maxBytes }),
    onFileDialogOpen: () => setChoosing(true),
    onFileDialogCancel: () => setChoosing(false),
    onDrop: ([file], rejections) => {
      setChoosing(false);
      const words = wordsForRejection(rejections, typeWords);
      if (words !== null) onRefused(words);
      else if (file !== undefined) onFile(file);
    },
  });
  const dragged = isDragReject ? 'reject' : isDragAccept ? 'accept' : 'active';
  const state: FileDropState = isDragActive ? dragged : isChoosing ? 'choosing' : 'resting';
  return (
    <div
      {...getRootProps({
        role: 'button',
        'aria-disabled': disabled || undefined,
        className: classNames(styles.area, compact && styles.compact, styles[state]),
      })}
      data-state={state}
    >
      <input {...getInputProps({ 'aria-label': label, style: { display: 'none' } })} />
      {children(state)}
    </div>
  );
}

/** Several at once are refused for being several, whatever else may be wrong with each. */
function wordsForRejection(rejections: readonly FileRejection[], typeWords: string): string | null {
  const errors = rejections.flatMap(({ errors }) => errors);
  const tooMany = errors.find(({ code }) => code === ErrorCode.TooManyFiles);
  const [error] = tooMany === undefined ? errors : [tooMany];
  if (error === undefined) return null;
  return error.code === ErrorCode.FileInvalidType ? typeWords : error.message;
}
