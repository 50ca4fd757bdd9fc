import { mayApprove } from '../../../contracts/moderation-permissions.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { type AccountRow, listApprovalMailed, updateAccount } from '../../store/accounts.ts';
import type { Database } from '../../store/database.ts';
import { findPrivilege } from '../../store/parcours.ts';
import { countWaiting } from '../../store/places.ts';
import { type Clock, DAY_MS, stamp } from '../clock.ts';
import { mailWords } from '../mail/mail-words.ts';
import type { SendMail } from '../mail/mailer.ts';

/** Path of the app's screen of waiting drops (`app/paths.ts`). */
const INBOX_PATH = '/home/avalider';

/** Housekeeping runs once a day, at slightly different times: a whole day would skip every other one. */
const PAUSE_MS = DAY_MS - 3_600_000;

interface ApprovalMailParts {
  readonly database: Database;
  /** Null if no mail is configured. */
  readonly sendMail: SendMail | null;
  /** The origin of the app as people reach it. */
  readonly publicUrl: string;
  /** Called for each mail that could not be counted or sent; it is tried again the next day. */
  readonly onFailure: (error: unknown, id: UserId) => void;
  readonly clock: Clock;
}

/** The mails to people who want to know of drops that wait for their approval: one a day at the most. */
export function createApprovalMails({ database, sendMail, publicUrl, onFailure, clock }: ApprovalMailParts) {
  const { reader } = database;

  async function countFor(account: AccountRow): Promise<number> {
    let count = 0;
    for (const [parcoursId, waiting] of await countWaiting(reader, account.id)) {
      if (mayApprove(account.role, await findPrivilege(reader, parcoursId, account.id))) count += waiting;
    }
    return count;
  }

  return {
    /** Sends the mails that are due. @param isOurs whether no other server has taken over, so that nobody gets two. */
    run: async (isOurs: () => Promise<boolean>): Promise<void> => {
      if (sendMail === null) return;
      for (const account of await listApprovalMailed(
        reader,
        stamp(() => clock() - PAUSE_MS),
      )) {
        try {
          const count = await countFor(account);
          if (count === 0) continue;
          if (!(await isOurs())) return;
          const words = mailWords[account.language ?? 'fr'];
          await sendMail({ to: account.email, ...words.waiting(count, `${publicUrl}${INBOX_PATH}`) });
          await database.transact((tx) => updateAccount(tx, account.id, { approval_mailed_at: stamp(clock) }));
        } catch (error) {
          onFailure(error, account.id);
        }
      }
    },
  };
}
