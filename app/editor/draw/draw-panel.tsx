import { Check, Plus, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { type EditorSurface, readAim } from '../editor-surface.ts';
import { editorStrings } from '../editor-words.ts';
import styles from '../place-editor.module.css';
import { type DrawingMode, stopDrawing } from '../place-editor.ts';
import type { DrawLayer } from './draw-layer.ts';
import { MovePad, type Step, stepOfKey } from './move-pad.tsx';
import { DRAWN_ZONE_VERTICES_MIN } from './vertices.ts';

/** Fewest vertices of a drawn line; one with fewer is discarded. */
const DRAWN_LINE_VERTICES_MIN = 2;

/**
 * Draws without a pointer: arrow keys move the crosshair in the middle of the map, Enter adds a vertex there. Each key
 * has a button, and a pointer can draw on the map at the same time.
 */
export function DrawPanel({
  mode,
  layer,
  sketched,
  surface,
}: {
  readonly mode: DrawingMode;
  /** Null until the layer is ready. */
  readonly layer: DrawLayer | null;
  readonly sketched: number;
  readonly surface: EditorSurface | null;
}) {
  const words = editorStrings.drawing;
  const [spoken, setSpoken] = useState('');
  const add = useRef<HTMLButtonElement>(null);
  const isPoint = mode === 'draw_point';
  const least = mode === 'draw_polygon' ? DRAWN_ZONE_VERTICES_MIN : DRAWN_LINE_VERTICES_MIN;
  const title = mode === 'draw_polygon' ? words.polygon : isPoint ? words.point : words.line;
  const lastPut = useRef<string | null>(null);

  useEffect(() => add.current?.focus(), []);

  const move = ([x, y]: Step): void => {
    if (surface === null) return;
    surface.map.panBy([x, y], { animate: false });
    const aim = readAim(surface);
    layer?.aimAt(aim);
    setSpoken(words.movedTo(...aim));
  };
  const put = (): void => {
    if (surface === null || layer === null) return;
    const aim = readAim(surface);
    // Read from the layer, because keys are faster than renders.
    const count = layer.countVertices();
    // Draw treats a second vertex at the same spot as the end, and would discard a shape with too few.
    if (lastPut.current === aim.join() && count > 0 && count < least) {
      setSpoken(words.sameSpot);
      return;
    }
    lastPut.current = aim.join();
    layer.putVertex(aim);
    setSpoken(words.added(count + 1));
  };
  const takeBack = (): void => {
    const count = layer?.countVertices() ?? 0;
    if (surface === null || layer === null || count === 0) return;
    lastPut.current = null;
    layer.takeBack(readAim(surface));
    setSpoken(words.undone(count - 1));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = stepOfKey(event);
    if (step !== null) move(step);
    else if (event.key === 'Backspace' || event.key === 'Delete') takeBack();
    else if (event.key === 'Escape') stopDrawing();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside, wherever the focus is.
    <div className={styles.draw} onKeyDown={handleKey}>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.help}>
        {isPoint ? words.helpPoint : mode === 'draw_line_string' ? words.helpLine : words.help}{' '}
        <span className={styles.keys}>{words.keys}</span>
      </p>
      <div className={styles.work}>
        <MovePad onMove={move} />
        <div className={styles.acts}>
          <Button ref={add} icon={<Plus size={18} aria-hidden />} disabled={layer === null} onClick={put}>
            {isPoint ? words.addPoint : words.add}
          </Button>
          {!isPoint && (
            <Button
              variant="secondary"
              icon={<Check size={18} aria-hidden />}
              disabled={sketched < least}
              onClick={() => layer?.finish()}
            >
              {words.finish}
            </Button>
          )}
          <div className={styles.pair}>
            {!isPoint && (
              <Button
                variant="quiet"
                icon={<Undo2 size={18} aria-hidden />}
                disabled={sketched === 0}
                onClick={takeBack}
              >
                {words.undo}
              </Button>
            )}
            <Button variant="quiet" icon={<X size={18} aria-hidden />} onClick={() => stopDrawing()}>
              {words.cancel}
            </Button>
          </div>
        </div>
      </div>
      <p role="status" className={styles.spoken}>
        {spoken}
      </p>
    </div>
  );
}
