import { ImagePlus } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { PICTURES_MAX } from '../../../../contracts/limits.ts';
import type { Picture } from '../../../../contracts/telling.ts';
import type { PictureId, PlaceId } from '../../../../contracts/vocabulary.ts';
import { wordsFor } from '../../../page/error-words.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { Hint } from '../../../ui/hint.tsx';
import layout from '../../../ui/layout.module.css';
import { Alert } from '../../../ui/message.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { useRowDrag } from '../../../ui/use-row-drag.ts';
import { pictureEditStrings as words } from './picture-edit-words.ts';
import {
  addPictures,
  type ChangePictures,
  deletePicture,
  followPictures,
  inOrder,
  orderPictures,
  pictureEdits,
} from './picture-edits.ts';
import { PictureRow } from './picture-row.tsx';
import { PictureUploads } from './picture-uploads.tsx';
import styles from './pictures-editor.module.css';

/** The types that the server reads. Listed instead of `image/*`, so that an iPhone converts its pictures to JPEG. */
const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif,image/gif';

/** Props of {@link PicturesEditor}. */
export interface PicturesEditorProps {
  readonly placeId: PlaceId;
  /** As the server has them. */
  readonly pictures: readonly Picture[];
  /** The language of the telling whose descriptions are written. */
  readonly language: string;
  /** Returns the description of a picture in that telling, saved or not. */
  readonly descriptionOf: (id: PictureId) => string;
  /** Called with each change of a description. The caller saves it with the telling. */
  readonly onDescribe: (id: PictureId, description: string) => void;
  /** Called with what the server has changed, also when an upload ends. */
  readonly onPictures: ChangePictures;
}

/**
 * The pictures of a place: added by files, dropping or the camera, put into order by dragging or buttons, described for the
 * telling that is edited, credited and deleted. Everything but descriptions is stored at once.
 */
export function PicturesEditor(props: PicturesEditorProps) {
  const { placeId, onPictures } = props;
  const latest = useRef(onPictures);
  useLayoutEffect(() => {
    latest.current = onPictures;
  });
  useEffect(() => followPictures(placeId, (change) => latest.current(change)), [placeId]);
  const headingId = useId();
  const { uploads } = useSnapshot(pictureEdits);
  const own = uploads.filter((upload) => upload.placeId === placeId);
  const room = PICTURES_MAX - props.pictures.length - own.length;
  return (
    <section className={layout.stack3} aria-labelledby={headingId}>
      <h3 id={headingId}>{words.title}</h3>
      <Hint>{words.hint(PICTURES_MAX)}</Hint>
      <PictureList {...props} />
      <PictureUploads uploads={own} />
      <PictureAdder placeId={placeId} room={room} />
    </section>
  );
}

/** The pictures in their order, which dragging and buttons change. */
function PictureList({ placeId, pictures, ...rest }: PicturesEditorProps) {
  const list = useRef<HTMLOListElement>(null);
  const stored = inOrder(pictures, useSnapshot(pictureEdits).orders[placeId]);
  /** The order while a row is dragged. */
  const [dragging, setDragging] = useState<readonly PictureId[] | null>(null);
  const [said, setSaid] = useState('');
  const [removing, setRemoving] = useState<PictureId | null>(null);
  const { failure, run } = useAction(wordsFor);
  const shown = inOrder(stored, dragging ?? undefined);
  const count = shown.length;

  const put = (id: PictureId, index: number): PictureId[] | null => {
    const order = shown.map((picture) => picture.id);
    const next = order.filter((other) => other !== id);
    next.splice(index, 0, id);
    if (next.join() === order.join()) return null;
    setSaid(words.moved(index + 1, count));
    return next;
  };
  const store = (order: readonly PictureId[]): void => void run(() => orderPictures(placeId, order));
  const { dragged, handlers } = useRowDrag((row, index) => {
    const id = shown.find((picture) => String(picture.id) === row)?.id;
    const next = id === undefined ? null : put(id, index);
    if (next !== null) setDragging(next);
  });
  const latest = useRef({ dragging, store });
  latest.current = { dragging, store };
  useEffect(() => {
    if (dragged !== null || latest.current.dragging === null) return;
    latest.current.store(latest.current.dragging);
    setDragging(null);
  }, [dragged]);

  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) setSaid(words.added(count));
    before.current = count;
  }, [count]);

  // A moved row leaves the document for a moment, and the focus with it.
  const focused = useRef<string | null>(null);
  const order = shown.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are rendered anew for each order.
  useLayoutEffect(() => {
    if (focused.current !== null) list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  }, [order]);
  const move = (id: PictureId, by: 1 | -1): void => {
    const next = put(id, shown.findIndex((picture) => picture.id === id) + by);
    if (next === null) return;
    focused.current = `[data-row="${id}"] [data-part="${by === 1 ? 'down' : 'up'}"]`;
    store(next);
  };

  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <Hint>{count === 0 ? words.empty : words.descriptionHint}</Hint>
      {failure !== null && <Alert>{words.orderFailed(failure)}</Alert>}
      <ol ref={list} className={layout.stack3} aria-label={words.list} {...handlers}>
        {shown.map((picture, index) => (
          <PictureRow
            key={picture.id}
            {...rest}
            placeId={placeId}
            picture={picture}
            number={index + 1}
            count={count}
            isDragged={dragged === String(picture.id)}
            onMove={(by) => move(picture.id, by)}
            onRemove={() => setRemoving(picture.id)}
          />
        ))}
      </ol>
      {removing !== null && (
        <ConfirmDialog
          words={words.removeQuestion}
          onConfirm={() => deletePicture(placeId, removing)}
          onClose={() => setRemoving(null)}
          wordsFor={wordsFor}
        />
      )}
    </>
  );
}

/** Takes files, as many as there is room for. */
function PictureAdder({ placeId, room }: { readonly placeId: PlaceId; readonly room: number }) {
  const [refused, setRefused] = useState<string | null>(null);
  const add = (files: readonly File[]): void => {
    const pictures = files.filter(isPicture);
    setRefused(
      files.length > pictures.length ? words.notPicture : pictures.length > room ? words.skipped(PICTURES_MAX) : null,
    );
    addPictures(placeId, pictures.slice(0, room));
  };
  if (room <= 0) return <Hint>{words.full(PICTURES_MAX)}</Hint>;
  return (
    <div className={layout.stack2}>
      {refused !== null && <Alert>{refused}</Alert>}
      <FileDrop
        offered={PICTURE_TYPES}
        mayTake={isPicture}
        typeWords={words.notPicture}
        label={words.add}
        onFile={(file) => add([file])}
        onSeveral={add}
        onRefused={setRefused}
      >
        {(state) => (
          <span className={styles.adder}>
            <ImagePlus size={20} aria-hidden />
            <span>
              {state === 'reject'
                ? words.refused
                : state === 'accept' || state === 'active'
                  ? words.dropNow
                  : words.add}
            </span>
            <Hint inline>{words.formats}</Hint>
          </span>
        )}
      </FileDrop>
    </div>
  );
}

/** Whether the server may read a file, by its type; systems without a type for it leave that to the server. */
function isPicture({ type }: { readonly type: string }): boolean {
  return type === '' || PICTURE_TYPES.split(',').includes(type);
}
