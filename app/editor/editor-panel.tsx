import { ChevronDown, ChevronUp, Route, X } from 'lucide-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { subscribe, useSnapshot } from 'valtio';
import { converterStrings } from '../drops/composer/converter-words.ts';
import { wordsForRecorderFault } from '../drops/drop-fault-words.ts';
import { dropStrings } from '../drops/drop-words.ts';
import { myDrops } from '../drops/my-drops.ts';
import { dismissRecorderFault, recorder } from '../drops/record/recorder.ts';
import { guardPage } from '../page/busy.ts';
import { replaceNotice } from '../page/notice-queue.ts';
import { guardDrawing, holdTools, switchDrawTools } from '../parcours/editor-tools.ts';
import { readPendingShapes } from '../places/pending-shapes.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { watchWidth } from '../platform/page/element-observers.ts';
import { Scope } from '../platform/scope.ts';
import { watchStorage } from '../platform/storage/storage.ts';
import { rehearseDrawnLine } from '../rehearsal/rehearsal-tool.ts';
import { bringIntoView } from '../ui/bring-into-view.ts';
import { Button } from '../ui/button.tsx';
import { classNames } from '../ui/class-names.ts';
import { strings } from '../ui/common-words.ts';
import { IconButton } from '../ui/icon-button.tsx';
import layout from '../ui/layout.module.css';
import { Alert } from '../ui/message.tsx';
import { Sheet } from '../ui/sheet.tsx';
import typography from '../ui/typography.module.css';
import { choosePlace } from '../walk/listening.ts';
import { type AudioProgress, usePlaceAudio } from './audio-part.tsx';
import { answerQuestion } from './draft-changes.ts';
import { DraftPanel } from './draft-panel.tsx';
import { AimCross, DrawPanel } from './draw/draw-panel.tsx';
import { type Drawing, type DrawnLine, useDrawLayer } from './draw/use-draw-layer.ts';
import { isUnsaved } from './editor-draft.ts';
import { wordsForEditorFault, wordsForEditorNotice } from './editor-fault-words.ts';
import type { EditorSlots, EditorSurface } from './editor-surface.ts';
import { editorStrings } from './editor-words.ts';
import { fetchConverterAhead, leavePlaceAudio } from './place-audio.ts';
import styles from './place-editor.module.css';
import { editorNotices, forgetPlaceEditor, leaveDraft, placeEditor } from './place-editor.ts';
import { PlaceRows } from './place-rows.tsx';
import { ShapePanel } from './shape-panel.tsx';
import { useEditorPlaces } from './use-editor-places.ts';

interface EditorPanelProps extends EditorSlots {
  /** Null while there is no map. Must stay the same object for the same map. */
  readonly surface: EditorSurface | null;
  /** Whether the list stays beside an open place where the region of the map is wide enough. */
  readonly hasListBeside?: boolean;
}

/** Smallest width of the map's region for two panels: both, and a strip of the map with its buttons. */
const TWO_PANELS_PX = 960;

/** The place editor: the places, one of them open, and shapes on the map; on a phone a sheet at the bottom. */
export function EditorPanel({ surface, hasListBeside = false, ...slots }: EditorPanelProps) {
  const { draft, drawing, isShaping, isAway } = useSnapshot(placeEditor);
  const panel = useRef<HTMLElement>(null);
  const listBeside = useRef<HTMLElement>(null);
  const isWide = useWideRegion(panel);
  const drawn = useDrawLayer(surface);
  const progress = usePlaceAudio();
  const [isFolded, setFolded] = useState(false);
  const { fault } = useSnapshot(recorder);
  // It has to be seen.
  useEffect(() => {
    if (fault !== null) setFolded(false);
  }, [fault]);
  useEditorSession();
  const mode = drawing !== null ? 'drawing' : draft === null ? 'list' : isShaping ? 'shaping' : 'draft';
  const isList = mode === 'list';
  const isListBeside = mode === 'draft' && hasListBeside && isWide;

  return (
    <div className={styles.editor} data-away={isAway || undefined}>
      <AimCross surface={surface} panel={panel} isShown={mode === 'drawing'} />
      {isListBeside && (
        <section ref={listBeside} className={styles.panel} aria-label={editorStrings.listBeside}>
          <ListHead isFolded={false} onFold={() => {}} />
          <PlaceRows surface={surface} renderBelowList={slots.renderBelowList} />
        </section>
      )}
      <section
        ref={panel}
        className={styles.panel}
        aria-label={editorStrings.label}
        data-mode={mode}
        data-beside-list={isListBeside || undefined}
        data-folded={isFolded && isList}
        data-draw-ready={drawn.layer !== null}
      >
        {isList && <ListHead isFolded={isFolded} onFold={() => setFolded(!isFolded)} />}
        <EditorAlerts isList={isList} line={drawn.line} />
        <EditorBody surface={surface} drawn={drawn} progress={progress} slots={slots} listBeside={listBeside} />
      </section>
      <QuestionSheet />
    </div>
  );
}

