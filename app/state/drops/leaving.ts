import { proxy } from 'valtio';
import { storage } from '../../platform/storage/storage.ts';
import { logout, session } from '../session/session.ts';
import { outbox } from './own-drops.ts';
import { recorder } from './recording/recorder.ts';

/** The question before a logout, and its reasons. Changed by the functions of this file alone. */
export const leaving = proxy({
  isAsked: false,
  /** Shapes that wait for their audio, and changes of places that are not saved: a logout forgets them. */
  drafts: 0,
  /** A recording goes on: a logout ends it, and it stays on this device. */
  isRecording: false,
});

/**
 * Logs out; or asks first, where something of this person is on this device alone. Drops and recordings stay there, but are
 * not sent before the same person logs in here again; what was drawn or changed in the editor and not saved goes.
 *
 * @returns whether the person is logged out now.
 */
export function askToLogout(): boolean {
  leaving.drafts = countDrafts();
  leaving.isRecording = recorder.phase !== 'idle';
  leaving.isAsked = outbox.unsent > 0 || leaving.drafts > 0 || leaving.isRecording;
  if (!leaving.isAsked) logout();
  return !leaving.isAsked;
}

/** Logs out if the person confirmed. */
export function answerLogout(isMeant: boolean): void {
  leaving.isAsked = false;
  if (isMeant) logout();
}

function countDrafts(): number {
  const own = ({ userId }: { readonly userId: number }): boolean => userId === session.user?.id;
  return storage.read('pendingShapes').filter(own).length + storage.read('unsavedChanges').filter(own).length;
}
