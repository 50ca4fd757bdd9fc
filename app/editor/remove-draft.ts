import { removeDrop, undoRemoveDrop } from '../drops/my-drops.ts';
import { wordsFor } from '../page/error-words.ts';
import { showNotice } from '../page/notice-queue.ts';
import {
  addPendingShape,
  changePendingShape,
  hasRedoOf,
  pendingShapes,
  removePendingShape,
  restorePendingShape,
} from '../places/pending-shapes.ts';
import { printName } from '../places/place-words.ts';
import { deletePlace } from '../places/places.ts';
import { isRefused } from '../platform/net/api.ts';
import { session } from '../session/session.ts';
import { strings } from '../ui/common-words.ts';
import { draftOfPending, placeFor } from './editor-draft.ts';
import { editorStrings } from './editor-words.ts';
import { placeEditor, RESPONSE_TIMEOUT_MS, showDraft } from './place-editor.ts';
import { forgetUnsaved } from './unsaved-changes.ts';

/** Deletes the open draft and closes it. The notice offers to undo that. */
export function removeDraft(): void {
  const { draft } = placeEditor;
  if (draft === null) return;
  const pending = pendingShapes.list.find(({ id }) => id === draft.key);
  let undo: () => void;
  if (pending !== undefined) {
    removePendingShape(pending.id);
    undo = () => restorePendingShape(pending);
  } else {
    const placeId = placeFor(draft, 'deletion');
    removeDrop(placeId);
    undo = () => undoRemoveDrop(placeId);
  }
  showDraft(null);
  showNotice(editorStrings.removed(printName(draft.title)), { action: { label: strings.app.undo, run: undo } });
}

/** Deletes the place with its audio. Its shape and title stay open as a pending shape. */
export async function redoDraft(): Promise<void> {
  const { draft } = placeEditor;
  const placeId = placeFor(draft, 'redo');
  if (draft === null || session.user === null || placeEditor.step !== 'resting') return;
  placeEditor.step = 'removing';
  placeEditor.error = null;
  const { mapId, title, geometry } = draft;
  const wasTried = hasRedoOf(placeId);
  // Stored first, so that a crash during the deletion does not lose the shape too.
  const pending = addPendingShape({ userId: session.user.id, mapId, title, geometry, redoOf: placeId });
  try {
    await deletePlace(placeId, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
    forgetUnsaved(placeId);
    changePendingShape(pending.id, { redoOf: null });
    placeEditor.step = 'resting';
    showDraft(draftOfPending(pending));
  } catch (error) {
    // Without a response to this or an earlier attempt the place may be gone: the next list of places shows it.
    if (!wasTried && isRefused(error)) removePendingShape(pending.id);
    placeEditor.step = 'resting';
    placeEditor.error = editorStrings.removalFailed(wordsFor(error));
  }
}
