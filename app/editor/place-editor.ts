import { proxy, ref, subscribe } from 'valtio';
import type { Geometry } from '../../contracts/geo.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import type { DropFault } from '../drops/composer/composition.ts';
import { titleFromFile } from '../drops/composer/title-from-file.ts';
import { dropTarget } from '../drops/drop-mode.ts';
import type { OutboxItem } from '../drops/outbox/outbox-view.ts';
import type { RecorderFault } from '../drops/record/recorder.ts';
import { parcours } from '../parcours/parcours.ts';
import { addPendingShape, changePendingShape, pendingShapes, removePendingShape } from '../places/pending-shapes.ts';
import { findPlace } from '../places/places.ts';
import { findPlanned } from '../places/plan.ts';
import { session } from '../session/session.ts';
import { type ShapeFault, shapeFault } from './crossings.ts';
import {
  type Draft,
  draftOfPending,
  draftOfPlace,
  draftOfPlanned,
  isUnsaved,
  storedIdOf,
  storeUnsaved,
  withUnsaved,
} from './editor-draft.ts';

/** Timeout of the editor's requests: it can't be left during one, and without a network no response comes. */
export const RESPONSE_TIMEOUT_MS = 30_000;

/** How a new shape is drawn, as Draw names its modes. */
export type DrawingMode = 'draw_point' | 'draw_polygon' | 'draw_line_string';

/** A confirmation before something is lost. `goOn` runs once the person confirms. */
type EditorQuestion = { readonly goOn: () => void } & (
  | { readonly about: 'unsaved' | 'redo' | 'replace' }
  /** Only `readS` seconds of a file could be read, of the `statedS` that it should have. */
  | { readonly about: 'part'; readonly readS: number; readonly statedS: number }
);

/** Why something in the editor failed. `cause` is the thrown value. */
export type EditorFault =
  | { readonly why: ShapeFault | 'too-few-for-zone' | 'too-few-for-line' }
  /** `isLine`: it is a line, which may be used otherwise. */
  | { readonly why: 'not-drawn'; readonly cause: unknown; readonly isLine: boolean }
  /** A shape is saved that has no place yet. */
  | { readonly why: 'no-place' }
  /** The draft was edited during its save. */
  | { readonly why: 'changed-since' }
  | { readonly why: 'save-failed' | 'delete-failed' | 'plan-failed' | 'restore-failed'; readonly cause: unknown }
  | { readonly why: 'no-file' | 'no-audio-url' }
  | { readonly why: 'audio-refused'; readonly fault: DropFault }
  | { readonly why: 'recording-ended'; readonly fault: RecorderFault }
  | { readonly why: 'not-sent'; readonly error: OutboxItem['error'] };

/** Something that the editor reports in passing; `title` is the place's. */
export type EditorNotice =
  | { readonly what: 'changes-stored' | 'changes-back' | 'planned' | 'undone'; readonly title: string }
  /** `undo` is null if nothing was changed, or if the place waits for an approval since. */
  | { readonly what: 'saved'; readonly title: string; readonly undo: (() => void) | null }
  | { readonly what: 'undo-failed'; readonly title: string; readonly cause: unknown }
  | { readonly what: 'removed'; readonly title: string; readonly undo: () => void }
  /** A shape without a place was closed, because its map was left. */
  | { readonly what: 'shape-stored'; readonly mapName: string }
  | { readonly what: 'tracks-skipped'; readonly count: number }
  /** Audio begins for a shape that the server may have planned: its place is not part of the plan. */
  | { readonly what: 'audio-first' | 'made' | 'filled' | 'queued' | 'plan-unknown' };

interface PlaceEditorState {
  /** The open draft; null while the list is shown. Replaced as a whole. */
  draft: (Draft & { $$valtioSnapshot: Draft }) | null;
  isShaping: boolean;
  drawing: DrawingMode | null;
  step: 'resting' | 'saving' | 'removing';
  /** Key of the draft for which a recording or an upload is running. Nothing else can be opened meanwhile. */
  hasAudioWork: string | null;
  /** The map on which a shape is drawn or audio work began. The editor stays on it until that ends. */
  busyOn: ParcoursId | null;
  error: EditorFault | null;
  question: (EditorQuestion & { $$valtioSnapshot: EditorQuestion }) | null;
  /** Whether another screen hides the editor: its work goes on, but taps and keys on the map aren't for it. */
  isAway: boolean;
}

const AT_REST: Omit<PlaceEditorState, 'isAway'> = {
  draft: null,
  isShaping: false,
  drawing: null,
  step: 'resting',
  hasAudioWork: null,
  busyOn: null,
  error: null,
  question: null,
};

