import type { Reader, Transactor } from '../database.ts';

/** What servers on one database must have alike: the map archive, the store of files, and the secret. */
export type FingerprintName = 'map' | 'media' | 'secret';

/** What one of them was when a server last started with another one. */
export interface FingerprintRow {
  readonly name: FingerprintName;
  readonly value: string;
  readonly noted_at: string;
}

/** This server doesn't fit to its database or to the servers that run on it; the message says why, and what to do. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
}

/** All of them, by their names. */
export async function readFingerprints(reader: Reader): Promise<ReadonlyMap<FingerprintName, FingerprintRow>> {
  const rows = await reader<FingerprintRow>('fingerprints').select('name', 'value', 'noted_at');
  return new Map(rows.map((row) => [row.name, row]));
}

/** Adds or replaces one. */
export async function putFingerprint(tx: Transactor, row: FingerprintRow): Promise<void> {
  await tx('fingerprints').insert(row).onConflict('name').merge();
}

/** Forgets one; returns false if there was none. */
export async function forgetFingerprint(tx: Transactor, name: FingerprintName): Promise<boolean> {
  return (await tx('fingerprints').where({ name }).delete()) > 0;
}
