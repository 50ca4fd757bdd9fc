import { proxy } from 'valtio';
import { mayDrop } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { storage } from '../../platform/storage/storage.ts';
import { welcomeNote } from '../../platform/storage/tab-notes.ts';
import { session } from '../../session/session.ts';
import { forgetAtSessionEnd } from '../../session/session-end.ts';
import { changeParcours, parcours, toggleBeingCreated } from '../parcours.ts';

/** The welcome to a parcours that the person has just joined. */
interface Welcome {
  /** The parcours; null without a welcome. */
  parcoursId: ParcoursId | null;
  /** The person may do more on the parcours than before. When somebody opens a link again, their settings stay. */
  hasGained: boolean;
}

/** The current welcome, which survives a reload. Changed only in this file. */
export const welcome = proxy<Welcome>({ parcoursId: recallMapId(), hasGained: false });

/**
 * Welcomes the person to a listed parcours that they have joined. If they can now drop on it, it becomes the one that
 * they edit.
 *
 * @param hasGained the person may do more there than before
 */
export function greet(parcoursId: ParcoursId, hasGained: boolean): void {
  const joined = parcours.list.find(({ id }) => id === parcoursId);
  const { user } = session;
  if (joined === undefined || user === null) return;
  if (hasGained && mayDrop(user.role, joined.privilege)) dropOn(parcoursId);
  else changeParcours(joined, user.role);
  Object.assign(welcome, { parcoursId, hasGained });
  welcomeNote.write({ userId: user.id, mapId: parcoursId });
}

/** Makes a listed parcours the one that receives drops. */
export function dropOn(parcoursId: ParcoursId): void {
  const listed = parcours.list.find(({ id }) => id === parcoursId);
  if (listed !== undefined && parcours.beingCreated?.id !== parcoursId) toggleBeingCreated(listed);
}

/** Ends the welcome when the person continues anywhere. */
export function endWelcome(): void {
  Object.assign(welcome, { parcoursId: null, hasGained: false });
  welcomeNote.forget();
}

function recallMapId(): ParcoursId | null {
  const note = welcomeNote.read();
  return note !== null && note.userId === storage.read('currentUser')?.id ? note.mapId : null;
}

forgetAtSessionEnd(endWelcome);
