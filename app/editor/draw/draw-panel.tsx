import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Check, Crosshair, Plus, Undo2, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { Scope } from '../../platform/scope.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import layout from '../../ui/layout.module.css';
import typography from '../../ui/typography.module.css';
import { type EditorSurface, readAim } from '../editor-surface.ts';
import { editorStrings } from '../editor-words.ts';
import styles from '../place-editor.module.css';
import { type DrawingMode, stopDrawing } from '../place-editor.ts';
import type { DrawLayer } from './draw-layer.ts';
import { DRAWN_ZONE_VERTICES_MIN } from './drawn-geometry.ts';

/** Fewest vertices of a drawn line; one with fewer is discarded. */
const DRAWN_LINE_VERTICES_MIN = 2;

interface DrawPanelProps {
  readonly mode: DrawingMode;
  /** Null until the layer is ready. */
  readonly layer: DrawLayer | null;
  readonly sketched: number;
  readonly surface: EditorSurface | null;
}

/** Draws without a pointer, by keys and buttons that move the crosshair and add a vertex there. */
export function DrawPanel({ mode, layer, sketched, surface }: DrawPanelProps) {
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
    <div className={layout.stack3} onKeyDown={handleKey}>
      <h2 className={layout.grow}>{title}</h2>
      <p className={typography.hint}>
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
                onClick={() => {
                  takeBack();
                  // Without a vertex it is disabled.
                  if (layer?.countVertices() === 0) add.current?.focus();
                }}
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

/** How far an arrow key moves the crosshair or a vertex. */
const DRAW_STEP_PX = 12;
/** With the shift key. */
const DRAW_STEP_LARGE_PX = 60;

/** A movement on the screen in CSS pixels, to the right and down. */
export type Step = readonly [x: number, y: number];

const DIRECTIONS: Readonly<Record<string, Step>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the step of an arrow key, larger with Shift; null for other keys. */
export function stepOfKey({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): Step | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  const px = shiftKey ? DRAW_STEP_LARGE_PX : DRAW_STEP_PX;
  return [direction[0] * px, direction[1] * px];
}

/** Four buttons with the effect of the arrow keys. */
export function MovePad({ onMove }: { readonly onMove: (step: Step) => void }) {
  const words = editorStrings.drawing;
  const buttons = [
    { key: 'ArrowUp', label: words.north, Icon: ArrowUp, place: styles.up },
    { key: 'ArrowLeft', label: words.west, Icon: ArrowLeft, place: styles.left },
    { key: 'ArrowRight', label: words.east, Icon: ArrowRight, place: styles.right },
    { key: 'ArrowDown', label: words.south, Icon: ArrowDown, place: styles.down },
  ];
  return (
    <div className={styles.pad}>
      {buttons.map(({ key, label, Icon, place }) => (
        <IconButton
          key={key}
          label={label}
          icon={<Icon size={20} aria-hidden />}
          className={place ?? ''}
          onClick={({ shiftKey }) => {
            const step = stepOfKey({ key, shiftKey });
            if (step !== null) onMove(step);
          }}
        />
      ))}
    </div>
  );
}

/** A free strip of the map narrower than this is too small to draw in: the panel may then cover the map's middle. */
const FREE_MIN_PX = 160;

interface AimCrossProps {
  readonly surface: EditorSurface | null;
  readonly panel: RefObject<HTMLElement | null>;
  readonly isShown: boolean;
}

/** The crosshair at which vertices are placed, in the middle of the part of the map that the panel leaves free. */
export function AimCross({ surface, panel, isShown }: AimCrossProps) {
  const { x, y } = useFreeMiddle(surface, panel);
  if (!isShown) return null;
  return <Crosshair className={styles.crosshair} style={{ left: x, top: y }} size={44} strokeWidth={1.5} aria-hidden />;
}

/** Pads the map by the panel. Returns the middle of the free part, in CSS pixels from the map's top left corner. */
function useFreeMiddle(surface: EditorSurface | null, panel: RefObject<HTMLElement | null>): { x: number; y: number } {
  const [middle, setMiddle] = useState({ x: 0, y: 0 });

  useEffect(() => {
    const element = panel.current;
    if (surface === null || element === null) return;
    const { map } = surface;
    const scope = new Scope();
    const fit = (): void => {
      const frame = map.getContainer().getBoundingClientRect();
      const box = element.getBoundingClientRect();
      const isBelow = box.width > frame.width * 0.7;
      const bottom = isBelow ? Math.max(0, frame.bottom - box.top) : 0;
      const left = isBelow ? 0 : Math.max(0, box.right - frame.left);
      const padding = {
        top: 0,
        right: 0,
        bottom: frame.height - bottom < FREE_MIN_PX ? 0 : bottom,
        left: frame.width - left < FREE_MIN_PX ? 0 : left,
      };
      map.setPadding(padding);
      setMiddle({ x: (frame.width + padding.left) / 2, y: (frame.height - padding.bottom) / 2 });
    };
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    observer.observe(map.getContainer());
    scope.add(() => observer.disconnect());
    scope.add(() => map.setPadding({ top: 0, right: 0, bottom: 0, left: 0 }));
    return () => scope.dispose();
  }, [surface, panel]);

  return middle;
}
