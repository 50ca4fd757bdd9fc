import { rightsCalls } from '../../../contracts/calls/rights.ts';
import type { Erasure } from '../../../contracts/erasure.ts';
import { forgetDrops } from '../../drops/drop-services.ts';
import { stopRecording } from '../../drops/record/recorder.ts';
import { removeAllPacks } from '../../packs/packs.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { storage } from '../../platform/storage/storage.ts';
import { leaveDeletedAccount, session } from '../../session/session.ts';

addCalls(rightsCalls);

/**
 * Deletes the person's account on the server, and then all of its data on this device: session, unsent drops,
 * recordings, stored maps.
 *
 * @throws {ApiError | NetworkError} as `call` does; the account and the device are then unchanged.
 */
export async function eraseMyAccount(erasure: Erasure): Promise<void> {
  const userId = session.user?.id;
  // The resulting drop is deleted below; it stays as a draft if the server refuses.
  await stopRecording();
  await call('eraseMe', { body: erasure });
  // Begins while the session still knows the owner of these packs.
  const unpacked = removeAllPacks();
  const others = storage.read('waitingAdoptions').filter(({ ownerId }) => ownerId !== userId);
  storage.write('waitingAdoptions', others);
  leaveDeletedAccount();
  await unpacked;
  if (userId !== undefined) await forgetDrops(userId);
}
