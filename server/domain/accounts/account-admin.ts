import type { PasswordLink } from '../../../contracts/overview.ts';
import type { CallParsed } from '../../../contracts/routes.ts';
import { GUEST_DOMAIN, isThrowaway } from '../../../contracts/user.ts';
import type { Role, UserId } from '../../../contracts/vocabulary.ts';
import {
  type AccountRow,
  deleteMailLinksOf,
  insertAccount,
  listAccountsWithRole,
  markEmailVerified,
  updateAccount,
} from '../../store/accounts.ts';
import type { Database, Reader, Transactor } from '../../store/database.ts';
import { listPasskeys } from '../../store/passkeys.ts';
import { answerOpenRoleRequestOf } from '../../store/role-requests.ts';
import { AppError } from '../app-error.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { accountOf, type Caller, existingAccount, expectAdmin } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { mailWords } from '../mail/mail-words.ts';
import { accountWithEmail } from '../operator-command.ts';
import { type AccountMails, makeMailLink } from './account-mails.ts';
import { RESET_LINK_MS } from './password-changes.ts';

/** Lifetime of a link to choose the first password, and of one that somebody passes on. */
const FIRST_LINK_MS = 7 * DAY_MS;
const PASSED_ON_MS = DAY_MS;

/** What the site's admins do with accounts. */
export type AccountAdmin = ReturnType<typeof createAccountAdmin>;

/** The accounts in this database, for the site's admins: each function refuses others with the AppError `forbidden`. */
export function createAccountAdmin(database: Database, mails: AccountMails, clock: Clock) {
  return {
    /**
     * Makes an account without a password, and the link by which its owner chooses one.
     * @throws AppError `email_taken`; `invalid_request` for an address like those that the server makes for guests.
     */
    make: async (caller: Caller, { name, email, role }: CallParsed<'makeAccount'>['body']): Promise<PasswordLink> => {
      expectAdmin(caller);
      if (isThrowaway({ role: 'guest', email })) {
        throw new AppError('invalid_request', `Expected an email address outside ${GUEST_DOMAIN}`);
      }
      const row = { name, email, role, password_hash: '', picture: null, created_at: stamp(clock) };
      const link = await database.transact(async (tx) => {
        const account = await insertAccount(tx, row);
        if (account === undefined) throw new AppError('email_taken', 'Email already exists');
        await addToAuditLog(tx, clock, { action: 'account_made', by: caller, account: account.id, detail: role });
        const link = { accountId: account.id, purpose: 'reset', ...linkAs(true) } as const;
        return makeMailLink(tx, clock, link);
      });
      return bring(caller, { email, language: null }, link, true);
    },

    /** Changes a role. @throws AppError as `changeRole`. */
    setRole: async (caller: Caller, id: UserId, role: Role): Promise<void> => {
      expectAdmin(caller);
      await database.transact((tx) => changeRole(tx, clock, caller, id, role));
    },

    /**
     * Mails an account's owner a link to choose a password. Without a mail server the link is returned, but only for an
     * account that nobody can log in to yet: an admin must not be able to enter anybody else's.
     * @throws AppError `not_found`; `conflict` for a guest of an invitation; `mail_not_configured`.
     */
    makeResetLink: async (caller: Caller, id: UserId): Promise<PasswordLink> => {
      expectAdmin(caller);
      const { account, isFirst, link } = await database.transact(async (tx) => {
        const account = await existingAccount(tx, id);
        const isFirst = await hasNoLogin(tx, account);
        if (!isFirst) mails.expectOn();
        return { account, isFirst, link: await addResetLink(tx, clock, { by: caller, account, ...linkAs(isFirst) }) };
      });
      return bring(caller, account, link, isFirst);
    },

    /** Marks an address as verified; a repetition changes nothing. @throws AppError `not_found`, `conflict` for a guest. */
    vouchForAddress: async (caller: Caller, id: UserId): Promise<void> => {
      expectAdmin(caller);
      await database.transact(async (tx) => {
        const account = await existingAccount(tx, id);
        refuseThrowaway(account);
        if (account.email_verified_at !== null) return;
        await markEmailVerified(tx, id, stamp(clock));
        await deleteMailLinksOf(tx, id, 'verify');
        await addToAuditLog(tx, clock, { action: 'address_verified', by: caller, account: id });
      });
    },
  };

  function linkAs(isFirst: boolean) {
    return { isMailed: mails.isOn, lifetimeMs: isFirst ? FIRST_LINK_MS : RESET_LINK_MS };
  }

  /** Mails a link in the language of the account, else in the admin's. */
  async function bring(
    caller: Caller,
    account: Pick<AccountRow, 'email' | 'language'>,
    link: string,
    isFirst: boolean,
  ): Promise<PasswordLink> {
    if (!mails.isOn) return { link };
    const words = mailWords[account.language ?? (await accountOf(database.reader, caller)).language ?? 'fr'];
    mails.later((send) => send(account, link, isFirst ? words.made : words.reset));
    return { link: null };
  }
}

