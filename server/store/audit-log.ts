import type { Knex } from 'knex';
import type { AuditAction } from '../../contracts/audit-entry.ts';
import type { ParcoursId, PlaceId, UserId } from '../../contracts/vocabulary.ts';
import type { AccountRow } from './accounts.ts';
import type { Reader, Transactor } from './database.ts';
import { whereContains } from './folded-column.ts';
import type { ParcoursRow } from './parcours.ts';
import type { PlaceRow } from './places.ts';

/** The subjects of an entry. */
interface AuditSubjects {
  readonly actor_id: UserId | null;
  readonly account_id: UserId | null;
  readonly parcours_id: ParcoursId | null;
  readonly place_id: PlaceId | null;
}

/** A row of the audit log, with the names at that time; those of a deleted account are null. */
export interface AuditLogRow extends AuditSubjects {
  readonly id: number;
  readonly happened_at: string;
  readonly action: AuditAction;
  readonly actor_name: string | null;
  readonly actor_email: string | null;
  readonly account_name: string | null;
  readonly account_email: string | null;
  readonly parcours_name: string | null;
  readonly place_name: string | null;
  /** Hashed; null for the server itself. */
  readonly address: string | null;
  readonly detail: string;
}

/** Adds an entry with the current names of its subjects. */
export async function insertAuditLogRow(
  tx: Transactor,
  row: AuditSubjects & Pick<AuditLogRow, 'happened_at' | 'action' | 'address' | 'detail'>,
): Promise<void> {
  const nameOf = (id: UserId | null) =>
    id === null ? undefined : tx<AccountRow>('accounts').where({ id }).first('name', 'email');
  const actor = await nameOf(row.actor_id);
  const account = row.account_id === row.actor_id ? actor : await nameOf(row.account_id);
  const parcours =
    row.parcours_id === null
      ? undefined
      : await tx<ParcoursRow>('parcours').where({ id: row.parcours_id }).first('title');
  const place =
    row.place_id === null ? undefined : await tx<PlaceRow>('places').where({ id: row.place_id }).first('name');
  await tx('trail').insert({
    ...row,
    actor_name: actor?.name ?? null,
    actor_email: actor?.email ?? null,
    account_name: account?.name ?? null,
    account_email: account?.email ?? null,
    parcours_name: parcours?.title ?? null,
    place_name: place?.name ?? null,
  });
}

/** Removes an account's name and email from the audit log when the account is deleted. Its id stays. */
export async function forgetNamesOf(tx: Transactor, accountId: UserId): Promise<void> {
  await tx('trail').where({ actor_id: accountId }).update({ actor_name: null, actor_email: null });
  await tx('trail').where({ account_id: accountId }).update({ account_name: null, account_email: null });
}

/** The same for all accounts that no longer exist, however they were deleted. */
export async function forgetNamesOfGone(tx: Transactor): Promise<void> {
  const gone = (id: string) => tx('trail').whereNotIn(id, tx('accounts').select('id'));
  await gone('actor_id').whereNotNull('actor_email').update({ actor_name: null, actor_email: null });
  await gone('account_id').whereNotNull('account_email').update({ account_name: null, account_email: null });
}

/** Deletes the entries older than this time; returns their number. */
export async function deleteAuditLogBefore(tx: Transactor, time: string): Promise<number> {
  return tx('trail').where('happened_at', '<', time).delete();
}

/** The salt of a day (a date); undefined if none is stored. */
export async function findSalt(reader: Reader, day: string): Promise<string | undefined> {
  const row = await reader('trail_salts').where({ day }).first<{ salt: string } | undefined>('salt');
  return row?.salt;
}

/** Stores the salt of a day (a date), unless one is stored. */
export async function insertSalt(tx: Transactor, day: string, salt: string): Promise<void> {
  await tx('trail_salts').insert({ day, salt }).onConflict('day').ignore();
}

/** Deletes the salts of all other days. */
export async function deleteOtherSalts(tx: Transactor, day: string): Promise<void> {
  await tx('trail_salts').whereNot({ day }).delete();
}

/** Selects rows of the audit log; all given conditions must hold. */
export interface AuditLogQuery {
  readonly action?: AuditAction | undefined;
  /** The account that acted or was affected. */
  readonly accountId?: UserId | undefined;
  readonly parcoursId?: ParcoursId | undefined;
  /** Start (inclusive) and end (exclusive), as stored. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Text in a name or an email of the row; empty for all rows. */
  readonly search?: string | undefined;
  /** By default newest first. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** Rows after this one only, in that order. */
  readonly before?: number | undefined;
}

/**
 * Lists the audit log, by default newest first. Times are converted to ids, because rows are added in order of time: each query
 * then reads one index from its end and stops after `most` rows.
 */
export async function listAuditLog(reader: Reader, query: AuditLogQuery, most: number): Promise<AuditLogRow[]> {
  const { accountId, search = '', order = 'desc' } = query;
  const [first, last] = await Promise.all([findFirst(reader, query.from), findLast(reader, query.to)]);
  if (first === null || last === null) return [];
  const rows = (): Knex.QueryBuilder<object, AuditLogRow[]> => {
    const found = reader('trail').select<AuditLogRow[]>('*').orderBy('id', order).limit(most);
    if (query.action !== undefined) found.where('action', query.action);
    if (query.parcoursId !== undefined) found.where('parcours_id', query.parcoursId);
    if (first !== undefined) found.where('id', '>=', first);
    if (last !== undefined) found.where('id', '<=', last);
    if (query.before !== undefined) found.where('id', order === 'asc' ? '>' : '<', query.before);
    if (search !== '') whereContains(found, SEARCHED, search);
    return found;
  };
  if (accountId === undefined) return rows();
  // One index each: a condition with OR would sort all of an account's rows.
  const [done, undergone] = await Promise.all([
    rows().where('actor_id', accountId),
    rows().where('account_id', accountId),
  ]);
  const byId = new Map([...done, ...undergone].map((row) => [row.id, row]));
  return [...byId.values()]
    .sort((one, other) => (order === 'asc' ? one.id - other.id : other.id - one.id))
    .slice(0, most);
}

/** The columns in which names and emails are searched. */
const SEARCHED = ['actor_name', 'actor_email', 'account_name', 'account_email', 'parcours_name', 'place_name'];

/** The id of the first row at or after this time; null if there is none, undefined without a time. */
async function findFirst(reader: Reader, from: string | undefined): Promise<number | null | undefined> {
  if (from === undefined) return undefined;
  const rows = reader<AuditLogRow>('trail').where('happened_at', '>=', from);
  return (await rows.orderBy(['happened_at', 'id']).first('id'))?.id ?? null;
}

/** The id of the last row before this time; null if there is none, undefined without a time. */
async function findLast(reader: Reader, to: string | undefined): Promise<number | null | undefined> {
  if (to === undefined) return undefined;
  const rows = reader<AuditLogRow>('trail').where('happened_at', '<', to);
  const newestFirst = ['happened_at', 'id'].map((column) => ({ column, order: 'desc' as const }));
  return (await rows.orderBy(newestFirst).first('id'))?.id ?? null;
}