/** Whether the region of the map, which contains the panel, is wide enough for two panels. */
function useWideRegion(panel: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const region = panel.current?.offsetParent;
    if (region == null) return;
    const scope = new Scope();
    watchWidth(scope, region, (widthPx) => setWide(widthPx >= TWO_PANELS_PX));
    return () => scope.dispose();
  }, [panel]);
  return isWide;
}

interface EditorBodyProps {
  readonly surface: EditorSurface | null;
  readonly drawn: Drawing;
  readonly progress: AudioProgress;
  readonly slots: EditorSlots;
  readonly listBeside: RefObject<HTMLElement | null>;
}

/** The list, the drawing tools, or the open draft, which stays mounted while its shape is edited. */
function EditorBody({ surface, drawn, progress, slots, listBeside }: EditorBodyProps) {
  const { draft, drawing, isShaping } = useSnapshot(placeEditor);
  if (drawing !== null) {
    return <DrawPanel mode={drawing} layer={drawn.layer} sketched={drawn.sketched} surface={surface} />;
  }
  if (draft === null) return <PlaceRows surface={surface} renderBelowList={slots.renderBelowList} />;
  return (
    <>
      {isShaping && <ShapePanel drawn={drawn} surface={surface} />}
      <DraftPanel isCompact={isShaping} progress={progress} slots={slots} listBeside={listBeside} />
    </>
  );
}

/** The last error, and the recorder's, also about a drop that is corrected meanwhile. A drawn line may be rehearsed, or closed to form a zone instead of being drawn again. */
function EditorAlerts({ isList, line }: { readonly isList: boolean; readonly line: DrawnLine | null }) {
  const words = editorStrings;
  const { error } = useSnapshot(placeEditor);
  const { deletionFailure } = useSnapshot(myDrops);
  const { fault } = useSnapshot(recorder);
  const offer = line && (
    <>
      <Button icon={<Route size={18} aria-hidden />} onClick={() => rehearseDrawnLine(line.positions)}>
        {words.lineRehearse}
      </Button>
      {line.close && (
        <Button variant="secondary" onClick={line.close}>
          {words.lineClose}
        </Button>
      )}
    </>
  );
  const text = error && wordsForEditorFault(error);
  return (
    <>
      {text !== null && (
        <Alert key={text} ref={bringIntoView} action={offer ?? undefined}>
          {text}
        </Alert>
      )}
      {fault !== null && (
        <Alert
          key={fault.why}
          ref={bringIntoView}
          action={
            <IconButton label={strings.app.dismiss} icon={<X size={18} aria-hidden />} onClick={dismissRecorderFault} />
          }
        >
          {wordsForRecorderFault(fault)}
        </Alert>
      )}
      {deletionFailure !== null && isList && <Alert>{words.removalFailed(strings.errors.unexpected)}</Alert>}
    </>
  );
}

/** Heading of the editor's list: the number of places, and buttons to fold the list and close the editor. */
function ListHead({ isFolded, onFold }: { readonly isFolded: boolean; readonly onFold: () => void }) {
  const words = editorStrings;
  const { list, pending, planned, status, parcoursName } = useEditorPlaces();
  const count = list.length + pending.length + planned.length;
  return (
    <header className={styles.head}>
      <div className={styles.names}>
        <h2 lang="en">{words.heading(status === 'ready' || count > 0 ? count : null)}</h2>
        <p className={classNames(typography.hint, typography.ellipsis)}>{parcoursName}</p>
      </div>
      <IconButton
        className={styles.fold}
        label={isFolded ? words.unfold : words.fold}
        icon={isFolded ? <ChevronUp size={20} aria-hidden /> : <ChevronDown size={20} aria-hidden />}
        aria-expanded={!isFolded}
        onClick={onFold}
      />
      <IconButton label={words.close} icon={<X size={20} aria-hidden />} onClick={() => switchDrawTools(false)} />
    </header>
  );
}

