import { proxy, ref, subscribe } from 'valtio';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Composer } from '../drops/composer/composer.ts';
import { wordsForQueued } from '../drops/drop-fault-words.ts';
import { currentOutbox, outbox, whyNotDiscarded } from '../drops/drop-services.ts';
import type { OutboxItem } from '../drops/outbox/outbox-view.ts';
import { showNotice } from '../page/notice-queue.ts';
import { restorePendingShape } from '../places/pending-shapes.ts';
import { findPlace } from '../places/places.ts';
import { Scope } from '../platform/scope.ts';
import type { PendingShape } from '../platform/storage/pending-shape.ts';
import { readAudioUrl } from './editor-draft.ts';
import { editorStrings } from './editor-words.ts';
import { becamePlace, closeSent, placeEditor, showEditorError } from './place-editor.ts';

/** Audio that is being sent for the open draft. */
export interface AudioWork {
  readonly composer: Composer;
  /** Key of its draft. */
  readonly key: string;
  readonly isFile: boolean;
  /** The shape before it was sent; null for a place. */
  pending: PendingShape | null;
}

/** The audio that the outbox sends for the open draft. Changed only in this file. */
export const sending = proxy<{
  itemId: string | null;
  work: (AudioWork & { $$valtioSnapshot: AudioWork }) | null;
}>({ itemId: null, work: null });

let following = new Scope();

/** Follows a drop until it is sent or given up, or another draft is open; null follows none. */
export function followSending(sent: { readonly itemId: string; readonly work: AudioWork } | null): void {
  following.dispose();
  following = new Scope();
  Object.assign(sending, { itemId: sent?.itemId ?? null, work: sent === null ? null : ref(sent.work) });
  if (sent === null) return;
  const { itemId, work } = sent;
  currentOutbox()
    .whenSent(itemId)
    .then((placeId) => showSent(work.key, placeId))
    // Discarded, or its owner has logged out: there is nothing to report.
    .catch(() => {});
  const look = (): void => {
    const item = outbox.items.find(({ id }) => id === itemId);
    if (item === undefined || placeEditor.draft?.key !== work.key) followSending(null);
    else if (item.phase === 'waiting' || item.phase === 'refused') {
      followSending(null);
      giveUp(work, item);
    }
  };
  following.add(subscribe(outbox, look));
  following.add(subscribe(placeEditor, look));
  look();
}

/** Discards a drop; its shape waits for other audio. If that fails, the shape still belongs to the drop. */
export async function takeBack(itemId: string, pending: PendingShape | null): Promise<void> {
  // First, so that a page that dies meanwhile does not lose both.
  if (pending !== null) restorePendingShape(pending);
  const why = await whyNotDiscarded(itemId);
  if (why !== null) {
    if (pending !== null) closeSent(pending.id, true);
    showEditorError(why);
  } else if (pending !== null) {
    // Again: another tab that was opened meanwhile took it for the drop's.
    restorePendingShape(pending);
  }
}

function showSent(key: string, placeId: PlaceId): void {
  becamePlace(key, placeId);
  if (placeEditor.draft?.placeId !== placeId) return;
  try {
    readAudioUrl(findPlace(placeId));
    showNotice(editorStrings.made);
  } catch {
    showEditorError(editorStrings.noAudioUrl);
  }
}

/**
 * Handles audio that can't be sent now. The person still has a file that the server refuses for good, so the shape
 * waits for another file; a recording, and audio that only waits for a network, stays in the outbox.
 */
function giveUp({ key, pending, isFile }: AudioWork, { id, phase, error }: OutboxItem): void {
  if (phase === 'refused' && isFile) {
    showEditorError(editorStrings.sendingFailed(error));
    void takeBack(id, pending);
    return;
  }
  if (pending !== null && placeEditor.draft?.key === key) closeSent(key, true);
  showNotice(wordsForQueued());
}
