import { proxy, ref, subscribe } from 'valtio';
import type { Geometry } from '../../contracts/geo.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { converterStrings } from '../drops/composer/converter-words.ts';
import { titleFromFile } from '../drops/composer/title-from-file.ts';
import { showNotice } from '../page/notice-queue.ts';
import { addPendingShape, changePendingShape, pendingShapes, removePendingShape } from '../places/pending-shapes.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { findPlace } from '../places/places.ts';
import { session } from '../session/session.ts';
import { shapeFault } from './crossings.ts';
import { type Draft, draftOfPending, draftOfPlace, isUnsaved, keepUnsaved, withUnsaved } from './editor-draft.ts';
import { editorStrings } from './editor-words.ts';

/** Timeout of the editor's requests: it can't be left during one, and without a network no response comes. */
export const RESPONSE_TIMEOUT_MS = 30_000;

/** How a new shape is drawn, as Draw names its modes. */
export type DrawingMode = 'draw_point' | 'draw_polygon' | 'draw_line_string';

/** A confirmation before something is lost. `goOn` runs once the person confirms. */
export interface EditorQuestion {
  readonly about: 'unsaved' | 'redo' | 'replace' | 'part';
  /** Text of the question, if it depends on more than `about`. */
  readonly text?: string;
  readonly goOn: () => void;
}

/** State of the place editor. */
export interface PlaceEditorState {
  /** The open draft; null while the list is shown. Replaced as a whole. */
  draft: (Draft & { $$valtioSnapshot: Draft }) | null;
  /** 'Edit Shape' is on. */
  isShaping: boolean;
  /** A new shape is being drawn. */
  drawing: DrawingMode | null;
  step: 'resting' | 'saving' | 'removing';
  /** Key of the draft for which a recording or an upload is running. Nothing else can be opened meanwhile. */
  hasAudioWork: string | null;
  error: string | null;
  question: (EditorQuestion & { $$valtioSnapshot: EditorQuestion }) | null;
}

const AT_REST: PlaceEditorState = {
  draft: null,
  isShaping: false,
  drawing: null,
  step: 'resting',
  hasAudioWork: null,
  error: null,
  question: null,
};

/** State of the place editor. Changed only in this folder. */
export const placeEditor = proxy<PlaceEditorState>({ ...AT_REST });

let edits = 0;

/** Returns how often drafts were edited so far, which shows whether one was edited during a save. */
export function countEdits(): number {
  return edits;
}

/** Resets the state when the editor closes. Unsaved changes stay on the device and come back with their place. */
export function forgetPlaceEditor(): void {
  const { draft } = placeEditor;
  if (draft !== null && session.user !== null && isUnsaved(draft)) {
    showNotice(editorStrings.changesKept(formatPlaceName(draft.title)));
  }
  Object.assign(placeEditor, AT_REST);
}

/** Runs `goOn`: at once, or after the question about unsaved changes is answered. Not during a save or audio work. */
export function leaveDraft(goOn: () => void): void {
  if (placeEditor.step !== 'resting') return;
  if (placeEditor.hasAudioWork !== null) {
    // A notice, because it is visible from every pane.
    showNotice(editorStrings.finishAudioFirst);
    return;
  }
  const { draft } = placeEditor;
  if (draft === null || !isUnsaved(draft)) goOn();
  else placeEditor.question = ref({ about: 'unsaved', goOn });
}

/** Asks for confirmation before an action that can't be undone. */
export function askFirst(about: 'redo' | 'replace', goOn: () => void): void {
  placeEditor.question = ref({ about, goOn });
}

/** Asks whether a part of a file is enough. Also resolves with false if the question disappears without an answer. */
export function askAboutPart(readS: number, statedS: number): Promise<boolean> {
  return new Promise((resolve) => {
    const text = converterStrings.partRead(readS, statedS);
    const question = ref({ about: 'part' as const, text, goOn: () => resolve(true) });
    placeEditor.question = question;
    // Runs a moment later than `goOn`.
    const stop = subscribe(placeEditor, () => {
      if (placeEditor.question === question) return;
      stop();
      resolve(false);
    });
  });
}

/** Opens a place, from the list or from the map. */
export function editPlace(id: PlaceId): void {
  const place = findPlace(id);
  if (place === undefined || placeEditor.draft?.placeId === id) return;
  leaveDraft(() => {
    const opened = withUnsaved(draftOfPlace(place));
    showDraft(opened);
    if (isUnsaved(opened)) showNotice(editorStrings.changesBack(formatPlaceName(place.appelation)));
  });
}

