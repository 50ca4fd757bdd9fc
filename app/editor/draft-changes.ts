import { ref } from 'valtio';
import type { Geometry } from '../../contracts/geo.ts';
import type { PlannedPlace } from '../../contracts/planned-place.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { removeDrop, undoRemoveDrop } from '../drops/my-drops.ts';
import {
  addPendingShape,
  changePendingShape,
  hasRedoOf,
  pendingShapes,
  removePendingShape,
  removeRedoOf,
  restorePendingShape,
} from '../places/pending-shapes.ts';
import { undoChange } from '../places/place-versions.ts';
import { changePlace, deletePlace, findPlace } from '../places/places.ts';
import { changePlanned, deletePlanned, planPlace, restorePlanned } from '../places/plan.ts';
import { type CallOptions, isRefused } from '../platform/net/api.ts';
import { serverNowMs } from '../platform/net/server-clock.ts';
import type { PendingShape } from '../platform/storage/stored-values.ts';
import { session } from '../session/session.ts';
import { shapeFault } from './crossings.ts';
import {
  type Draft,
  draftOfPending,
  draftOfPlace,
  draftOfPlanned,
  forgetUnsaved,
  isUnsaved,
  placeFor,
  placeToSave,
  storedIdOf,
  storeUnsaved,
} from './editor-draft.ts';
import {
  countEdits,
  placeEditor,
  RESPONSE_TIMEOUT_MS,
  refuseFaulty,
  reportInPassing,
  showDraft,
  showEditorError,
} from './place-editor.ts';

type AskedPlan = NonNullable<PendingShape['askedPlan']>;

/** Handles the answer to the open question. If it is about unsaved changes, they are saved first or discarded. */
export async function answerQuestion(answer: 'go-on' | 'save-first' | 'stay'): Promise<void> {
  const { question } = placeEditor;
  placeEditor.question = null;
  if (question === null || answer === 'stay') return;
  if (answer === 'save-first' && !(await storeDraft())) return;
  if (question.about === 'unsaved' && answer === 'go-on') revertDraft();
  question.goOn();
}

/** Stores title and shape, and closes the draft. On failure it stays open and the reason is shown. */
export async function saveDraft(): Promise<void> {
  const { draft } = placeEditor;
  const title = draft?.title ?? '';
  const beganMs = serverNowMs();
  if (!(await storeDraft())) return;
  showDraft(null);
  const isChanged = draft !== null && draft.placeId !== null && isUnsaved(draft);
  const waits = findPlace(draft?.placeId ?? null)?.held === 'waiting';
  reportInPassing({ what: 'saved', title, undo: isChanged && !waits ? () => void undoSave(draft, beganMs) : null });
}

/** Undoes a save, with the earlier version that the server has stored. */
async function undoSave({ placeId, title }: Draft, beganMs: number): Promise<void> {
  if (placeId === null) return;
  try {
    const { appelation } = await undoChange(placeId, beganMs);
    reportInPassing({ what: 'undone', title: appelation });
    const { draft, step } = placeEditor;
    const place = findPlace(placeId);
    // It may have been opened again, as it was saved.
    const isStale = draft?.placeId === placeId && step === 'resting' && !isUnsaved(draft);
    if (isStale && place !== undefined) showDraft(draftOfPlace(place));
  } catch (cause) {
    reportInPassing({ what: 'undo-failed', title, cause });
  }
}

/** Stores title and shape, and leaves the draft open. @returns whether nothing remains to store */
export async function storeDraft(): Promise<boolean> {
  const { draft } = placeEditor;
  if (draft === null || placeEditor.step !== 'resting') return false;
  const isReshaped = draft.geometry !== draft.stored.geometry;
  const fault = storedIdOf(draft) !== null && isReshaped ? shapeFault(draft.geometry) : null;
  if (fault !== null) {
    placeEditor.error = { why: fault };
    return false;
  }
  try {
    const { plannedId } = draft;
    const placeId = plannedId ?? placeToSave(draft);
    Object.assign(placeEditor, { step: 'saving', error: null });
    const edits = countEdits();
    const change = { title: draft.title, geometry: isReshaped ? draft.geometry : null };
    // Versions aren't compared: of two people who edit a place, the last one wins.
    if (plannedId === null) {
      await changePlace(placeId, change, limited());
      // The place still exists, so an attempt to delete it has failed.
      removeRedoOf(placeId);
    } else {
      const { title: appelation, geometry: feature } = change;
      await changePlanned(plannedId, { appelation, ...(feature === null ? {} : { feature }) }, limited());
    }
    placeEditor.step = 'resting';
    return markStored(placeId, draft, countEdits() !== edits);
  } catch (error) {
    placeEditor.step = 'resting';
    placeEditor.error = storedIdOf(draft) === null ? { why: 'no-place' } : { why: 'save-failed', cause: error };
    return false;
  }
}

/** Marks a draft as stored, except for newer edits. @returns whether nothing remains to store */
function markStored(placeId: PlaceId, { key, title, geometry }: Draft, wasEdited: boolean): boolean {
  const { draft } = placeEditor;
  if (draft?.key !== key) {
    // The editor was closed, and may have left newer edits on the device.
    if (!wasEdited) forgetUnsaved(placeId);
    return !wasEdited;
  }
  placeEditor.draft = ref({ ...draft, stored: { title, geometry } });
  storeUnsaved(placeEditor.draft);
  if (!isUnsaved(placeEditor.draft)) return true;
  placeEditor.error ??= { why: 'changed-since' };
  return false;
}

function revertDraft(): void {
  const { draft } = placeEditor;
  const storedId = draft === null ? null : storedIdOf(draft);
  if (draft === null || storedId === null) return;
  placeEditor.draft = ref({ ...draft, ...draft.stored });
  forgetUnsaved(storedId);
}

