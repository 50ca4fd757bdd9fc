import { useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { AimCross } from './aim-cross.tsx';
import { useDrawLayer } from './draw/use-draw-layer.ts';
import { EditorAlerts } from './editor-alerts.tsx';
import { EditorBody } from './editor-body.tsx';
import type { EditorSlots, EditorSurface } from './editor-surface.ts';
import { editorStrings } from './editor-words.ts';
import { ListHead } from './list-head.tsx';
import styles from './place-editor.module.css';
import { placeEditor } from './place-editor.ts';
import { QuestionSheet } from './question-sheet.tsx';
import { useEditorSession } from './use-editor-session.ts';
import { usePlaceAudio } from './use-place-audio.ts';

/** Props of {@link EditorPanel}. */
export interface EditorPanelProps extends EditorSlots {
  /** Null while there is no map. Must stay the same object for the same map. */
  readonly surface: EditorSurface | null;
}

/**
 * The place editor: a list of the places, one of them open, shapes drawn and changed on the map. A sidebar on a wide
 * screen; on a phone a sheet at the bottom that leaves the map usable.
 */
export function EditorPanel({ surface, ...slots }: EditorPanelProps) {
  const { draft, drawing, isShaping } = useSnapshot(placeEditor);
  const panel = useRef<HTMLElement>(null);
  const drawn = useDrawLayer(surface);
  const progress = usePlaceAudio();
  const [isFolded, setFolded] = useState(false);
  useEditorSession();
  const mode = drawing !== null ? 'drawing' : draft === null ? 'list' : isShaping ? 'shaping' : 'draft';
  const isList = mode === 'list';

  return (
    <>
      <AimCross surface={surface} panel={panel} isShown={mode === 'drawing'} />
      <section
        ref={panel}
        className={styles.panel}
        aria-label={editorStrings.label}
        data-mode={mode}
        data-folded={isFolded && isList}
        data-draw-ready={drawn.layer !== null}
      >
        {isList && <ListHead isFolded={isFolded} onFold={() => setFolded(!isFolded)} />}
        <EditorAlerts isList={isList} line={drawn.line} />
        <EditorBody surface={surface} drawn={drawn} progress={progress} slots={slots} />
      </section>
      <QuestionSheet />
    </>
  );
}
