import { SUSPENDED_MESSAGE } from '../../../contracts/moderation/suspension.ts';
import type { ApiError } from '../../platform/net/api.ts';
import { loadConfig } from '../../platform/net/app-config.ts';
import { suspendedStrings } from '../../words/moderation/suspended.ts';

/**
 * Returns the message for a person whose account is suspended: what the site's admins wrote, and the site's contact if
 * it names one. Never rejects.
 */
export async function explainSuspension({ said = null }: Partial<ApiError>): Promise<string> {
  const contact = await loadConfig().then(
    ({ identity }) => identity.associationContact,
    () => null,
  );
  return suspendedStrings.refused(contact, said === SUSPENDED_MESSAGE ? null : said);
}