/** State of the place editor. Changed only in this folder. */
export const placeEditor = proxy<PlaceEditorState>({ ...AT_REST, isAway: false });

/** What the editor reported in passing, oldest first, until the panel's module has shown it. */
export const editorNotices = proxy<{ waiting: ReadonlyArray<EditorNotice & { $$valtioSnapshot: EditorNotice }> }>({
  waiting: [],
});

/** Reports something in passing. It is shown even if the editor has closed. */
export function reportInPassing(notice: EditorNotice): void {
  editorNotices.waiting = [...editorNotices.waiting, ref(notice)];
}

let edits = 0;

/** Returns how often drafts were edited so far, which shows whether one was edited during a save. */
export function countEdits(): number {
  return edits;
}

/** Says whether another screen hides the editor. */
export function hideEditor(isAway: boolean): void {
  placeEditor.isAway = isAway;
}

/** Resets the state when the editor closes. Unsaved changes stay on the device and come back with their place. */
export function forgetPlaceEditor(): void {
  const { draft } = placeEditor;
  // A shape whose audio is in the outbox is no longer pending.
  const isPending = pendingShapes.list.some(({ id }) => id === draft?.key);
  if (draft !== null && session.user !== null && isUnsaved(draft)) {
    reportInPassing({ what: 'changes-stored', title: draft.title });
  } else if (draft !== null && isPending && draft.parcoursId !== dropTarget(parcours)?.parcoursId) {
    const map = parcours.list.find(({ id }) => id === draft.parcoursId);
    if (map !== undefined) reportInPassing({ what: 'shape-stored', mapName: map.name });
  }
  Object.assign(placeEditor, AT_REST);
}

/** Runs `goOn`: at once, or after the question about unsaved changes is answered. Not during a save or audio work. */
export function leaveDraft(goOn: () => void): void {
  if (placeEditor.step !== 'resting') return;
  if (placeEditor.hasAudioWork !== null) {
    // A notice, because it is visible from every pane.
    reportInPassing({ what: 'audio-first' });
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
    const question = ref({ about: 'part' as const, readS, statedS, goOn: () => resolve(true) });
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
  leaveDraft(() => openDraft(draftOfPlace(place)));
}

/** Opens a planned place, from the list or from the map. */
export function editPlanned(id: PlaceId): void {
  const planned = findPlanned(id);
  if (planned === undefined || placeEditor.draft?.plannedId === id) return;
  leaveDraft(() => openDraft(draftOfPlanned(planned)));
}

function openDraft(draft: Draft): void {
  const opened = withUnsaved(draft);
  showDraft(opened);
  if (isUnsaved(opened)) reportInPassing({ what: 'changes-back', title: draft.title });
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

/** Handles a tap on a planned place while the drawing tools are on. */
export function tapPlannedInEditor(id: PlaceId): void {
  if (placeEditor.drawing === null && !placeEditor.isShaping) editPlanned(id);
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
    placeEditor.busyOn = dropTarget(parcours)?.parcoursId ?? null;
    placeEditor.drawing = mode;
  });
}

/** Ends drawing without a shape; shows `error` as the reason. */
export function stopDrawing(error: EditorFault | null = null): void {
  placeEditor.drawing = null;
  placeEditor.error = error;
}

/** Stores a new shape on the device as pending, and opens it. */
export function storeDrawn(geometry: Geometry, parcoursId: Draft['parcoursId']): void {
  if (session.user === null) return;
  placeEditor.drawing = null;
  showDraft(draftOfPending(addPendingShape({ userId: session.user.id, parcoursId, title: '', geometry })));
  refuseFaulty();
}

/** Returns true if the open shape can't be a place; then it shows the reason and opens the shape for correction. */
export function refuseFaulty(): boolean {
  const { draft } = placeEditor;
  const fault = draft === null ? null : shapeFault(draft.geometry);
  if (fault !== null) Object.assign(placeEditor, { error: { why: fault }, isShaping: true });
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
  placeEditor.error = fault === null ? null : { why: fault };
}

/** Prevents the open draft from being closed while its audio is recorded or converted. */
export function holdForAudio(): void {
  if (placeEditor.hasAudioWork === null) placeEditor.busyOn = dropTarget(parcours)?.parcoursId ?? null;
  placeEditor.hasAudioWork = placeEditor.draft?.key ?? null;
}

/** Ends the hold of {@link holdForAudio} for this draft. */
export function releaseAudioHold(key: string): void {
  if (placeEditor.hasAudioWork === key) placeEditor.hasAudioWork = null;
}

/** Shows an error, or clears it with null. */
export function showEditorError(error: EditorFault | null): void {
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
  if (storedIdOf(draft) === null) changePendingShape(draft.key, change);
  else storeUnsaved(placeEditor.draft);
}
