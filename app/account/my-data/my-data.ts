import { rightsCalls } from '../../../contracts/calls/rights.ts';
import type { Choices } from '../../../contracts/consents.ts';
import type { ErasurePlan } from '../../../contracts/erasure.ts';
import { addCalls, call } from '../../platform/net/api.ts';
import { saveAddress } from '../../platform/storage/save-file.ts';
import { takeEvents } from '../../session/analytics.ts';
import { session, updateUser } from '../../session/session.ts';

addCalls(rightsCalls);

/**
 * Makes the browser download everything that the server stores about the person. The server names the file.
 *
 * @throws {ApiError | NetworkError} as `call` does.
 */
export async function downloadMyData(): Promise<void> {
  const { link } = await call('requestExport', {});
  saveAddress(link, '');
}

/** Reads what the person has agreed to. @throws {ApiError | NetworkError} as `call` does. */
export function readChoices(): Promise<Choices> {
  return call('readChoices', {});
}

/** Reads what the deletion of the person's account would do. @throws {ApiError | NetworkError} as `call` does. */
export function planErasure(): Promise<ErasurePlan> {
  return call('planErasure', {});
}

/**
 * Sets whether the person's visits may be counted. Without their consent, unsent events are deleted too.
 *
 * @throws {ApiError | NetworkError} as `call` does; nothing has changed then.
 */
export async function chooseStatistics(wanted: boolean): Promise<void> {
  await call('chooseStatistics', { body: { wanted } });
  if (!wanted) takeEvents();
  if (session.user === null) return;
  const { noStatistics: _, ...user } = session.user;
  updateUser(wanted ? user : { ...user, noStatistics: true });
}
