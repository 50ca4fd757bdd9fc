import { loadConfig } from '../../platform/net/app-config.ts';
import { suspendedStrings } from '../../words/moderation/suspended.ts';

/** What somebody whose account is suspended reads at the login, with whom to write to where the site names somebody. */
export class SuspendedError extends Error {
  override readonly name = 'SuspendedError';
}

/** The error that says so. Never rejects. */
export async function explainSuspension(): Promise<SuspendedError> {
  const contact = await loadConfig().then(
    ({ identity }) => identity.associationContact,
    () => null,
  );
  return new SuspendedError(suspendedStrings.refused(contact));
}
