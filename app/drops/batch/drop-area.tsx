import { type DragEvent, type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import { showNotice } from '../../page/notice-queue.ts';
import { losesFile } from '../composer/composition.ts';
import { chooseFile, uploads } from '../composer/uploads.ts';
import { useMayDrop } from '../drop-tool.tsx';
import { dropStrings } from '../drop-words.ts';
import { openFileDrop } from '../record/record-card.tsx';
import { recorder } from '../record/recorder.ts';
import styles from './drop-area.module.css';
import { isWalk, pickedFiles, pickFiles } from './picked-files.ts';

/** The map's frame, onto which people who may leave drops can drag sound files, and a GPX with them. */
export function DropArea({
  className,
  children,
}: {
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  const mayDrop = useMayDrop();
  const isRecording = useSnapshot(recorder).phase !== 'idle';
  const [isOver, setOver] = useState(false);
  const isOwn = (event: DragEvent): boolean =>
    // A field of its own, such as the editor's, comes first; sheets are outside of this element.
    mayDrop &&
    !event.isDefaultPrevented() &&
    event.dataTransfer.types.includes('Files') &&
    event.target instanceof Node &&
    event.currentTarget.contains(event.target);
  const follow = (event: DragEvent): void => {
    const own = isOwn(event);
    if (own) event.preventDefault();
    if (own && isRecording) event.dataTransfer.dropEffect = 'none';
    setOver(own && !isRecording);
  };
  const leave = ({ relatedTarget, currentTarget }: DragEvent): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
  };
  const take = (event: DragEvent): void => {
    setOver(false);
    if (!isOwn(event)) return;
    event.preventDefault();
    if (isRecording) return;
    const files = [...event.dataTransfer.files];
    const [file] = files;
    if (file === undefined) return;
    if (files.length > 1 || pickedFiles.isOpen) {
      pickFiles(files);
      return;
    }
    // A file is being prepared, whose sheet is open or returns once the map is aimed.
    if (uploads.open !== null && losesFile(uploads.open.view.now)) return;
    if (isWalk(file)) {
      showNotice(dropStrings.walkAlone, { tone: 'info' });
      return;
    }
    openFileDrop();
    if (uploads.open !== null) chooseFile(uploads.open, file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for a mouse that drags; the keyboard has the file field.
    <div className={className} onDragEnter={follow} onDragOver={follow} onDragLeave={leave} onDrop={take}>
      {children}
      {isOver && (
        <div className={styles.over} aria-hidden>
          <span>{dropStrings.dropOnMap}</span>
        </div>
      )}
    </div>
  );
}