/**
 * Changes an account's role, effective from its next request, and closes the open request of a new editor or admin.
 * @param by the admin; null for the server's operator, who alone may take the last admin's role, and can give it again
 * @returns the previous role
 * @throws AppError `not_found`; `conflict` for a guest of an invitation; `last_admin`.
 */
export async function changeRole(
  tx: Transactor,
  clock: Clock,
  by: Caller | null,
  id: UserId,
  role: Role,
): Promise<Role> {
  const account = await existingAccount(tx, id);
  refuseThrowaway(account);
  if (by !== null && role !== 'admin') await refuseIfLastAdmin(tx, account);
  if (role !== account.role) {
    await updateAccount(tx, id, { role });
    const detail = `${account.role} to ${role}${by === null ? ', by npm run admin' : ''}`;
    await addToAuditLog(tx, clock, { action: 'role_changed', by: by ?? {}, account: id, detail });
  }
  if (role === 'editor' || role === 'admin') {
    const answered = { answer_words: null, answered_at: stamp(clock), answered_by: by?.id ?? null };
    await answerOpenRoleRequestOf(tx, id, { answer: 'granted', ...answered });
  }
  return account.role;
}

/**
 * Makes a link to choose another password, for the server's operator to pass on.
 * @returns the account, and the link's path with the token as the fragment
 * @throws AppError `not_found`; `conflict` for a guest of an invitation, who has no password
 */
export async function makeResetLink(database: Database, email: string, clock: Clock) {
  return database.transact(async (tx) => {
    const account = await accountWithEmail(tx, email);
    return { account, link: await addResetLink(tx, clock, { by: null, account }) };
  });
}

interface ResetLink {
  /** Null for the server's operator. */
  readonly by: Caller | null;
  readonly account: AccountRow;
  /** By default the link is passed on. */
  readonly isMailed?: boolean;
  readonly lifetimeMs?: number;
}

async function addResetLink(
  tx: Transactor,
  clock: Clock,
  { by, account, isMailed = false, lifetimeMs = PASSED_ON_MS }: ResetLink,
): Promise<string> {
  refuseThrowaway(account);
  const detail = [isMailed ? 'mailed' : 'to pass on', ...(by === null ? ['by npm run admin'] : [])].join(', ');
  await addToAuditLog(tx, clock, { action: 'reset_link_made', by: by ?? {}, account: account.id, detail });
  return makeMailLink(tx, clock, { accountId: account.id, purpose: 'reset', isMailed, lifetimeMs });
}

function refuseThrowaway(account: AccountRow): void {
  if (isThrowaway(account)) throw new AppError('conflict', 'Guests of invitations have no email and no password');
}

/** Suspended admins don't count: they can't log in. */
async function refuseIfLastAdmin(reader: Reader, { id, role }: AccountRow): Promise<void> {
  if (role !== 'admin') return;
  const admins = await listAccountsWithRole(reader, ['admin']);
  if (admins.some((other) => other.id !== id && other.suspended_at === null)) return;
  throw new AppError('last_admin', `Account ${id} is the last admin of the site`);
}

/** Whether an account has no way to log in yet, as one that an admin made. */
async function hasNoLogin(reader: Reader, { id, password_hash, google_subject }: AccountRow): Promise<boolean> {
  return password_hash === '' && google_subject === null && (await listPasskeys(reader, id)).length === 0;
}
