import { loadConfig } from '../../platform/net/app-config.ts';
import { suspendedStrings } from '../../words/moderation/suspended.ts';

/** What somebody whose account is suspended reads, with whom to write to where the site names somebody. Never rejects. */
export async function explainSuspension(): Promise<string> {
  const contact = await loadConfig().then(
    ({ identity }) => identity.associationContact,
    () => null,
  );
  return suspendedStrings.refused(contact);
}