/** While the editor is shown: closes what is open when its map changes, follows the pending shapes of this device, and asks before unsaved work is abandoned. */
function useEditorSession(): void {
  const { draft } = useSnapshot(placeEditor);
  const { parcoursId, isBusy } = useEditorPlaces();
  const drawnOn = useRef(parcoursId);
  const hasUnsaved = (draft !== null && isUnsaved(draft)) || isBusy;

  useEffect(() => {
    readPendingShapes();
    fetchConverterAhead();
    // The editor hides the story's player, so a story could not be paused.
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

  // What is open belongs to the map that was left; its changes stay on the device, as when the editor closes.
  useEffect(() => {
    const left = drawnOn.current;
    drawnOn.current = parcoursId;
    if (left === null || left === parcoursId) return;
    leavePlaceAudio();
    forgetPlaceEditor();
  }, [parcoursId]);

  // Last, because the tools may go off once nothing is under way: what belongs to the map that was left is closed before.
  useEffect(() => (isBusy ? holdTools() : undefined), [isBusy]);

  useEffect(() => (hasUnsaved ? guardPage('edit') : undefined), [hasUnsaved]);
}

/** Asks before work is lost. Closing it changes nothing. */
function QuestionSheet() {
  const words = editorStrings;
  const { question, draft } = useSnapshot(placeEditor);
  const about = question?.about ?? 'unsaved';
  const name = formatPlaceName(draft?.title ?? '');
  const texts = {
    unsaved: { title: words.unsavedTitle, text: words.unsavedText(name), goOn: words.discard, stay: words.stay },
    redo: { title: words.redoTitle, text: words.redoText, goOn: words.redo, stay: words.keep },
    part: {
      title: converterStrings.partTitle,
      text: question?.about === 'part' ? converterStrings.partRead(question.readS, question.statedS) : '',
      goOn: words.acceptPart,
      stay: dropStrings.otherFile,
    },
    replace: { title: words.replaceTitle, text: words.replaceText, goOn: words.replace, stay: words.keep },
  }[about];
  return (
    <Sheet open={question !== null} onClose={() => void answerQuestion('stay')} title={texts.title}>
      <div className={layout.stack3}>
        <p>{texts.text}</p>
        {about === 'unsaved' && (
          <Button wide lang="en" onClick={() => void answerQuestion('save-first')}>
            {words.save}
          </Button>
        )}
        <Button
          wide
          variant={about === 'unsaved' ? 'secondary' : 'primary'}
          onClick={() => void answerQuestion('stay')}
        >
          {texts.stay}
        </Button>
        <Button wide variant="danger" onClick={() => void answerQuestion('go-on')}>
          {texts.goOn}
        </Button>
      </div>
    </Sheet>
  );
}

/** The last notices of what is done again and again: one for each place would cover the map. */
const last: { saved?: number; planned?: number } = {};

function showNotices(): void {
  const { waiting } = editorNotices;
  if (waiting.length === 0) return;
  editorNotices.waiting = [];
  for (const notice of waiting) {
    const repeated = notice.what === 'saved' || notice.what === 'planned' ? notice.what : null;
    const id = replaceNotice(repeated === null ? undefined : last[repeated], wordsForEditorNotice(notice), {
      ...((notice.what === 'tracks-skipped' || notice.what === 'undo-failed') && { tone: 'info' }),
      ...((notice.what === 'removed' || notice.what === 'saved') &&
        notice.undo !== null && { action: { label: strings.app.undo, run: notice.undo } }),
    });
    if (repeated !== null) last[repeated] = id;
  }
}

// For the life of the page: a save, or audio, may end after the editor has closed.
subscribe(editorNotices, showNotices, true);
// A place may be opened from the map before this module is loaded.
showNotices();