/** Deletes the open draft and closes it. The notice offers to undo that. */
export function removeDraft(): void {
  const { draft } = placeEditor;
  if (draft === null) return;
  const pending = pendingShapes.list.find(({ id }) => id === draft.key);
  if (draft.plannedId !== null) void removePlanned(draft, draft.plannedId);
  else if (pending?.askedPlan !== undefined) void removeAsked(draft, pending, pending.askedPlan);
  else if (pending !== undefined) removeShape(draft, pending);
  else {
    const placeId = placeFor(draft, 'deletion');
    removeDrop(placeId);
    reportRemoved(draft, () => undoRemoveDrop(placeId));
  }
}

function reportRemoved({ key, title }: Draft, undo: () => void): void {
  if (placeEditor.draft?.key === key) showDraft(null);
  reportInPassing({ what: 'removed', title, undo });
}

function removeShape(draft: Draft, shape: PendingShape): void {
  removePendingShape(shape.id);
  reportRemoved(draft, () => restorePendingShape(shape));
}

/** Deletes a shape, and what its request without an answer may have planned, which the server finds by the same key. */
async function removeAsked(draft: Draft, pending: PendingShape, asked: AskedPlan): Promise<void> {
  const isRemoved = await removeOnServer(async () => {
    try {
      await deletePlanned((await askPlan(pending.mapId, asked)).id, limited());
    } catch (error) {
      // Nothing is planned.
      if (!isRefused(error)) throw error;
    }
  });
  if (isRemoved) removeShape(draft, { ...pending, askedPlan: undefined });
}

async function removePlanned(draft: Draft, id: PlaceId): Promise<void> {
  if (!(await removeOnServer(() => deletePlanned(id, limited())))) return;
  forgetUnsaved(id);
  reportRemoved(draft, () => {
    restorePlanned(id).catch((cause: unknown) => showEditorError({ why: 'restore-failed', cause }));
  });
}

/** Returns whether that was done; if not, the editor shows why. */
async function removeOnServer(remove: () => Promise<void>): Promise<boolean> {
  if (placeEditor.step !== 'resting') return false;
  Object.assign(placeEditor, { step: 'removing', error: null });
  try {
    await remove();
    placeEditor.step = 'resting';
    return true;
  } catch (cause) {
    Object.assign(placeEditor, { step: 'resting', error: { why: 'delete-failed', cause } });
    return false;
  }
}

/** Makes a planned place of the open pending shape: others record it. @returns whether it is planned */
export async function planDraft(): Promise<boolean> {
  const { draft } = placeEditor;
  const pending = pendingShapes.list.find(({ id }) => id === draft?.key);
  if (draft === null || pending === undefined || placeEditor.step !== 'resting' || refuseFaulty()) return false;
  Object.assign(placeEditor, { step: 'saving', error: null });
  const { key, title, geometry: feature } = draft;
  try {
    const planned = await planOnce(pending, { appelation: title.trim(), feature });
    placeEditor.step = 'resting';
    removePendingShape(pending.id);
    if (placeEditor.draft?.key === key) showDraft(draftOfPlanned(planned));
    reportInPassing({ what: 'planned', title: planned.appelation });
    return true;
  } catch (cause) {
    Object.assign(placeEditor, { step: 'resting', error: { why: 'plan-failed', cause } });
    return false;
  }
}

/** Plans a shape as it was first asked for, because that may have arrived, and changes it to what it is now. */
async function planOnce(
  { id, key, mapId, askedPlan }: PendingShape,
  wanted: { readonly appelation: string; readonly feature: Geometry },
): Promise<PlannedPlace> {
  const asked = askedPlan ?? { key, ...wanted };
  changePendingShape(id, { askedPlan: asked });
  const planned = await askPlan(mapId, asked).catch((error: unknown) => {
    if (isRefused(error)) changePendingShape(id, { askedPlan: undefined });
    throw error;
  });
  const { appelation, feature } = asked;
  const isSame = JSON.stringify({ appelation, feature }) === JSON.stringify(wanted);
  return isSame ? planned : changePlanned(planned.id, wanted, limited());
}

function askPlan(mapId: ParcoursId, { key, ...asked }: AskedPlan): Promise<PlannedPlace> {
  return planPlace({ mapId, ...asked }, { idempotencyKey: key, ...limited() });
}

function limited(): Pick<CallOptions, 'signal'> {
  return { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) };
}

/** Deletes the place with its audio. Its shape and title stay open as a pending shape. */
export async function redoDraft(): Promise<void> {
  const { draft } = placeEditor;
  const placeId = placeFor(draft, 'redo');
  if (draft === null || session.user === null || placeEditor.step !== 'resting') return;
  placeEditor.step = 'removing';
  placeEditor.error = null;
  const { parcoursId, title, geometry } = draft;
  const wasTried = hasRedoOf(placeId);
  // Stored first, so that a crash during the deletion does not lose the shape too.
  const pending = addPendingShape({ userId: session.user.id, parcoursId, title, geometry, redoOf: placeId });
  try {
    await deletePlace(placeId, limited());
    forgetUnsaved(placeId);
    changePendingShape(pending.id, { redoOf: null });
    placeEditor.step = 'resting';
    showDraft(draftOfPending(pending));
  } catch (error) {
    // Without a response to this or an earlier attempt the place may be gone: the next list of places shows it.
    if (!wasTried && isRefused(error)) removePendingShape(pending.id);
    placeEditor.step = 'resting';
    placeEditor.error = { why: 'delete-failed', cause: error };
  }
}
