import type { Privilege } from '../../../contracts/vocabulary.ts';

/** The next step with an invitation link. */
export type InviteStep = 'join' | 'login' | 'nothing';

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
