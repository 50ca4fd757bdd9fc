import { ChevronLeft, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Geometry, Position } from '../../contracts/geo.ts';
import { wrapLng } from '../../contracts/rings.ts';
import { projectNear } from '../platform/map/projection.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import typography from '../ui/typography.module.css';
import { MovePad, type Step, stepOfKey } from './draw/draw-panel.tsx';
import { insertAfter, listVertices, moveVertex, removeVertex, stepVertex } from './draw/drawn-geometry.ts';
import type { Drawing } from './draw/use-draw-layer.ts';
import { type EditorSurface, showShape } from './editor-surface.ts';
import { editorStrings } from './editor-words.ts';
import styles from './place-editor.module.css';
import { placeEditor, reshapeDraft, shape } from './place-editor.ts';

/** Edits the open shape without a pointer: selects, moves, inserts and deletes vertices. */
export function ShapePanel({ drawn, surface }: { readonly drawn: Drawing; readonly surface: EditorSurface | null }) {
  const words = editorStrings.drawing;
  const { draft } = useSnapshot(placeEditor);
  const [spoken, setSpoken] = useState('');
  const first = useRef<HTMLDivElement>(null);

  useEffect(() => {
    // The pressed button has moved and lost the focus.
    first.current?.querySelector('button')?.focus();
    // The panel's new size, and with it the map's centre, apply in the next frame.
    requestAnimationFrame(() => showWhole(surface));
  }, [surface]);
  if (draft === null) return null;
  const geometry = draft.geometry as Geometry;
  const vertices = listVertices(geometry);
  const chosen = vertices[drawn.vertex];
  const isPoint = geometry.type === 'Point';
  if (chosen === undefined) return null;

  const change = (next: Geometry, index: number): void => {
    reshapeDraft(next);
    // The layer receives the shape in the next frame; after that, a vertex can be selected.
    requestAnimationFrame(() => drawn.chooseVertex(index));
  };
  const walk = (by: number): void => {
    const index = stepVertex(drawn.vertex, by, vertices.length);
    const next = vertices[index];
    if (next === undefined) return;
    drawn.chooseVertex(index);
    bringIntoView(surface, next.position);
    setSpoken(`${words.vertexOf(index + 1, vertices.length)}, ${words.movedTo(...next.position)}`);
  };
  const move = ([x, y]: Step): void => {
    if (surface === null) return;
    const from = projectNear(surface.map, chosen.position);
    const { lng, lat } = surface.map.unproject([from.x + x, from.y + y]);
    change(moveVertex(geometry, chosen.path, [lng, lat]), drawn.vertex);
    bringIntoView(surface, [lng, lat]);
    setSpoken(words.movedTo(wrapLng(lng), lat));
  };
  const insert = (): void => {
    change(insertAfter(geometry, chosen.path), drawn.vertex + 1);
    setSpoken(words.insertedVertex);
  };
  const remove = (): void => {
    const next = removeVertex(geometry, chosen.path);
    if (next === null) {
      setSpoken(words.minVertices);
      return;
    }
    change(next, Math.min(drawn.vertex, vertices.length - 2));
    setSpoken(words.removedVertex(vertices.length - 1));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = stepOfKey(event);
    if (step !== null) move(step);
    else if (event.key === 'Escape') shape(false);
    else if (!isPoint && event.key === '[') walk(-1);
    else if (!isPoint && event.key === ']') walk(1);
    else if (!isPoint && (event.key === 'Backspace' || event.key === 'Delete')) remove();
    else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons inside, wherever the focus is.
    <div className={layout.stack3} onKeyDown={handleKey}>
      <h2 className={layout.grow}>{words.shape}</h2>
      <p className={typography.hint}>{isPoint ? words.helpMovePoint : words.helpShape}</p>
      <div ref={first} className={styles.work}>
        <MovePad onMove={move} />
        {!isPoint && (
          <div className={styles.acts}>
            <div className={styles.walk}>
              <IconButton
                label={words.previous}
                icon={<ChevronLeft size={20} aria-hidden />}
                onClick={() => walk(-1)}
              />
              <span>{words.vertexOf(drawn.vertex + 1, vertices.length)}</span>
              <IconButton label={words.next} icon={<ChevronRight size={20} aria-hidden />} onClick={() => walk(1)} />
            </div>
            <Button variant="secondary" icon={<Plus size={18} aria-hidden />} onClick={insert}>
              {words.insert}
            </Button>
            <Button variant="quiet" icon={<Trash2 size={18} aria-hidden />} onClick={remove}>
              {words.remove}
            </Button>
          </div>
        )}
      </div>
      <p role="status" className={styles.spoken}>
        {spoken}
      </p>
    </div>
  );
}

/** Pans the map if the position is out of sight or under the panel. */
function bringIntoView(surface: EditorSurface | null, position: Position): void {
  if (surface !== null && !isSeen(surface, position)) surface.map.panTo(position, { animate: false });
}

/** Fits the open shape if a part of it is out of sight. */
function showWhole(surface: EditorSurface | null): void {
  const { draft } = placeEditor;
  if (surface === null || draft === null) return;
  if (!listVertices(draft.geometry).every(({ position }) => isSeen(surface, position)))
    showShape(surface, draft.geometry);
}

function isSeen({ map }: EditorSurface, position: Position): boolean {
  const { width, height } = map.getContainer().getBoundingClientRect();
  const { left = 0, bottom = 0 } = map.getPadding();
  const { x, y } = projectNear(map, position);
  return x > left && x < width && y > 0 && y < height - bottom;
}
