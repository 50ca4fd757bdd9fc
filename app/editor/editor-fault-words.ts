import { converterStrings } from '../drops/composer/converter-words.ts';
import { wordsForDropFault, wordsForQueued, wordsForRecorderFault, wordsForUnsent } from '../drops/drop-fault-words.ts';
import { dropStrings } from '../drops/drop-words.ts';
import { wordsFor } from '../page/error-words.ts';
import { ChangedSinceError } from '../places/place-versions.ts';
import { formatPlaceName } from '../places/place-words.ts';
import { strings } from '../ui/common-words.ts';
import { DrawnGeometryError } from './draw/drawn-geometry.ts';
import { editorStrings } from './editor-words.ts';
import type { EditorFault, EditorNotice } from './place-editor.ts';

/** Explains why something in the editor failed. */
export function wordsForEditorFault(fault: EditorFault): string {
  const words = editorStrings;
  switch (fault.why) {
    case 'not-drawn': {
      const reason = wordsForDrawn(fault.cause);
      return fault.isLine ? `${reason}. ${words.lineRefused}` : reason;
    }
    case 'no-place':
      return `${words.placeIdMissing}. ${words.placeIdMissingHint}`;
    case 'save-failed':
      return words.saveFailed(wordsFor(fault.cause));
    case 'plan-failed':
      return words.planned.failed(wordsFor(fault.cause));
    case 'restore-failed':
      return words.planned.restoreFailed(wordsFor(fault.cause));
    case 'delete-failed':
      return words.removalFailed(wordsFor(fault.cause));
    case 'audio-refused':
      return wordsForDropFault(fault.fault);
    case 'recording-ended':
      return wordsForRecorderFault(fault.fault);
    case 'not-sent':
      return dropStrings.uploadFailed(fault.error === null ? strings.errors.unexpected : wordsForUnsent(fault.error));
    default:
      return words.faults[fault.why];
  }
}

/** Explains why a drawn shape can't be a place; returns the message of any other thrown value. */
function wordsForDrawn(error: unknown): string {
  const words = editorStrings;
  if (!(error instanceof DrawnGeometryError)) return error instanceof Error ? error.message : String(error);
  const { fault } = error;
  switch (fault.why) {
    case 'no-geometry':
      return words.invalidNull;
    case 'wrong-type':
      return words.invalidType(fault.type);
    case 'invalid':
      return words.invalidShape;
  }
}

/** Returns the text of a notice of the editor. */
export function wordsForEditorNotice(notice: EditorNotice): string {
  const words = editorStrings;
  switch (notice.what) {
    case 'changes-stored':
      return words.changesStored(formatPlaceName(notice.title));
    case 'changes-back':
      return words.changesBack(formatPlaceName(notice.title));
    case 'saved':
      return words.savedNotice(notice.title.trim() || 'drop');
    case 'undone':
      return words.saveUndone(formatPlaceName(notice.title));
    case 'undo-failed':
      return words.undoFailed(formatPlaceName(notice.title), wordsForUndoFault(notice.cause));
    case 'planned':
      return words.planned.done(formatPlaceName(notice.title));
    case 'removed':
      return words.removed(formatPlaceName(notice.title));
    case 'shape-stored':
      return words.shapeStored(notice.mapName);
    case 'tracks-skipped':
      return converterStrings.otherTrack(notice.count);
    case 'audio-first':
      return words.finishAudioFirst;
    case 'plan-unknown':
      return words.planned.unknown;
    case 'made':
      return words.made;
    case 'filled':
      return words.filled;
    case 'queued':
      return wordsForQueued();
  }
}

function wordsForUndoFault(cause: unknown): string {
  return cause instanceof ChangedSinceError ? editorStrings.changedByOther : wordsFor(cause);
}
