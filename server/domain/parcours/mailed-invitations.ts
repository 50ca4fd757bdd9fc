import { INVITE_MAIL_DAYS } from '../../../contracts/limits.ts';
import { mayManageParcours } from '../../../contracts/permissions.ts';
import type { CallParsed, CallResponse } from '../../../contracts/routes.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { accountOf, type Caller } from '../caller.ts';
import type { Clock } from '../clock.ts';
import { mailWords } from '../mail/mail-words.ts';
import type { MailText } from '../mail/mailer.ts';
import { expectInvitable, type Invitations } from './invitations.ts';
import { privilegeOn } from './parcours.ts';

/** How many mails a person may have sent, and how many an address may get. */
export interface MailLimits {
  /** @throws AppError `too_many_requests` */
  inviteMails(senderId: UserId, count: number): Promise<void>;
  /** Counts a mail to an address. Returns whether it may get it. */
  inviteMailTo(email: string): Promise<boolean>;
}

/** Sends mails with links, as `AccountMails` does. */
interface LinkMails {
  expectOn(): void;
  later(work: (send: SendLink) => Promise<void>): void;
}

type SendLink = (to: { readonly email: string }, path: string, words: (link: string) => MailText) => Promise<void>;

/**
 * Invitations that the admins of a parcours have mailed: one link to all addresses. No address is stored, and nothing
 * depends on whether it has an account.
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
     * Makes an invitation of {@link INVITE_MAIL_DAYS} days and mails it, after the response.
     * @throws AppError `forbidden` unless the caller manages the parcours and may give the privilege, `not_found`,
     * `mail_not_configured`, `address_unverified` for a caller whose own address nobody verified, `too_many_requests`,
     * `too_many` open invitations.
     */
    send: async (
      caller: Caller,
      { emails, ...invite }: CallParsed<'mailInvites'>['body'],
      limits: MailLimits,
    ): Promise<CallResponse<'mailInvites'>> => {
      const { mapId, privilege } = invite;
      await expectInvitable(reader, caller, mapId, privilege);
      if (!mayManageParcours(caller.role, await privilegeOn(reader, mapId, caller))) {
        throw new AppError('forbidden', `You may not mail invitations to parcours ${mapId}`);
      }
      mails.expectOn();
      const { email_verified_at, google_subject } = await accountOf(reader, caller);
      if (email_verified_at === null && google_subject === null) {
        throw new AppError('address_unverified', 'Expected an account whose own address is verified');
      }
      const wanted = [...new Set(emails)];
      await limits.inviteMails(caller.id, wanted.length);
      const [mailed, skipped]: [string[], string[]] = [[], []];
      for (const email of wanted) ((await limits.inviteMailTo(email)) ? mailed : skipped).push(email);
      if (mailed.length > 0) {
        const { link } = await database.transact(async (tx) => {
          const made = await invitations.createIn(tx, caller, { ...invite, days: INVITE_MAIL_DAYS });
          const detail = `${mailed.length} addresses, ${privilege}`;
          await addToAuditLog(tx, clock, { action: 'invitations_mailed', by: caller, parcours: mapId, detail });
          return made;
        });
        mails.later(async (send) => {
          const failures: unknown[] = [];
          // One after the other: each has its own connection to the mail server.
          for (const email of mailed) {
            await send({ email }, link, mailWords.invited).catch((error: unknown) => failures.push(error));
          }
          if (failures.length > 0) throw failures[0];
        });
      }
      return { mailed: mailed.length, skipped };
    },
  };
}
