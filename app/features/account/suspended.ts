import { SUSPENDED_MESSAGE } from '../../../contracts/moderation/suspension.ts';
import type { ApiError } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { suspendedStrings } from '../../words/moderation/suspended.ts';

/**
 * What somebody whose account is suspended reads: what the site's admins wrote to them, and whom to write to where the site names
 * somebody. Never rejects.
 */
export async function explainSuspension({ said = null }: Partial<ApiError>): Promise<string> {
  const contact = await loadConfig().then(
    ({ identity }) => identity.associationContact,
    () => null,
  );
  return suspendedStrings.refused(contact, said === SUSPENDED_MESSAGE ? null : said);
}
