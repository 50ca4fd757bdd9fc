import { SUSPENDED_MESSAGE } from '../../../contracts/suspension.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { findAccount } from '../../store/accounts.ts';
import type { Database, Transactor } from '../../store/database.ts';
import { findSuspensionWords } from '../../store/moderation.ts';
import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';
import { addToTrail } from '../trail/add-to-trail.ts';

/** The address and the way of a login, for the audit log. */
export interface LoginWay {
  readonly address: string;
  /** Such as `Google`; empty for a password. */
  readonly by: string;
}

/** The work in the transaction of a login. It calls `tried` with the account before its session starts. */
export type LoginWork<Result> = (tx: Transactor, tried: (account: UserId) => void) => Promise<Result>;

/**
 * Runs the transaction of a login. A refusal because of a suspended account undoes the transaction, so the failed
 * sign-in becomes an entry of the audit log afterwards.
 */
export async function transactLogin<Result>(
  database: Database,
  clock: Clock,
  { address, by }: LoginWay,
  work: LoginWork<Result>,
): Promise<Result> {
  const known: { account: UserId | null } = { account: null };
  try {
    return await database.transact((tx) =>
      work(tx, (account) => {
        known.account = account;
      }),
    );
  } catch (error) {
    if (error instanceof AppError && error.code === 'suspended') {
      const detail = by === '' ? 'suspended' : `${by}, suspended`;
      const act = { action: 'sign_in_failed', by: { address }, account: known.account, detail } as const;
      await database.transact((tx) => addToTrail(tx, clock, act));
    }
    throw error;
  }
}

/** @throws AppError `suspended` if the account is: its message is what the site's admins wrote to the person, if they did. */
export async function expectNotSuspended(tx: Transactor, accountId: UserId): Promise<void> {
  if (!(await findAccount(tx, accountId))?.suspended_at) return;
  throw new AppError('suspended', (await findSuspensionWords(tx, accountId)) ?? SUSPENDED_MESSAGE);
}
