import type { CallParsed } from '../../../contracts/routes.ts';
import { isThrowaway } from '../../../contracts/user.ts';
import {
  type AccountRow,
  deleteMailLinksOf,
  findAccount,
  findAccountByEmail,
  markEmailVerified,
  updateAccount,
} from '../../store/accounts.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { deletePasskeysOf } from '../../store/passkeys.ts';
import { deleteExportLinkOf } from '../../store/rights.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import type { SessionCaller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';
import { ownerOf } from '../fair-queue.ts';
import { mailWords } from '../mail/mail-words.ts';
import { type AccountMails, expectMailLink, makeMailLink } from './account-mails.ts';
import type { CheckNewPassword } from './new-password.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

/** Lifetime of a mailed link. */
export const RESET_LINK_MS = 3600 * 1000;

interface PasswordChangesParts {
  readonly database: Database;
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly checkNewPassword: CheckNewPassword;
  readonly mails: AccountMails;
  readonly clock: Clock;
}

/** The passwords of the accounts in this database. */
export function createPasswordChanges(parts: PasswordChangesParts) {
  const { database, sessions, passwords, checkNewPassword, mails, clock } = parts;
  return {
    /**
     * Replaces the caller's password, and ends the caller's other sessions, all links to choose another password, and the one to
     * an export.
     * @throws AppError `invalid_credentials` if the current password is wrong or there is none; as `CheckNewPassword`.
     */
    change: async (caller: SessionCaller, { current, password }: CallParsed<'changePassword'>['body']) => {
      const wrong = new AppError('invalid_credentials', 'Expected the current password');
      const account = await findAccount(database.reader, caller.id);
      const matches = await passwords.matches(account?.password_hash, current, ownerOf(caller));
      if (account === undefined || !matches) throw wrong;
      checkNewPassword(password, account);
      const hash = await passwords.hash(password, ownerOf(caller));
      await database.transact(async (tx) => {
        // Meanwhile a reset, or another change, may have replaced it.
        if ((await findAccount(tx, caller.id))?.password_hash !== account.password_hash) throw wrong;
        await replacePassword(tx, caller.id, hash);
        await sessions.endAll(tx, caller.id, caller.sessionId);
        await addToAuditLog(tx, clock, { action: 'password_changed', by: caller, account: caller.id });
      });
    },

    /**
     * Mails a link to choose another password, after the response, in the account's language, else in the one asked for.
     * Nothing else reveals whether the email has an account.
     * @throws AppError `mail_not_configured`.
     */
    requestReset: ({ email, language = 'fr' }: CallParsed<'requestReset'>['body']) =>
      mails.later(async (send) => {
        const account = await findAccountByEmail(database.reader, email);
        if (account === undefined || isThrowaway(account)) return;
        const link = await database.transact((tx) =>
          makeMailLink(tx, clock, {
            accountId: account.id,
            purpose: 'reset',
            isMailed: true,
            lifetimeMs: RESET_LINK_MS,
          }),
        );
        await send(account, link, mailWords[account.language ?? language].reset);
      }),

    /**
     * Sets the password of the account that the link was made for. Ends its sessions and its other links, and deletes its
     * passkeys, because another person may have added one. A link that came by mail verifies the address.
     * @param address network address of the request, for the audit log.
     * @throws AppError `mail_link_ended`; as `CheckNewPassword`, after which the link can still be used.
     */
    reset: async ({ token, password }: CallParsed<'resetPassword'>['body'], address: string) => {
      const { account_id } = await expectMailLink(database.reader, clock, token, 'reset');
      const account = await findAccount(database.reader, account_id);
      if (account === undefined) throw new AppError('mail_link_ended', 'The account of this link no longer exists');
      checkNewPassword(password, account);
      const hash = await passwords.hash(password, ownerOf({ address }));
      await database.transact(async (tx) => {
        // Of two simultaneous uses, the second no longer finds a link.
        const link = await expectMailLink(tx, clock, token, 'reset');
        await replacePassword(tx, account_id, hash);
        await deletePasskeysOf(tx, account_id);
        await sessions.endAll(tx, account_id);
        const detail = link.is_mailed ? 'by a mailed link' : 'by a link that was passed on';
        await addToAuditLog(tx, clock, { action: 'password_reset', by: { address }, account: account_id, detail });
        if (link.is_mailed) await markEmailVerified(tx, account_id, stamp(clock));
      });
    },
  };

  async function replacePassword(tx: Transactor, accountId: AccountRow['id'], hash: string): Promise<void> {
    await updateAccount(tx, accountId, { password_hash: hash });
    await deleteMailLinksOf(tx, accountId, 'reset');
    await deleteExportLinkOf(tx, accountId);
  }
}
