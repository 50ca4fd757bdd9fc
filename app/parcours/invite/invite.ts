import type { ParcoursId, Privilege } from '../../../contracts/vocabulary.ts';
import { ApiError, call } from '../../platform/net/api.ts';
import { storage } from '../../platform/storage/storage.ts';
import { checkSession, session } from '../../session/session.ts';
import { enterAsGuest } from '../../session/visit.ts';
import { openParcours, selectParcours } from '../parcours.ts';
import { loadParcours } from '../parcours-list.ts';
import { greet } from './welcome.ts';

/** Stores the token of an invitation link and returns it; for null, returns the token stored earlier. */
export function storeInvite(token: string | null): string | null {
  if (token !== null) storage.write('inviteToken', token);
  return storage.read('inviteToken');
}

/**
 * Joins the parcours of an invitation, selects it and welcomes the person there; enters as a guest if nobody is logged
 * in. The stored token is removed on success and on a final refusal, and stays if another attempt may succeed.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function acceptInvite(token: string): Promise<ParcoursId> {
  try {
    const { mapId: parcoursId, hasGained } = checkSession()
      ? await call('acceptInvite', { body: { token } })
      : { mapId: await enterAsGuest(token), hasGained: true };
    storage.forget('inviteToken');
    selectParcours(parcoursId);
    await loadParcours();
    openParcours(parcoursId, session.user?.role);
    greet(parcoursId, hasGained);
    return parcoursId;
  } catch (error) {
    if (isFinal(error)) storage.forget('inviteToken');
    throw error;
  }
}

/** True if the server refused the invitation itself, so that a retry is useless with any account. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'too_many_requests' || error.code === 'account_needed') {
    return false;
  }
  return error.status !== 401 && error.status < 500;
}

/** The next step with an invitation link. */
type InviteStep = 'join' | 'login' | 'nothing';

/**
 * Decides what to do with an invitation link.
 *
 * @param link the token, and the privilege in the link's query. The query only saves a guest the login: the server
 * reads the privilege from the token.
 */
export function decideInvite(
  link: { readonly token: string | null; readonly privilege: Privilege | null },
  isLoggedIn: boolean,
): InviteStep {
  if (link.token === null) return 'nothing';
  return isLoggedIn || link.privilege === 'guest' ? 'join' : 'login';
}
