import { proxy } from 'valtio';
import { mayDrop } from '../../../contracts/permissions.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { session } from '../session/session.ts';
import { forgetAtSessionEnd } from '../session/session-end.ts';
import { parcours, toggleBeingCreated } from './parcours.ts';

/** The parcours that the person has just joined and is being welcomed to; null without one. Changed by this file alone. */
export const welcome = proxy<{ mapId: ParcoursId | null }>({ mapId: null });

/** Welcomes the person to a listed parcours that they have joined. Who may drop on it edits it from now on. */
export function greet(mapId: ParcoursId): void {
  const joined = parcours.list.find(({ id }) => id === mapId);
  const role = session.user?.role;
  if (joined === undefined || role === undefined) return;
  if (mayDrop(role, joined.privilege) && parcours.beingCreated?.id !== mapId) toggleBeingCreated(joined);
  welcome.mapId = mapId;
}

/** Ends the welcome: the person goes on, wherever that is. */
export function endWelcome(): void {
  welcome.mapId = null;
}

forgetAtSessionEnd(endWelcome);