/** Opens a pending shape. */
export function editPending(id: string): void {
  const shape = pendingShapes.list.find((candidate) => candidate.id === id);
  if (shape === undefined || placeEditor.draft?.key === id) return;
  leaveDraft(() => showDraft(draftOfPending(shape)));
}

/** Handles a tap on the map while the drawing tools are on. A tap on empty space may be a slip and closes nothing. */
export function tapInEditor(placeId: PlaceId | null): void {
  if (placeId !== null && placeEditor.drawing === null && !placeEditor.isShaping) editPlace(placeId);
}

/** Handles a double-click on the map: it opens a place while a shape is edited, when single clicks edit the shape. */
export function doubleTapInEditor(placeId: PlaceId | null): void {
  if (placeId !== null && placeEditor.drawing === null && placeEditor.isShaping) editPlace(placeId);
}

/** Returns to the list. */
export function closeDraft(): void {
  leaveDraft(() => showDraft(null));
}

/** Starts drawing a new shape. */
export function startDrawing(mode: DrawingMode): void {
  leaveDraft(() => {
    showDraft(null);
    placeEditor.drawing = mode;
  });
}

/** Ends drawing without a shape; shows `error` as the reason. */
export function stopDrawing(error: string | null = null): void {
  placeEditor.drawing = null;
  placeEditor.error = error;
}

/** Stores a new shape on the device as pending, and opens it. */
export function keepDrawn(geometry: Geometry, mapId: Draft['mapId']): void {
  if (session.user === null) return;
  placeEditor.drawing = null;
  showDraft(draftOfPending(addPendingShape({ userId: session.user.id, mapId, title: '', geometry })));
  refuseFaulty();
}

/** Returns true if the open shape can't be a place; then it shows the reason and opens the shape for correction. */
export function refuseFaulty(): boolean {
  const { draft } = placeEditor;
  const fault = draft === null ? null : shapeFault(draft.geometry);
  if (fault !== null) Object.assign(placeEditor, { error: editorStrings[fault], isShaping: true });
  return fault !== null;
}

/** Switches 'Edit Shape'. */
export function shape(on: boolean): void {
  placeEditor.isShaping = on && placeEditor.draft !== null;
}

/** Changes the title of the open draft. */
export function titleDraft(title: string): void {
  changeDraft({ title });
}

/** Proposes a title from the file's name for a shape without one. */
export function proposeTitle(fileName: string): void {
  const { draft } = placeEditor;
  const title = titleFromFile(fileName);
  if (draft?.placeId === null && draft.title.trim() === '' && title !== '') titleDraft(title);
}

/** Changes the shape of the open draft. */
export function reshapeDraft(geometry: Geometry): void {
  changeDraft({ geometry });
  const fault = shapeFault(geometry);
  placeEditor.error = fault === null ? null : editorStrings[fault];
}

/** Prevents the open draft from being closed while its audio is recorded or converted. */
export function holdForAudio(): void {
  placeEditor.hasAudioWork = placeEditor.draft?.key ?? null;
}

/** Ends the hold of {@link holdForAudio} for this draft. */
export function releaseAudioHold(key: string): void {
  if (placeEditor.hasAudioWork === key) placeEditor.hasAudioWork = null;
}

/** Shows an error, or clears it with null. */
export function showEditorError(error: string | null): void {
  placeEditor.error = error;
}

/** Removes a pending shape that the outbox has taken over; `closes` also closes its draft. */
export function closeSent(pendingId: string, closes = false): void {
  removePendingShape(pendingId);
  if (closes && placeEditor.draft?.key === pendingId) showDraft(null);
}

/** Opens the place that was made of a pending shape, if that shape is still open. */
export function becamePlace(pendingId: string, placeId: PlaceId): void {
  const { draft } = placeEditor;
  if (draft?.key !== pendingId || draft.placeId !== null) return;
  const place = findPlace(placeId);
  showDraft(place === undefined ? null : draftOfPlace(place));
}

/** Opens a draft, or the list with null; ends shaping and drawing, and clears the error. */
export function showDraft(draft: Draft | null): void {
  Object.assign(placeEditor, {
    draft: draft === null ? null : ref(draft),
    isShaping: false,
    drawing: null,
    error: null,
  });
}

function changeDraft(change: Partial<Pick<Draft, 'title' | 'geometry'>>): void {
  const { draft } = placeEditor;
  if (draft === null) return;
  edits += 1;
  placeEditor.draft = ref({ ...draft, ...change });
  if (draft.placeId === null) changePendingShape(draft.key, change);
  else keepUnsaved(placeEditor.draft);
}
