import type { NewReport } from '../../../contracts/moderation/moderation.ts';
import { call } from '../../platform/net/api.ts';

/** Reports a place or a map to the site's admins. @throws {ApiError | NetworkError} as `call` does. */
export async function sendReport(report: NewReport): Promise<void> {
  await call('report', { body: report });
}
