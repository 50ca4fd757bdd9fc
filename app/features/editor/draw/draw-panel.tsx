import { Check, Plus, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { type DrawingMode, stopDrawing } from '../../../state/editor/place-editor.ts';
import { Button } from '../../../ui/button.tsx';
import { editorStrings } from '../../../words/editor.ts';
import { type EditorSurface, readAim } from '../editor-surface.ts';
import styles from '../place-editor.module.css';
import type { DrawLayer } from './draw-layer.ts';
import { MovePad, type Step, stepOfKey } from './move-pad.tsx';
import { DRAWN_ZONE_VERTICES_MIN } from './vertices.ts';

/** Fewest vertices of a drawn line; one with fewer is discarded. */
const DRAWN_LINE_VERTICES_MIN = 2;

/**
 * Draws without a pointer: the cross in the middle of the map is moved with the arrows, and puts vertices. All of it by
 * buttons as well; a pointer draws on the map itself at the same time.
 */
export function DrawPanel({
  mode,
  layer,
  sketched,
  surface,
}: {
  readonly mode: DrawingMode;
  /** Null until it can be drawn on. */
  readonly layer: DrawLayer | null;
  /** Vertices that stand. */
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
    // Draw would take it for the end, and throw away what has too few vertices yet.
    // Asked of the layer, since keys come faster than pictures.
    const standing = layer.countVertices();
    if (lastPut.current === aim.join() && standing > 0 && standing < least) {
      setSpoken(words.sameSpot);
      return;
    }
    lastPut.current = aim.join();
    layer.putVertex(aim);
    setSpoken(words.added(standing + 1));
  };
  const takeBack = (): void => {
    const standing = layer?.countVertices() ?? 0;
    if (surface === null || layer === null || standing === 0) return;
    lastPut.current = null;
    layer.takeBack(readAim(surface));
    setSpoken(words.undone(standing - 1));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = stepOfKey(event);
    if (step !== null) move(step);
    else if (event.key === 'Backspace' || event.key === 'Delete') takeBack();
    else if (event.key === 'Escape') stopDrawing();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside, wherever the focus is.
    <div className={styles.draw} onKeyDown={onKey}>
      <h2 className={styles.heading}>{title}</h2>
      <p className={styles.help}>
        {isPoint ? words.helpPoint : words.help} <span className={styles.keys}>{words.keys}</span>
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
