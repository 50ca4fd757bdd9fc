import { isThrowaway } from '../../../contracts/user.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { findInactive, type InactiveRow, listInactive, noteActivity, noteWarning } from '../../store/rights.ts';
import type { TokenOwner } from '../caller.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { mailWords } from '../mail/mail-words.ts';
import type { SendMail } from '../mail/mailer.ts';

/** Years after its last use at which an account is deleted, as the terms state. */
const UNUSED_YEARS = 3;
/** Days before the deletion at which its owner is warned by mail. */
const WARNING_DAYS = 30;

interface RetentionParts {
  readonly database: Database;
  /** Deletes the account of a person who has not come back. */
  readonly retire: (id: UserId) => Promise<void>;
  /** Null if no mail is configured: nobody is warned then. */
  readonly sendMail: SendMail | null;
  /** Called for each warning that could not be sent; it is tried again the next day. */
  readonly onFailure: (error: unknown, id: UserId) => void;
  readonly clock: Clock;
}

/** Deletes accounts three years after their last use. */
export type Retention = ReturnType<typeof createRetention>;

/** The retention of the accounts in this database. */
export function createRetention({ database, retire, sendMail, onFailure, clock }: RetentionParts) {
  async function warn(account: InactiveRow, send: SendMail): Promise<void> {
    const end = new Date(Math.max(endMs(account), clock() + WARNING_DAYS * DAY_MS));
    try {
      await send({ to: account.email, ...mailWords[account.language ?? 'fr'].unused(end) });
      await database.transact((tx) => noteWarning(tx, account.id, stamp(clock)));
    } catch (error) {
      onFailure(error, account.id);
    }
  }

  function isOver(account: InactiveRow, isWarnable: boolean): boolean {
    const overMs = clock() - endMs(account);
    if (overMs < 0 || !isWarnable) return overMs >= 0;
    const warnedMs = account.warned_at === null ? Number.NaN : clock() - Date.parse(account.warned_at);
    return warnedMs >= WARNING_DAYS * DAY_MS || (account.warned_at === null && overMs >= WARNING_DAYS * DAY_MS);
  }

  return {
    /**
     * Warns owners whose account ends within 30 days, and deletes accounts that were unused for three years. An owner who
     * is warned late has 30 days from the warning, and one whom no mail has reached 30 days from the end of the three
     * years; without mail, or for a guest, the account ends after the three years. An account whose deletion fails
     * doesn't prevent the other deletions.
     * @param isOurs whether no other server has taken over, so that nobody is warned by two servers.
     * @throws the first failure of a deletion, after the last account.
     */
    run: async (isOurs: () => Promise<boolean>) => {
      const soon = new Date(clock() + WARNING_DAYS * DAY_MS);
      soon.setUTCFullYear(soon.getUTCFullYear() - UNUSED_YEARS);
      const before = soon.toISOString();
      const failures: unknown[] = [];
      for (const id of await listInactive(database.reader, before)) {
        if (!(await isOurs())) break;
        // Mails take time: its owner may have come back since the list was made.
        const account = await findInactive(database.reader, id, before);
        if (account === undefined) continue;
        // By mail alone: a warning at a login would be too late, since a login is a use.
        const send = isThrowaway(account) ? null : sendMail;
        if (isOver(account, send !== null)) await retire(id).catch((error: unknown) => failures.push(error));
        else if (send !== null && account.warned_at === null) await warn(account, send);
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Returns when an account ends, in milliseconds since 1970. */
function endMs({ active_at }: InactiveRow): number {
  const end = new Date(active_at);
  end.setUTCFullYear(end.getUTCFullYear() + UNUSED_YEARS);
  return end.getTime();
}

type Identify = (token: string) => Promise<TokenOwner>;

/**
 * Wraps the check of tokens so that it also notes when an account was last used, at most once a day for each account:
 * unused accounts are deleted after three years.
 */
export function notingActivity(database: Database, clock: Clock, identify: Identify): Identify {
  let today = '';
  let noted = new Set<UserId>();
  return async (token) => {
    const owner = await identify(token);
    const now = stamp(clock);
    if (now.slice(0, 10) !== today) {
      today = now.slice(0, 10);
      noted = new Set();
    }
    if (!noted.has(owner.id)) {
      noted.add(owner.id);
      // On a full disk people must still be able to read, log out and delete; the next day notes it.
      await database.transact((tx) => noteActivity(tx, owner.id, now), { account: owner.id }).catch(() => undefined);
    }
    return owner;
  };
}
