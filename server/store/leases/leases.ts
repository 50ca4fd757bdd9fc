import type { Knex } from 'knex';
import type { Reader, Transactor } from '../database.ts';
import { lockIfFree } from '../driver/lock-if-free.ts';

/** What is done by one server at a time: files beside audio, by its SHA-256, and tasks, by their name. */
export type LeaseKind = 'waveform' | 'rendition' | 'task';

/** Names a lease. */
export interface LeaseName {
  readonly kind: LeaseKind;
  readonly subject: string;
}

/** A row of leases. Moments are ISO 8601 in UTC. */
export interface LeaseRow extends LeaseName {
  /** The server that works on it; null while none does. */
  readonly holder: string | null;
  readonly held_until: string | null;
  /** Attempts that began and never ended, with the one that runs. */
  readonly unfinished: number;
  readonly failures: number;
  readonly not_before: string | null;
}

/** Which leases are free now. */
export interface FreeNow {
  readonly now: string;
  /** Moments after these are those of a clock that has been set back since. */
  readonly heldUntilMax: string;
  readonly notBeforeMax: string;
  /** So many unfinished attempts, or more, are too many. */
  readonly unfinishedMax: number;
}

/** Leaves out of a query the rows whose lease is not free: somebody works on it, or it must wait. `subject` is its column. */
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

/** Locks the row of a lease, which is made if needed, until the transaction's end; undefined if another has it locked. */
export async function lockLease(tx: Transactor, { kind, subject }: LeaseName): Promise<LeaseRow | undefined> {
  await tx('leases').insert({ kind, subject }).onConflict(['kind', 'subject']).ignore();
  return lockIfFree(tx<LeaseRow>('leases').where({ kind, subject })).first();
}

/** Changes the row of a lease; false if its holder is not this one. */
export async function changeLease(
  tx: Transactor,
  { kind, subject }: LeaseName,
  holder: string | null,
  change: Omit<LeaseRow, keyof LeaseName>,
): Promise<boolean> {
  return (await tx<LeaseRow>('leases').where({ kind, subject, holder }).update(change)) > 0;
}

/** Deletes a lease; false if its holder is not this one. */
export async function deleteLease(tx: Transactor, { kind, subject }: LeaseName, holder: string): Promise<boolean> {
  return (await tx<LeaseRow>('leases').where({ kind, subject, holder }).delete()) > 0;
}

/** Sets until when the holder has a lease; false if it has it no more. */
export async function renewLease(
  tx: Transactor,
  { kind, subject }: LeaseName,
  holder: string,
  heldUntil: string,
): Promise<boolean> {
  return (await tx<LeaseRow>('leases').where({ kind, subject, holder }).update({ held_until: heldUntil })) > 0;
}

/** Takes all leases from a holder that is no more. */
export async function freeLeases(tx: Transactor, holder: string): Promise<void> {
  await tx<LeaseRow>('leases').where({ holder }).update({ holder: null, held_until: null });
}

/** Deletes the leases that nobody has held, and that have not waited, since this time. */
export async function deleteLeasesBefore(tx: Transactor, time: string): Promise<void> {
  await tx<LeaseRow>('leases')
    .where((lease) => lease.whereNull('held_until').orWhere('held_until', '<', time))
    .where((lease) => lease.whereNull('not_before').orWhere('not_before', '<', time))
    .delete();
}
