import { proxy } from 'valtio';
import { storage } from '../../platform/storage/storage.ts';
import { outbox } from '../drops/own-drops.ts';
import { recorder } from '../drops/recording/recorder.ts';
import { countPacks } from '../packs/pack-status.ts';
import { packs, removeAllPacks } from '../packs/packs.ts';
import { logout, session } from '../session/session.ts';

/** The question before a logout, and its reasons. Changed by the functions of this file alone. */
export const leaving = proxy({
  isAsked: false,
  /** Shapes that wait for their audio, and changes of places that are not saved: a logout forgets them. */
  drafts: 0,
  /** A recording goes on: a logout ends it, and it stays on this device. */
  isRecording: false,
  /** Maps that are kept on this device, whole or in part: a logout removes them. */
  packs: 0,
});

/**
 * Logs out; or asks first, where something of this person is on this device alone. Drops and recordings stay there, but are
 * not sent before the same person logs in here again; what was drawn or changed in the editor and not saved goes, and so do
 * maps kept for walks without a network.
 *
 * @returns whether the person is logged out now.
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
  // Begins while the session still says whose packs these are.
  void removeAllPacks();
  logout();
}

function countDrafts(): number {
  const own = ({ userId }: { readonly userId: number }): boolean => userId === session.user?.id;
  return storage.read('pendingShapes').filter(own).length + storage.read('unsavedChanges').filter(own).length;
}
