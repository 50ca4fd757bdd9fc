import { SUSPENDED_MESSAGE } from '../../contracts/suspension.ts';
import type { ApiError } from '../platform/net/api.ts';
import { loadConfig } from '../platform/net/app-config.ts';
import { suspendedStrings } from './suspended-words.ts';

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
