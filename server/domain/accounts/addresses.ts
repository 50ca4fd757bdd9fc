import { isThrowaway } from '../../../contracts/user.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { deleteExpiredMailLinks, deleteMailLinksOf, findAccount, markEmailVerified } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { AppError } from '../app-error.ts';
import { accountOf, type Caller } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { mailWords } from '../mail/mail-words.ts';
import { type AccountMails, expectMailLink, makeMailLink } from './account-mails.ts';

/** Lifetime of a link that verifies an address. */
const LIFETIME_MS = 7 * DAY_MS;

/** Verifies the email addresses of accounts. */
export type Addresses = ReturnType<typeof createAddresses>;

/** The addresses of the accounts in this database. */
export function createAddresses(database: Database, mails: AccountMails, clock: Clock) {
  const sendLink = (accountId: UserId): void =>
    mails.later(async (send) => {
      const account = await findAccount(database.reader, accountId);
      if (account === undefined || account.email_verified_at !== null) return;
      const link = await database.transact((tx) =>
        makeMailLink(tx, clock, { accountId, purpose: 'verify', isMailed: true, lifetimeMs: LIFETIME_MS }),
      );
      await send(account, link, mailWords[account.language ?? 'fr'].verify);
    });
  return {
    /** Mails a new account the link that verifies its address, after the response, if the server sends mails. */
    welcome: (accountId: UserId) => {
      if (mails.isOn) sendLink(accountId);
    },

    /**
     * Mails the link again, after the response; does nothing if the address is verified.
     * @throws AppError `mail_not_configured`; `forbidden` for a guest of an invitation, who has no address.
     */
    request: async (caller: Caller) => {
      const account = await accountOf(database.reader, caller);
      if (isThrowaway(account)) throw new AppError('forbidden', 'Guests of invitations have no address');
      sendLink(caller.id);
    },

    /** Marks the address as verified. @throws AppError `mail_link_ended`. */
    verify: (token: string) =>
      database.transact(async (tx) => {
        const { account_id } = await expectMailLink(tx, clock, token, 'verify');
        await markEmailVerified(tx, account_id, stamp(clock));
        await deleteMailLinksOf(tx, account_id, 'verify');
      }),

    deleteExpired: () => database.transact((tx) => deleteExpiredMailLinks(tx, stamp(clock))),
  };
}
