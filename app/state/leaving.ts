import { proxy } from 'valtio';
import { countUnsent, outbox } from './outbox-box.ts';
import { logout } from './session.ts';

/** Whether the person is asked if they mean to log out. Changed by the functions of this file alone. */
export const leaving = proxy({ isAsked: false });

/**
 * Logs out; or asks first, where drops of this person are on this device alone. They stay there, but are not sent before
 * the same person logs in here again.
 *
 * @returns whether the person is logged out now.
 */
export function askToLogout(): boolean {
  leaving.isAsked = countUnsent(outbox.items) > 0;
  if (!leaving.isAsked) logout();
  return !leaving.isAsked;
}

/** Answers the question. */
export function answerLogout(isMeant: boolean): void {
  leaving.isAsked = false;
  if (isMeant) logout();
}
