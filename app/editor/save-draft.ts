import { ref } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import { removeRedoOf } from '../places/pending-shapes.ts';
import { changePlace } from '../places/places.ts';
import { shapeFault } from './crossings.ts';
import { type Draft, isUnsaved, placeToSave } from './editor-draft.ts';
import { editorStrings } from './editor-words.ts';
import { countEdits, placeEditor, RESPONSE_TIMEOUT_MS, showDraft } from './place-editor.ts';
import { forgetUnsaved, keepUnsaved } from './unsaved-changes.ts';

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
  const title = placeEditor.draft?.title ?? '';
  if (!(await storeDraft())) return;
  showDraft(null);
  showNotice(editorStrings.savedNotice(title.trim() || 'drop'));
}

/** @returns whether nothing remains to store. */
async function storeDraft(): Promise<boolean> {
  const { draft } = placeEditor;
  if (draft === null || placeEditor.step !== 'resting') return false;
  try {
    const placeId = placeToSave(draft);
    const isReshaped = draft.geometry !== draft.stored.geometry;
    const fault = isReshaped ? shapeFault(draft.geometry) : null;
    if (fault !== null) throw new RefusedShape(editorStrings[fault]);
    placeEditor.step = 'saving';
    placeEditor.error = null;
    const edits = countEdits();
    const change = { title: draft.title, geometry: isReshaped ? draft.geometry : null };
    // Versions aren't compared: of two people who edit a place, the last one wins.
    await changePlace(placeId, change, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    // The place still exists, so an attempt to delete it has failed.
    removeRedoOf(placeId);
    placeEditor.step = 'resting';
    return keepStored(placeId, draft, countEdits() !== edits);
  } catch (error) {
    placeEditor.step = 'resting';
    placeEditor.error = describeFailure(draft, error);
    return false;
  }
}

/**
 * Marks a draft as stored. Edits made during the save are newer, and stay.
 *
 * @returns whether nothing remains to store.
 */
function keepStored(placeId: PlaceId, { key, title, geometry }: Draft, wasEdited: boolean): boolean {
  const { draft } = placeEditor;
  if (draft?.key !== key) {
    // The editor was closed, and may have left newer edits on the device.
    if (!wasEdited) forgetUnsaved(placeId);
    return !wasEdited;
  }
  placeEditor.draft = ref({ ...draft, stored: { title, geometry } });
  keepUnsaved(placeEditor.draft);
  if (!isUnsaved(placeEditor.draft)) return true;
  placeEditor.error ??= editorStrings.changedSince;
  return false;
}

class RefusedShape extends Error {}

function describeFailure({ placeId }: Draft, error: unknown): string {
  const words = editorStrings;
  if (error instanceof RefusedShape) return error.message;
  if (placeId === null) return `${words.placeIdMissing}. ${words.placeIdMissingHint}`;
  return words.saveFailed(wordsFor(error));
}

/** Resets the open place to its stored version. */
function revertDraft(): void {
  const { draft } = placeEditor;
  if (draft === null || draft.placeId === null) return;
  placeEditor.draft = ref({ ...draft, ...draft.stored });
  forgetUnsaved(draft.placeId);
}
