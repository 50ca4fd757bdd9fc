import { rightsCalls } from '../../../contracts/calls/rights-calls.ts';
import type { Choices } from '../../../contracts/consents.ts';
import type { Erasure, ErasurePlan } from '../../../contracts/erasure.ts';
import { forgetDrops } from '../../drops/drop-services.ts';
import { stopRecording } from '../../drops/record/recorder.ts';
import { removeAllPacks } from '../../packs/packs.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { saveAddress } from '../../platform/storage/save-file.ts';
import { storage } from '../../platform/storage/storage.ts';
import { takeEvents } from '../../session/analytics.ts';
import { leaveDeletedAccount, session, updateUser } from '../../session/session.ts';

addCalls(rightsCalls);

/** Downloads all that the server stores about the person. The server names the file. @throws as `call` does */
export async function downloadMyData(): Promise<void> {
  const { link } = await call('requestExport', {});
  saveAddress(link, '');
}

/** Reads what the person has agreed to, and chose. @throws as `call` does */
export function readChoices(): Promise<Choices> {
  return call('readChoices', {});
}

/** Reads what the deletion of the person's account would do. @throws as `call` does */
export function planErasure(): Promise<ErasurePlan> {
  return call('planErasure', {});
}

/** Sets whether the person's visits may be counted; if not, unsent events are deleted too. @throws as `call` does */
export async function chooseStatistics(wanted: boolean): Promise<void> {
  await call('chooseStatistics', { body: { wanted } });
  if (!wanted) takeEvents();
  if (session.user === null) return;
  const { noStatistics: _, ...user } = session.user;
  updateUser(wanted ? user : { ...user, noStatistics: true });
}

/** Sets whether the person gets mails about drops that wait for their approval. @throws as `call` does */
export async function chooseApprovalMails(wanted: boolean): Promise<void> {
  await call('chooseApprovalMails', { body: { wanted } });
}

/**
 * Deletes the person's account on the server, then all of its data on this device.
 *
 * @throws as `call` does; all is unchanged then, but for a recording that was stopped and is a draft now
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
