import type { Knex } from 'knex';
import type { Reader, Transactor } from './database.ts';

/** Work that one server does at a time: files made from audio, by its SHA-256, and tasks, by name. */
export type LeaseKind = 'waveform' | 'rendition' | 'task';

/** Identifies a lease. */
export interface LeaseName {
  readonly kind: LeaseKind;
  readonly subject: string;
}

/** A row of leases. Times are ISO 8601 in UTC. */
export interface LeaseRow extends LeaseName {
  /** The server that works on it; null if none does. */
  readonly holder: string | null;
  readonly held_until: string | null;
  /** Attempts that began and never ended, including the running one. */
  readonly unfinished: number;
  readonly failures: number;
  readonly not_before: string | null;
}

/** Decides which leases are free now. */
export interface FreeNow {
  readonly now: string;
  /** Times after these come from a clock that has been set back since. */
  readonly heldUntilMax: string;
  readonly notBeforeMax: string;
  /** This many unfinished attempts, or more, are too many. */
  readonly unfinishedMax: number;
}

/** Limits a query to rows whose lease is free: no server works on it, and it need not wait. `subject` is its column. */
export function onlyFree<Query extends Knex.QueryBuilder>(
  query: Query,
  reader: Reader,
  { kind, subject }: { readonly kind: LeaseKind; readonly subject: string },
  free: FreeNow,
): void {
  query.whereNotExists(takenLeases(reader, kind, free).where('leases.subject', reader.ref(subject)));
}

/** Whether a lease is free, or was never taken. */
export async function isFree(reader: Reader, { kind, subject }: LeaseName, free: FreeNow): Promise<boolean> {
  return (await takenLeases(reader, kind, free).where({ subject })).length === 0;
}

function takenLeases(
  reader: Reader,
  kind: LeaseKind,
  { now, heldUntilMax, notBeforeMax, unfinishedMax }: FreeNow,
): Knex.QueryBuilder {
  return reader('leases')
    .where({ kind })
    .where((lease) =>
      lease
        .where((held) => held.where('held_until', '>', now).where('held_until', '<=', heldUntilMax))
        .orWhere((waiting) => waiting.where('not_before', '>', now).where('not_before', '<=', notBeforeMax))
        .orWhere('unfinished', '>=', unfinishedMax),
    )
    .select('leases.subject');
}

/** Locks a lease, with its row made if needed, until the transaction's end; undefined if another has locked it. */
export async function lockLease(tx: Transactor, { kind, subject }: LeaseName): Promise<LeaseRow | undefined> {
  await tx('leases').insert({ kind, subject }).onConflict(['kind', 'subject']).ignore();
  return lockIfFree(tx<LeaseRow>('leases').where({ kind, subject })).first();
}

/** Changes the row of a lease; false if it has another holder. */
export async function changeLease(
  tx: Transactor,
  { kind, subject }: LeaseName,
  holder: string | null,
  change: Omit<LeaseRow, keyof LeaseName>,
): Promise<boolean> {
  return (await tx<LeaseRow>('leases').where({ kind, subject, holder }).update(change)) > 0;
}

/** Deletes a lease; false if it has another holder. */
export async function deleteLease(tx: Transactor, { kind, subject }: LeaseName, holder: string): Promise<boolean> {
  return (await tx<LeaseRow>('leases').where({ kind, subject, holder }).delete()) > 0;
}

/** Extends a lease; false if the holder no longer has it. */
export async function renewLease(
  tx: Transactor,
  { kind, subject }: LeaseName,
  holder: string,
  heldUntil: string,
): Promise<boolean> {
  return (await tx<LeaseRow>('leases').where({ kind, subject, holder }).update({ held_until: heldUntil })) > 0;
}

/** Releases all leases of a holder that no longer exists. */
export async function freeLeases(tx: Transactor, holder: string): Promise<void> {
  await tx<LeaseRow>('leases').where({ holder }).update({ holder: null, held_until: null });
}

/** Deletes the leases that have neither been held nor waited since this time. */
export async function deleteLeasesBefore(tx: Transactor, time: string): Promise<void> {
  await tx<LeaseRow>('leases')
    .where((lease) => lease.whereNull('held_until').orWhere('held_until', '<', time))
    .where((lease) => lease.whereNull('not_before').orWhere('not_before', '<', time))
    .delete();
}

/** Locks a query's rows until the transaction's end and skips locked ones. SQLite has one writer and no row locks. */
function lockIfFree<Query extends Knex.QueryBuilder>(query: Query): Query {
  if (query.client.config.client === 'pg') query.forUpdate().skipLocked();
  return query;
}
