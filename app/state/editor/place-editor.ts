import { proxy, ref } from 'valtio';
import type { Geometry } from '../../../contracts/geo.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import { isRefused } from '../../platform/net/api.ts';
import { wordsFor } from '../../platform/net/error-words.ts';
import { editorStrings } from '../../words/editor.ts';
import { strings } from '../../words/strings.ts';
import { UNTITLED_PLACE } from '../../words/untitled.ts';
import { keepDrop, removeDrop } from '../drops/my-drops.ts';
import { showNotice } from '../page/notices.ts';
import {
  addPendingShape,
  changePendingShape,
  hasRedoOf,
  pendingShapes,
  removePendingShape,
  removeRedoOf,
  restorePendingShape,
} from '../places/pending-shapes.ts';
import { changePlace, deletePlace, findPlace } from '../places/places.ts';
import { session } from '../session/session.ts';
import { crossesItself } from './crossings.ts';
import { type Draft, draftOfPending, draftOfPlace, isUnsaved, placeFor, placeToSave } from './editor-draft.ts';
import { forgetUnsaved, keepUnsaved, withUnsaved } from './unsaved-changes.ts';

/** Longest wait for the server's answer: on a dead line there is none, and the editor could not be left. */
const ANSWER_MS = 30_000;

/** How a new shape is being drawn. */
export type DrawingMode = 'draw_point' | 'draw_polygon' | 'draw_line_string';

/** Something that would be lost, and so is asked about first. `goOn` is what happens then. */
export interface EditorQuestion {
  readonly about: 'unsaved' | 'redo' | 'replace';
  readonly goOn: () => void;
}

