import {
  type AccountRow,
  deleteMailLinksOf,
  findAccountByEmail,
  insertAccount,
  linkToGoogle,
} from '../../store/accounts.ts';
import type { Transactor } from '../../store/database.ts';
import { deletePasskeysOf } from '../../store/passkeys.ts';
import { addConsent } from '../../store/rights.ts';
import { AppError } from '../app-error.ts';
import { type Clock, stamp } from '../clock.ts';
import { addToTrail } from '../trail/add-to-trail.ts';
import type { GoogleProfile } from './google.ts';
import type { Sessions } from './sessions.ts';

/**
 * Creates or links the account at the first login through Google.
 *
 * @throws AppError `email_taken` if another person's account has the email.
 */
export async function createOrLink(
  tx: Transactor,
  profile: GoogleProfile,
  sessions: Sessions,
  clock: Clock,
  { address, termsVersion }: { readonly address: string; readonly termsVersion?: string | undefined },
): Promise<AccountRow> {
  const { subject, email, name, ownsEmail } = profile;
  const known = await findAccountByEmail(tx, email);
  if (known === undefined) {
    const row = { email, name, role: 'user', password_hash: '', google_subject: subject, picture: null } as const;
    const account = await insertAccount(tx, { ...row, created_at: stamp(clock) });
    if (account !== undefined) {
      const by = { id: account.id, address };
      await addToTrail(tx, clock, { action: 'signed_up', by, account: account.id, detail: 'Google' });
      if (termsVersion === undefined) return account;
      await addConsent(tx, { account_id: account.id, kind: 'terms', version: termsVersion, given_at: stamp(clock) });
      await addToTrail(tx, clock, {
        action: 'consent_given',
        by,
        account: account.id,
        detail: `terms ${termsVersion}`,
      });
      return { ...account, terms_version: termsVersion };
    }
  } else if (known.google_subject === null && ownsEmail) {
    // A sign-up doesn't wait for a verified email, so a stranger may have made the account, waiting for the email's owner: whatever
    // lets them in goes, and the work stays. Where Google doesn't run the mailbox, the person may be a former owner of the address.
    const role = known.role === 'guest' ? 'user' : known.role;
    await linkToGoogle(tx, known.id, subject, role);
    await deleteMailLinksOf(tx, known.id, 'reset');
    await deletePasskeysOf(tx, known.id);
    await sessions.endAll(tx, known.id);
    await addToTrail(tx, clock, { action: 'google_linked', by: { id: known.id, address }, account: known.id });
    return { ...known, role };
  }
  throw new AppError('email_taken', 'An account with this email exists; log in with its password');
}
