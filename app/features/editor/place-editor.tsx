import { ChevronDown, ChevronUp, Crosshair, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { mayDrop } from '../../../contracts/permissions.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { warnBeforeLeaving } from '../../platform/page/page.ts';
import { Scope } from '../../platform/scope.ts';
import { watchStorage } from '../../platform/storage/storage.ts';
import { dropTarget } from '../../state/drops/drop-mode.ts';
import { myDrops } from '../../state/drops/my-drops.ts';
import { isUnsaved } from '../../state/editor/editor-draft.ts';
import { forgetPlaceEditor, leaveDraft, placeEditor } from '../../state/editor/place-editor.ts';
import { guardDrawing, switchDrawTools } from '../../state/maps/editor-tools.ts';
import { parcours } from '../../state/maps/parcours.ts';
import { holdPage } from '../../state/page/busy.ts';
import { pendingShapes, readPendingShapes, waitingShapes } from '../../state/places/pending-shapes.ts';
import { places } from '../../state/places/places.ts';
import { session } from '../../state/session/session.ts';
import { choosePlace } from '../../state/walk/listening.ts';
import { Alert } from '../../ui/alert.tsx';
import { bringIntoView } from '../../ui/bring-into-view.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { editorStrings } from '../../words/editor.ts';
import { strings } from '../../words/strings.ts';
import { DraftPanel } from './draft-panel.tsx';
import { DrawPanel } from './draw/draw-panel.tsx';
import { useDrawLayer } from './draw/use-draw-layer.ts';
import type { EditorSurface } from './editor-surface.ts';
import { LineOffer } from './line-offer.tsx';
import styles from './place-editor.module.css';
import { PlaceRows } from './place-rows.tsx';
import { QuestionSheet } from './question-sheet.tsx';
import { ShapePanel } from './shape-panel.tsx';
import { useFreeMap } from './use-free-map.ts';
import { usePlaceAudio } from './use-place-audio.ts';

/** What other features put into the editor. */
export interface PlaceEditorProps {
  /** Null while there is no map. Must stay the same object for the same map. */
  readonly surface: EditorSurface | null;
  /** Draws and plays the audio of a place. */
  readonly renderAudio: (place: Place) => ReactNode;
  /** Shown while a recording runs: how long, how loud, pause and stop. */
  readonly recordingBar: ReactNode;
}

/**
 * The place editor: a list of the places, one of them open, shapes drawn and changed on the map. A sidebar where there is
 * room, a sheet at the foot of a phone that leaves the map to be used.
 */
export function PlaceEditor({ surface, renderAudio, recordingBar }: PlaceEditorProps) {
  const words = editorStrings;
  const { draft, drawing, isShaping, error } = useSnapshot(placeEditor);
  const known = useSnapshot(places);
  const { list } = known;
  const { list: kept } = useSnapshot(pendingShapes);
  const { leavingIds, deletionFailure } = useSnapshot(myDrops);
  const { user } = useSnapshot(session);
  const target = dropTarget(useSnapshot(parcours));
  const mapId = useRef<ParcoursId | null>(null);
  mapId.current = target?.mapId ?? null;
  const panel = useRef<HTMLElement>(null);
  const aim = useFreeMap(surface, panel);
  const drawn = useDrawLayer(surface, mapId);
  const progress = usePlaceAudio();
  const [isFolded, setFolded] = useState(false);
  useEditorLife();

  const shown = list.filter(({ id }) => !leavingIds.includes(id));
  const pending = waitingShapes(kept, known).filter(
    (shape) => shape.userId === user?.id && shape.mapId === target?.mapId,
  );
  const mayDraw = user !== null && target !== null && mayDrop(user.role, target.privilege);
  const mode = drawing !== null ? 'drawing' : draft === null ? 'list' : isShaping ? 'shaping' : 'draft';

  return (
    <>
      {mode === 'drawing' && (
        <Crosshair
          className={styles.crosshair}
          style={{ left: aim.x, top: aim.y }}
          size={44}
          strokeWidth={1.5}
          aria-hidden
        />
      )}
      <section
        ref={panel}
        className={styles.panel}
        aria-label={words.label}
        data-mode={mode}
        data-folded={isFolded && mode === 'list'}
        data-draw-ready={drawn.layer !== null}
      >
        {mode === 'list' && (
          <header className={styles.head}>
            <h2 className={styles.heading} lang="en">
              {words.heading(shown.length + pending.length)}
            </h2>
            <IconButton
              className={styles.fold}
              label={isFolded ? words.unfold : words.fold}
              icon={isFolded ? <ChevronUp size={20} aria-hidden /> : <ChevronDown size={20} aria-hidden />}
              aria-expanded={!isFolded}
              onClick={() => setFolded(!isFolded)}
            />
            <IconButton label={words.close} icon={<X size={20} aria-hidden />} onClick={() => switchDrawTools(false)} />
          </header>
        )}
        {error !== null && (
          <Alert
            key={error}
            ref={bringIntoView}
            action={drawn.line === null ? undefined : <LineOffer drawn={drawn} mapId={mapId} />}
          >
            {error}
          </Alert>
        )}
        {deletionFailure !== null && mode === 'list' && <Alert>{words.removalFailed(strings.errors.unexpected)}</Alert>}
        {mode === 'list' && <PlaceRows list={shown} pending={pending} mayDraw={mayDraw} surface={surface} />}
        {mode === 'drawing' && drawing !== null && (
          <DrawPanel mode={drawing} layer={drawn.layer} sketched={drawn.sketched} surface={surface} />
        )}
        {mode === 'shaping' && <ShapePanel drawn={drawn} surface={surface} />}
        {(mode === 'draft' || mode === 'shaping') && draft !== null && (
          <DraftPanel
            isCompact={mode === 'shaping'}
            progress={progress}
            renderAudio={renderAudio}
            recordingBar={recordingBar}
          />
        )}
      </section>
      <QuestionSheet />
    </>
  );
}

/** What the editor keeps while it is there: the page, the shapes of this device, and the say in whether it may go. */
function useEditorLife(): void {
  const { draft, drawing, hasAudioWork } = useSnapshot(placeEditor);
  const hasUnsaved = (draft !== null && isUnsaved(draft)) || drawing !== null || hasAudioWork !== null;

  useEffect(() => {
    readPendingShapes();
    // The story's player makes room for the editor, so nobody could pause it.
    choosePlace(null);
    const release = guardDrawing(leaveDraft);
    const scope = new Scope();
    watchStorage(scope, 'pendingShapes', readPendingShapes);
    return () => {
      scope.dispose();
      release();
      forgetPlaceEditor();
    };
  }, []);

  useEffect(() => {
    if (!hasUnsaved) return;
    const scope = new Scope();
    warnBeforeLeaving(scope);
    scope.add(holdPage('edit'));
    return () => scope.dispose();
  }, [hasUnsaved]);
}
