import { INVITE_MAIL_DAYS } from '../../../contracts/limits.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccountByEmail } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { findParcours } from '../../store/parcours.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { accountOf, type Caller, mayMailInvites } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { findOutcome, fingerprintOf, type RepeatableRequest, saveOutcome } from '../idempotency.ts';
import { mailWords } from '../mail/mail-words.ts';
import type { MailText } from '../mail/mailer.ts';
import { expectInvitable, type Invitations } from './invitations.ts';
import { privilegeOn } from './parcours.ts';

/** How many mails a person may have sent, and how many an address may get. */
export interface MailLimits {
  /** Runs `send` with the addresses that may get a mail. @throws AppError `too_many_requests`, or as `send` does */
  inviteMails<Result>(
    senderId: UserId,
    emails: readonly string[],
    send: (within: readonly string[]) => Promise<Result>,
  ): Promise<Result>;
}

/** Sends mails with links, as `AccountMails` does. */
interface LinkMails {
  expectOn(): void;
  later(work: (send: SendLink) => Promise<void>): void;
}

type SendLink = (to: { readonly email: string }, path: string, words: (link: string) => MailText) => Promise<void>;

/**
 * Invitations that the admins of a parcours have mailed: one link to all addresses. No address is stored, and nothing
 * that the sender sees depends on whether it has an account, whose language the mail has.
 */
export function createMailedInvitations(
  database: Database,
  invitations: Pick<Invitations, 'createIn'>,
  mails: LinkMails,
  clock: Clock,
) {
  const { reader } = database;
  return {
    /**
     * Makes an invitation of {@link INVITE_MAIL_DAYS} days and mails it, after the response. A retry with the same key
     * mails nothing.
     * @throws AppError `forbidden` unless the caller manages the parcours and may give the privilege, `not_found`,
     * `mail_not_configured`, `address_unverified` for a caller whose own address nobody verified, `too_many_requests`,
     * `too_many` open invitations, `conflict` if the key was used for another request.
     */
    send: async (
      caller: Caller,
      { emails, ...invite }: CallParsed<'mailInvites'>['body'],
      limits: MailLimits,
      key?: string,
    ): Promise<CallResponse<'mailInvites'>> => {
      const { mapId, privilege } = invite;
      await expectInvitable(reader, caller, mapId, privilege);
      if (!mayManageParcours(caller.role, await privilegeOn(reader, mapId, caller))) {
        throw new AppError('forbidden', `You may not mail invitations to parcours ${mapId}`);
      }
      mails.expectOn();
      const account = await accountOf(reader, caller);
      if (!mayMailInvites(account)) {
        throw new AppError('address_unverified', 'Expected an account whose own address is verified');
      }
      const map = await findParcours(reader, mapId);
      if (map === undefined) throw new AppError('not_found', `There is no parcours ${mapId}`);
      const wanted = [...new Set(emails)];
      // Without the addresses, of which not even a hash is stored.
      const fingerprint = fingerprintOf([mapId, privilege, invite.label, wanted.length]);
      const request: RepeatableRequest<'mailInvites'> = { caller, call: 'mailInvites', key, fingerprint };
      const sent = await findOutcome(reader, clock, request);
      if (sent !== undefined) {
        const skipped = wanted.filter((_, index) => sent.skipped.includes(index));
        return { mailed: wanted.length - skipped.length, skipped };
      }
      return limits.inviteMails(caller.id, wanted, async (mailed) => {
        const skipped = wanted.filter((email) => !mailed.includes(email));
        const made = await database.transact(async (tx) => {
          await saveOutcome(tx, clock, request, { skipped: skipped.map((email) => wanted.indexOf(email)) });
          if (mailed.length === 0) return undefined;
          const detail = `${mailed.length} addresses, ${privilege}`;
          await addToAuditLog(tx, clock, { action: 'invitations_mailed', by: caller, parcours: mapId, detail });
          return invitations.createIn(tx, caller, { ...invite, days: INVITE_MAIL_DAYS });
        });
        if (made === undefined) return { mailed: 0, skipped };
        mails.later(async (send) => {
          const failures: unknown[] = [];
          // One after the other: each has its own connection to the mail server.
          for (const email of mailed) {
            await findAccountByEmail(reader, email)
              .then((known) => mailWords[known?.language ?? account.language ?? 'fr'])
              .then((words) => send({ email }, made.link, words.invited(account.name, map.title, privilege)))
              .catch((error: unknown) => failures.push(error));
          }
          if (failures.length > 0) throw failures[0];
        });
        return { mailed: mailed.length, skipped };
      });
    },
  };
}
