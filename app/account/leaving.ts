import { proxy } from 'valtio';
import { outbox } from '../drops/drop-services.ts';
import { recorder } from '../drops/record/recorder.ts';
import { countPacks } from '../packs/pack-view.ts';
import { packs, removeAllPacks } from '../packs/packs.ts';
import { parcours } from '../parcours/parcours.ts';
import { storage } from '../platform/storage/storage.ts';
import type { UnsavedWords } from '../platform/storage/stored-values.ts';
import { ABOUT } from '../platform/storage/unsaved.ts';
import { logout, session } from '../session/session.ts';

/** The question before a logout, and its reasons. Changed only in this file. */
export const leaving = proxy({
  isAsked: false,
  /** Number of shapes that wait for their audio, and of unsaved changes and texts of places: a logout deletes them. */
  drafts: 0,
  /** A logout ends the running recording, which stays on this device. */
  isRecording: false,
  /** Number of maps stored on this device, whole or in part: a logout removes them. */
  packs: 0,
});

/**
 * Logs out; or asks first, if a recording runs, drops are unsent, or something would be deleted: unsaved drawings and
 * changes of the editor, stored maps. Drops and recordings stay for the next login of the same person.
 *
 * @returns whether the person is now logged out.
 */
export function askToLogout(): boolean {
  leaving.drafts = countDrafts();
  leaving.isRecording = recorder.phase !== 'idle';
  leaving.packs = countPacks(packs.byMap);
  leaving.isAsked = outbox.unsent > 0 || leaving.drafts > 0 || leaving.isRecording || leaving.packs > 0;
  if (!leaving.isAsked) leave();
  return !leaving.isAsked;
}

/** Logs out if the person confirmed. */
export function answerLogout(isMeant: boolean): void {
  leaving.isAsked = false;
  if (isMeant) leave();
}

function leave(): void {
  // Begins while the session still knows the owner of these packs.
  void removeAllPacks();
  logout();
}

function countDrafts(): number {
  const own = ({ userId }: { readonly userId: number }): boolean => userId === session.user?.id;
  const drawn = (['pendingShapes', 'unsavedChanges'] as const).flatMap((key) => storage.read(key).filter(own));
  return drawn.length + storage.read('unsavedWords').filter((words) => own(words) && canBeSaved(words)).length;
}

/** False for the practical information of a parcours that the person has left: no screen shows it any more. */
function canBeSaved({ telling, placeId }: UnsavedWords): boolean {
  if (telling !== ABOUT || !parcours.isFromServer) return true;
  return parcours.list.some(({ id }) => Number(id) === Number(placeId));
}
