import type { Privilege } from '../../../contracts/vocabulary.ts';

/** What an invitation link leads to next. */
export type InviteStep = 'join' | 'login' | 'guest-account' | 'nothing';

/**
 * Decides what to do with an invitation link.
 *
 * @param link the token to work on, and the privilege that the link's query names. The query is only believed as far as
 *   to spare a guest the login: the server takes the privilege from the token.
 */
export function decideInvite(
  link: { readonly token: string | null; readonly privilege: Privilege | null },
  isLoggedIn: boolean,
): InviteStep {
  if (link.token === null) return 'nothing';
  if (isLoggedIn) return 'join';
  return link.privilege === 'guest' ? 'guest-account' : 'login';
}
