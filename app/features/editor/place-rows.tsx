import { Circle, Hexagon, Spline } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Place } from '../../../contracts/place.ts';
import type { PendingShape } from '../../platform/storage/pending-shape.ts';
import { editPending, editPlace, startDrawing } from '../../state/editor/place-editor.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlaceRow, PlaceRowList } from '../../ui/place-row.tsx';
import { editorStrings } from '../../words/editor.ts';
import { UNTITLED_PLACE } from '../../words/untitled.ts';
import type { EditorSurface } from './editor-surface.ts';
import styles from './place-rows.module.css';

/** All places of the maps in use, the shapes that wait for their audio, and the tools for new ones. */
export function PlaceRows({
  list,
  pending,
  mayDraw,
  surface,
}: {
  readonly list: readonly Place[];
  readonly pending: readonly PendingShape[];
  readonly mayDraw: boolean;
  readonly surface: EditorSurface | null;
}) {
  const words = editorStrings;
  const rows = useRef<HTMLDivElement>(null);

  // What was open is closed, and what had the focus is gone.
  useEffect(() => {
    if (document.activeElement === document.body) rows.current?.focus();
  }, []);

  return (
    <div ref={rows} className={styles.rows} tabIndex={-1}>
      {mayDraw ? (
        <fieldset className={styles.tools}>
          <legend className="visually-hidden">{words.draw}</legend>
          <Button
            variant="secondary"
            icon={<Hexagon size={18} aria-hidden />}
            aria-label={words.drawing.polygon}
            onClick={() => startDrawing('draw_polygon')}
          >
            {words.drawPolygon}
          </Button>
          <Button
            variant="secondary"
            icon={<Circle size={18} aria-hidden />}
            aria-label={words.drawing.point}
            onClick={() => startDrawing('draw_point')}
          >
            {words.drawPoint}
          </Button>
          <Button
            variant="secondary"
            icon={<Spline size={18} aria-hidden />}
            aria-label={words.drawing.line}
            onClick={() => startDrawing('draw_line_string')}
          >
            {words.drawLine}
          </Button>
        </fieldset>
      ) : (
        <p className={styles.note}>{words.mayNotDraw}</p>
      )}
      {list.length + pending.length === 0 ? (
        <EmptyState title={words.empty} {...(mayDraw ? { hint: words.emptyHint } : {})} />
      ) : (
        <PlaceRowList>
          {pending.map(({ id, title, geometry }) => (
            <Row
              key={id}
              isPoint={geometry.type === 'Point'}
              name={title}
              isPending
              onOpen={() => {
                editPending(id);
                surface?.show(geometry);
              }}
            />
          ))}
          {list.map(({ id, appelation, feature }) => (
            <Row
              key={id}
              isPoint={feature.type === 'Point'}
              name={appelation}
              isPending={false}
              onOpen={() => {
                editPlace(id);
                surface?.show(feature);
              }}
            />
          ))}
        </PlaceRowList>
      )}
    </div>
  );
}

function Row({
  isPoint,
  name,
  isPending,
  onOpen,
}: {
  readonly isPoint: boolean;
  readonly name: string;
  readonly isPending: boolean;
  readonly onOpen: () => void;
}) {
  const words = editorStrings;
  const Icon = isPoint ? Circle : Hexagon;
  return (
    <PlaceRow
      icon={<Icon size={18} role="img" aria-label={isPoint ? words.point : words.polygon} />}
      name={name.trim() || UNTITLED_PLACE}
      className={styles.row}
      data-pending={isPending || undefined}
      onClick={onOpen}
    >
      {isPending && <span className={styles.pending}>{words.pending}</span>}
    </PlaceRow>
  );
}
