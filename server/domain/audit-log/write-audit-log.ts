import { createHmac, randomBytes } from 'node:crypto';
import { AUDIT_DETAIL_MAX, type AuditAction } from '../../../contracts/audit-entry.ts';
import { plainLine } from '../../../contracts/lines.ts';
import type { ParcoursId, PlaceId, UserId } from '../../../contracts/vocabulary.ts';
import { deleteOtherSalts, findSalt, forgetNamesOf, insertAuditLogRow, insertSalt } from '../../store/audit-log.ts';
import type { Transactor } from '../../store/database.ts';
import type { Caller } from '../caller.ts';
import { type Clock, stamp } from '../clock.ts';

/** 256 bits: without the salt, nobody can make a table of all addresses. */
const SALT_BYTES = 32;
/** Hexadecimal digits of a hash: 64 bits tell the addresses of a day apart. */
const HASH_DIGITS = 16;

/** An act for {@link addToAuditLog}. */
export interface Act {
  readonly action: AuditAction;
  /** The person and their address: a caller; only an address for people who are not logged in; `{}` for the server. */
  readonly by: Partial<Pick<Caller, 'id' | 'address'>>;
  /** What the act is about; all must still exist, because their names are stored as well. */
  readonly account?: UserId | null;
  readonly parcours?: ParcoursId;
  readonly place?: PlaceId;
  /** A few English words or values. Never a name, an email or an address: the entry outlasts the account. */
  readonly detail?: string;
}

/**
 * Adds an entry to the audit log, in the transaction of the act: both are stored or neither is. For a deletion it is
 * called first, while there is a name to store.
 */
export async function addToAuditLog(tx: Transactor, clock: Clock, act: Act): Promise<void> {
  const { action, by, account, parcours, place, detail = '' } = act;
  await insertAuditLogRow(tx, {
    happened_at: stamp(clock),
    action,
    actor_id: by.id ?? null,
    account_id: account ?? null,
    parcours_id: parcours ?? null,
    place_id: place ?? null,
    address: by.address === undefined ? null : await hashForToday(tx, clock, 'address', by.address),
    detail: plainLine(detail).slice(0, AUDIT_DETAIL_MAX),
  });
}

/** Removes an account's name and email from the audit log; called in the transaction that deletes the account. */
export async function forgetInAuditLog(tx: Transactor, accountId: UserId): Promise<void> {
  await forgetNamesOf(tx, accountId);
}

/**
 * Hashes a value so that it can be recognized until the end of the day (UTC) and never after: the day's salt is random,
 * and is deleted with the first entry of another day, or by `AuditLog.deleteOld`.
 */
export async function hashForToday(
  tx: Transactor,
  clock: Clock,
  kind: 'address' | 'email',
  value: string,
): Promise<string> {
  const day = dayOf(clock);
  let salt = await findSalt(tx, day);
  if (salt === undefined) {
    await deleteOtherSalts(tx, day);
    await insertSalt(tx, day, randomBytes(SALT_BYTES).toString('base64url'));
    // Another transaction may have been first.
    salt = await findSalt(tx, day);
  }
  if (salt === undefined) throw new Error(`Expected a salt for ${day}`);
  return createHmac('sha256', salt).update(`${kind} ${value}`).digest('hex').slice(0, HASH_DIGITS);
}

/** Returns the date in UTC. */
export function dayOf(clock: Clock): string {
  return stamp(clock).slice(0, 10);
}
