import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from '../platform/net/api.ts';
import { randomKey } from '../platform/page/random.ts';
import { storage } from '../platform/storage/storage.ts';
import { beginSession } from './session.ts';

/**
 * Enters as a guest by an invitation, and returns its parcours. The key that is stored first leads to the same guest
 * again: after a lost response, in another tab, or once the token has expired.
 *
 * @throws as `call` does; no session begins then.
 */
export async function enterAsGuest(inviteToken: string): Promise<ParcoursId> {
  const key = storage.read('visitKey') ?? randomKey();
  storage.write('visitKey', key);
  const { mapId: parcoursId, ...signedIn } = await call('visit', { body: { token: inviteToken, key } });
  beginSession(signedIn, false);
  return parcoursId;
}
