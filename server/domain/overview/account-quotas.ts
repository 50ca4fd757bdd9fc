import { OwnQuota } from '../../../contracts/overview.ts';
import { Email } from '../../../contracts/user.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { updateAccount } from '../../store/accounts.ts';
import type { Database, Reader } from '../../store/database.ts';
import { trustedAmong } from '../../store/role-requests.ts';
import { addToAuditLog } from '../audit-log/write-audit-log.ts';
import { type Caller, existingAccount } from '../caller.ts';
import type { Clock } from '../clock.ts';
import type { QuotaLimits } from '../media/quota.ts';
import { accountWithEmail, type OperatorCommand } from '../operator-command.ts';

/** An account with its own quota; null for none. */
interface WithQuota {
  readonly id: UserId;
  readonly ownQuotaBytes: number | null;
}

/** Returns a function that tells an account's quota in bytes: its own, else the one in the settings. */
export async function mostBytesOf(
  reader: Reader,
  { accountBytes, freshBytes }: Pick<QuotaLimits, 'accountBytes' | 'freshBytes'>,
  accounts: readonly WithQuota[],
): Promise<(account: WithQuota) => number> {
  const trusted = await trustedAmong(
    reader,
    accounts.map(({ id }) => id),
  );
  return ({ id, ownQuotaBytes }) => ownQuotaBytes ?? (trusted.has(id) ? accountBytes : freshBytes);
}

/**
 * Gives an account its own quota, or null for the one in the settings; what it has stored stays. The caller checks the
 * permission: `by` is null for the server's operator.
 * @throws AppError `not_found`
 */
export async function setQuota(
  database: Pick<Database, 'transact'>,
  clock: Clock,
  by: Caller | null,
  id: UserId,
  bytes: number | null,
): Promise<void> {
  await database.transact(async (tx) => {
    const account = await existingAccount(tx, id);
    if (account.quota_bytes === bytes) return;
    await updateAccount(tx, id, { quota_bytes: bytes });
    const detail = [
      bytes === null ? 'as the settings say' : `${bytes} bytes`,
      ...(by === null ? ['by npm run admin'] : []),
    ];
    await addToAuditLog(tx, clock, { action: 'quota_changed', by: by ?? {}, account: id, detail: detail.join(', ') });
  });
}

/** Parses the operator's command `quota`; returns an error message if its arguments are wrong. */
export function parseQuota([text, given, ...others]: readonly string[]): OperatorCommand | string {
  const email = Email.safeParse(text);
  const bytes = given !== undefined && /^\d{1,16}$/.test(given) ? Number(given) : null;
  const quota = OwnQuota.safeParse({ quotaBytes: bytes });
  if (!email.success || !quota.success || (bytes === null && given !== 'default') || others.length > 0) {
    return `Expected quota EMAIL BYTES|default, got quota ${[text, given, ...others].join(' ').trim()}`;
  }
  return async function* (database) {
    const account = await accountWithEmail(database.reader, email.data);
    await setQuota(database, Date.now, null, account.id, bytes);
    yield `${account.name} <${account.email}> may keep ${bytes === null ? 'what the settings give' : `${bytes} bytes`}`;
  };
}
