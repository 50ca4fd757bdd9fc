import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { guardPage } from '../page/guard-page.ts';
import { guardDrawing } from '../parcours/editor-tools.ts';
import { readPendingShapes } from '../places/pending-shapes.ts';
import { Scope } from '../platform/scope.ts';
import { watchStorage } from '../platform/storage/storage.ts';
import { choosePlace } from '../walk/listening.ts';
import { fetchConverterAhead } from './converter-prefetch.ts';
import { isUnsaved } from './editor-draft.ts';
import { forgetPlaceEditor, leaveDraft, placeEditor } from './place-editor.ts';

/** While the editor is shown: follows the pending shapes of this device, and asks before unsaved work is abandoned. */
export function useEditorSession(): void {
  const { draft, drawing, hasAudioWork } = useSnapshot(placeEditor);
  const hasUnsaved = (draft !== null && isUnsaved(draft)) || drawing !== null || hasAudioWork !== null;

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

  useEffect(() => (hasUnsaved ? guardPage('edit') : undefined), [hasUnsaved]);
}
