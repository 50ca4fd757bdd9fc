import { moderationCalls } from '../../../contracts/calls/moderation.ts';
import type { NewReport } from '../../../contracts/moderation.ts';
import { addCalls, call } from '../../platform/net/api.ts';

addCalls(moderationCalls);

/** Reports a place or a map to the site's admins. @throws {ApiError | NetworkError} as `call` does. */
export async function sendReport(report: NewReport): Promise<void> {
  await call('report', { body: report });
}
