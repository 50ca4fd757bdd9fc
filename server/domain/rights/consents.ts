import type { Choices, NewConsent } from '../../../contracts/consents.ts';
import type { Language } from '../../../contracts/vocabulary.ts';
import { findAccount, updateAccount } from '../../store/accounts.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { addConsent, listConsents, setStatistics } from '../../store/rights.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';

/** The consents in this database. */
export function createConsents(database: Database, clock: Clock) {
  return {
    /** Returns what the caller has agreed to, and what they chose about statistics and mails. */
    read: async ({ id }: Caller): Promise<Choices> => {
      const account = await findAccount(database.reader, id);
      return {
        consents: (await listConsents(database.reader, id)).map(({ kind, version, given_at }) => ({
          kind,
          version,
          givenAt: given_at,
        })),
        statistics: !account?.no_statistics,
        approvalMails: Boolean(account?.approval_mails),
      };
    },
    /** Records a consent of the caller, once for each version of the terms. */
    give: (caller: Caller, consent: NewConsent) => database.transact((tx) => recordConsent(tx, clock, caller, consent)),
    /** Sets whether the caller's visits may be counted. If not, earlier events are deleted. */
    chooseStatistics: ({ id }: Caller, wanted: boolean) => database.transact((tx) => setStatistics(tx, id, wanted)),
    /** Sets whether the caller gets mails about drops that wait for their approval. */
    chooseApprovalMails: ({ id }: Caller, wanted: boolean) =>
      database.transact((tx) => updateAccount(tx, id, { approval_mails: wanted })),
    /** Sets the language of mails to the caller and of their export. */
    chooseLanguage: ({ id }: Caller, language: Language) =>
      database.transact((tx) => updateAccount(tx, id, { language })),
  };
}

/** Records a consent in a transaction; does nothing if it was given before. */
async function recordConsent(tx: Transactor, clock: Clock, by: Caller, { kind, version }: NewConsent): Promise<void> {
  const isNew = await addConsent(tx, { account_id: by.id, kind, version, given_at: stamp(clock) });
  if (isNew)
    await addToAuditLog(tx, clock, { action: 'consent_given', by, account: by.id, detail: `${kind} ${version}` });
}
