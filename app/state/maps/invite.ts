import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { ApiError, call } from '../../platform/net/api.ts';
import { storage } from '../../platform/storage/storage.ts';
import { loadParcours, selectParcours } from './parcours.ts';

/** Keeps the token of an invitation link, and returns the one to work on: this one, else the one kept before. */
export function keepInvite(token: string | null): string | null {
  if (token !== null) storage.write('inviteToken', token);
  return storage.read('inviteToken');
}

/**
 * Joins the parcours of an invitation and listens to it. The token is forgotten when it has served, and when the server
 * says that it never will; it is kept where another attempt may succeed.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function acceptInvite(token: string): Promise<ParcoursId> {
  try {
    const { mapId } = await call('acceptInvite', { body: { token } });
    storage.forget('inviteToken');
    selectParcours(mapId);
    await loadParcours();
    return mapId;
  } catch (error) {
    if (isFinal(error)) storage.forget('inviteToken');
    throw error;
  }
}

/** True where the server said no to the invitation itself, so that trying again is of no use. */
export function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === 'too_many_requests') return false;
  return error.status !== 401 && error.status < 500;
}
