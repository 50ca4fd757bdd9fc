import type { InviteLook } from '../../contracts/invite.ts';
import { ApiError, call } from '../platform/net/api.ts';
import { storage } from '../platform/storage/storage.ts';

/** Target of the invitation that waits for a login; null for none, or while the server can't be asked. */
export type WaitingInvite = InviteLook | null;

/** Reads the target of the stored invitation, and deletes an invalid one. @throws ApiError for an invalid one only */
export async function lookAtWaitingInvite(): Promise<WaitingInvite> {
  const token = storage.read('inviteToken');
  if (token === null) return null;
  try {
    return await call('lookAtInvite', { body: { token } });
  } catch (error) {
    if (!(error instanceof ApiError) || !['invite_invalid', 'invite_expired', 'invite_revoked'].includes(error.code)) {
      return null;
    }
    if (storage.read('inviteToken') === token) storage.forget('inviteToken');
    throw error;
  }
}
