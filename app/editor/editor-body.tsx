import { useSnapshot } from 'valtio';
import { DraftPanel } from './draft-panel.tsx';
import { DrawPanel } from './draw/draw-panel.tsx';
import type { Drawing } from './draw/use-draw-layer.ts';
import type { EditorSlots, EditorSurface } from './editor-surface.ts';
import { placeEditor } from './place-editor.ts';
import { PlaceRows } from './place-rows.tsx';
import { ShapePanel } from './shape-panel.tsx';
import type { AudioProgress } from './use-place-audio.ts';

/** The list, the drawing tools, or the open draft, which stays mounted while its shape is edited. */
export function EditorBody({
  surface,
  drawn,
  progress,
  slots,
}: {
  readonly surface: EditorSurface | null;
  readonly drawn: Drawing;
  readonly progress: AudioProgress;
  readonly slots: EditorSlots;
}) {
  const { draft, drawing, isShaping } = useSnapshot(placeEditor);
  if (drawing !== null) {
    return <DrawPanel mode={drawing} layer={drawn.layer} sketched={drawn.sketched} surface={surface} />;
  }
  if (draft === null) return <PlaceRows surface={surface} />;
  return (
    <>
      {isShaping && <ShapePanel drawn={drawn} surface={surface} />}
      <DraftPanel isCompact={isShaping} progress={progress} slots={slots} />
    </>
  );
}