/** What the place editor shows. */
export interface PlaceEditorState {
  /** What is open; null while the list is shown. Replaced as a whole. */
  draft: (Draft & { $$valtioSnapshot: Draft }) | null;
  /** 'Edit Shape' is on. */
  isShaping: boolean;
  /** A new shape is being drawn. */
  drawing: DrawingMode | null;
  step: 'resting' | 'saving' | 'removing';
  /** The draft that a recording or an upload is for, by its key, while it goes on: nothing else can be opened then. */
  hasAudioWork: string | null;
  /** What went wrong last, in words. */
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

/** What the place editor shows. Changed by the functions of this file alone. */
export const placeEditor = proxy<PlaceEditorState>({ ...AT_REST });

/** The draft was changed after a save of it began. */
let isChangedSince = false;

/** Forgets all that is open: when the editor goes. What was not saved stays on the device, and is there again with its place. */
export function forgetPlaceEditor(): void {
  const { draft } = placeEditor;
  if (draft !== null && session.user !== null && isUnsaved(draft)) {
    showNotice(editorStrings.changesKept(nameOf(draft)));
  }
  Object.assign(placeEditor, AT_REST);
}

/** Goes on with `goOn` at once, or once the person has said what becomes of unsaved changes. */
export function leaveDraft(goOn: () => void): void {
  if (placeEditor.step !== 'resting') return;
  if (placeEditor.hasAudioWork !== null) {
    // Said where it is seen from every pane.
    showNotice(editorStrings.finishAudioFirst);
    return;
  }
  const { draft } = placeEditor;
  if (draft === null || !isUnsaved(draft)) goOn();
  else placeEditor.question = ref({ about: 'unsaved', goOn });
}

/** Asks before what can't be taken back. */
export function askFirst(about: 'redo' | 'replace', goOn: () => void): void {
  placeEditor.question = ref({ about, goOn });
}

/** Does what was asked about. Where unsaved changes were, they are saved first or lost, as `answer` says. */
export async function answerQuestion(answer: 'go-on' | 'save-first' | 'stay'): Promise<void> {
  const { question } = placeEditor;
  placeEditor.question = null;
  if (question === null || answer === 'stay') return;
  if (answer === 'save-first' && !(await storeDraft())) return;
  if (question.about === 'unsaved' && answer === 'go-on') takeChangesBack();
  question.goOn();
}

/** Opens a place, from the list or from the map. */
export function editPlace(id: PlaceId): void {
  const place = findPlace(id);
  if (place === undefined || placeEditor.draft?.placeId === id) return;
  leaveDraft(() => {
    const opened = withUnsaved(draftOfPlace(place));
    show(opened);
    if (isUnsaved(opened)) showNotice(editorStrings.changesBack(place.appelation.trim() || UNTITLED_PLACE));
  });
}

/** Opens a shape that waits for its audio. */
export function editPending(id: string): void {
  const shape = pendingShapes.list.find((candidate) => candidate.id === id);
  if (shape === undefined || placeEditor.draft?.key === id) return;
  leaveDraft(() => show(draftOfPending(shape)));
}

/** A tap on the map while the drawing tools are on. One on empty space closes nothing, for it may be a slip. */
export function tapInEditor(placeId: PlaceId | null): void {
  if (placeId !== null && placeEditor.drawing === null && !placeEditor.isShaping) editPlace(placeId);
}

/** A double-click on the map: it opens a place while a shape is being edited, when a single one is the shape's. */
export function doubleTapInEditor(placeId: PlaceId | null): void {
  if (placeId !== null && placeEditor.drawing === null && placeEditor.isShaping) editPlace(placeId);
}

/** Goes back to the list. */
export function closeDraft(): void {
  leaveDraft(() => show(null));
}

/** Begins to draw a new shape. */
export function startDrawing(mode: DrawingMode): void {
  leaveDraft(() => {
    show(null);
    placeEditor.drawing = mode;
  });
}

/** Ends drawing without a shape; `words` say why, where that is not plain. */
export function stopDrawing(words: string | null = null): void {
  placeEditor.drawing = null;
  placeEditor.error = words;
}

/** Keeps a new shape on the device, open and waiting for its audio. */
export function keepDrawn(geometry: Geometry, mapId: Draft['mapId']): void {
  if (session.user === null) return;
  placeEditor.drawing = null;
  show(draftOfPending(addPendingShape({ userId: session.user.id, mapId, title: '', geometry })));
  if (crossesItself(geometry)) Object.assign(placeEditor, { error: editorStrings.crossing, isShaping: true });
}

/** Switches 'Edit Shape'. */
export function shape(on: boolean): void {
  placeEditor.isShaping = on && placeEditor.draft !== null;
}

/** The title was typed. */
export function titleDraft(title: string): void {
  changeDraft({ title });
}

/** The shape was changed on the map. */
export function reshapeDraft(geometry: Geometry): void {
  changeDraft({ geometry });
  placeEditor.error = crossesItself(geometry) ? editorStrings.crossing : null;
}

/** Says that a recording or an upload goes on for what is open, or that it has ended. */
export function holdForAudio(isHeld: boolean): void {
  placeEditor.hasAudioWork = isHeld ? (placeEditor.draft?.key ?? null) : null;
}

/** Shows what went wrong, in words; null takes it away. */
export function showEditorError(words: string | null): void {
  placeEditor.error = words;
}

/** Stores title and shape, and closes the panel. What fails stays open, with the reason. */
export async function saveDraft(): Promise<void> {
  const title = placeEditor.draft?.title ?? '';
  if (!(await storeDraft())) return;
  show(null);
  showNotice(editorStrings.savedNotice(title.trim() || 'drop'));
}

/** Removes what is open, which can be taken back for a while, and closes the panel. */
export function removeDraft(): void {
  const { draft } = placeEditor;
  if (draft === null) return;
  const name = nameOf(draft);
  const pending = pendingShapes.list.find(({ id }) => id === draft.key);
  if (pending !== undefined) {
    removePendingShape(pending.id);
    show(null);
    announceRemoval(name, () => restorePendingShape(pending));
    return;
  }
  const placeId = placeFor(draft, 'deletion');
  removeDrop(placeId);
  show(null);
  announceRemoval(name, () => keepDrop(placeId));
}

/** Deletes the place with its audio; its shape and title stay open as a shape that waits for another audio. */
export async function redoDraft(): Promise<void> {
  const { draft } = placeEditor;
  const placeId = placeFor(draft, 'redo');
  if (draft === null || session.user === null || placeEditor.step !== 'resting') return;
  placeEditor.step = 'removing';
  placeEditor.error = null;
  const { mapId, title, geometry } = draft;
  const wasTried = hasRedoOf(placeId);
  // First: a page that dies meanwhile must not take both with it.
  const kept = addPendingShape({ userId: session.user.id, mapId, title, geometry, redoOf: placeId });
  try {
    await deletePlace(placeId, { signal: AbortSignal.timeout(ANSWER_MS) });
    forgetUnsaved(placeId);
    changePendingShape(kept.id, { redoOf: null });
    placeEditor.step = 'resting';
    show(draftOfPending(kept));
  } catch (error) {
    // Without an answer, now or at an earlier try, the place may be gone: the next list of places tells.
    if (!wasTried && isRefused(error)) removePendingShape(kept.id);
    placeEditor.step = 'resting';
    placeEditor.error = editorStrings.removalFailed(wordsFor(error));
  }
}

/** A shape is on its way to the server, and waits no longer here; `closes` takes it from the panel, too. */
export function closeSent(pendingId: string, closes = false): void {
  removePendingShape(pendingId);
  if (closes && placeEditor.draft?.key === pendingId) show(null);
}

/** A place was made of a shape that was sent: it is what is open now, if the shape still was. */
export function becamePlace(pendingId: string, placeId: PlaceId): void {
  const { draft } = placeEditor;
  if (draft?.key !== pendingId || draft.placeId !== null) return;
  const place = findPlace(placeId);
  show(place === undefined ? null : draftOfPlace(place));
}

/** @returns whether there is nothing left to store. */
async function storeDraft(): Promise<boolean> {
  const { draft } = placeEditor;
  if (draft === null || placeEditor.step !== 'resting') return false;
  try {
    const placeId = placeToSave(draft);
    const isReshaped = draft.geometry !== draft.stored.geometry;
    if (isReshaped && crossesItself(draft.geometry)) throw new RefusedShape(editorStrings.crossing);
    placeEditor.step = 'saving';
    placeEditor.error = null;
    isChangedSince = false;
    const change = { title: draft.title, geometry: isReshaped ? draft.geometry : null };
    await changePlace(placeId, change, { signal: AbortSignal.timeout(ANSWER_MS) });
    // It is there: an attempt to delete it did not get through.
    removeRedoOf(placeId);
    placeEditor.step = 'resting';
    return keepStored(placeId, draft);
  } catch (error) {
    placeEditor.step = 'resting';
    placeEditor.error = wordsForStoring(draft, error);
    return false;
  }
}

/**
 * Notes that a draft is stored. What was changed of it meanwhile is newer, and stays.
 *
 * @returns whether there is nothing left to store.
 */
function keepStored(placeId: PlaceId, { key, title, geometry }: Draft): boolean {
  const { draft } = placeEditor;
  if (draft?.key !== key) {
    // The editor has gone. What it left on the device may be newer than what is stored.
    if (!isChangedSince) forgetUnsaved(placeId);
    return !isChangedSince;
  }
  placeEditor.draft = ref({ ...draft, stored: { title, geometry } });
  keepUnsaved(placeEditor.draft);
  if (!isUnsaved(placeEditor.draft)) return true;
  placeEditor.error ??= editorStrings.changedSince;
  return false;
}

class RefusedShape extends Error {}

function wordsForStoring(draft: Draft, error: unknown): string {
  const words = editorStrings;
  if (error instanceof RefusedShape) return error.message;
  if (draft.placeId === null) return `${words.placeIdMissing}. ${words.placeIdMissingHint}`;
  return words.saveFailed(wordsFor(error));
}

function show(draft: Draft | null): void {
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
  isChangedSince = true;
  placeEditor.draft = ref({ ...draft, ...change });
  if (draft.placeId === null) changePendingShape(draft.key, change);
  else keepUnsaved(placeEditor.draft);
}

/** The open place is as it is stored again. */
function takeChangesBack(): void {
  const { draft } = placeEditor;
  if (draft === null || draft.placeId === null) return;
  placeEditor.draft = ref({ ...draft, ...draft.stored });
  forgetUnsaved(draft.placeId);
}

function nameOf({ title }: Draft): string {
  return title.trim() || UNTITLED_PLACE;
}

function announceRemoval(name: string, undo: () => void): void {
  showNotice(editorStrings.removed(name), { action: { label: strings.app.undo, run: undo } });
}
