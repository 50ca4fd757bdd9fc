import type { Reader, Transactor } from './database.ts';

/** Properties that all servers on one database must share: the map archive, the media store, and the secret. */
export type FingerprintName = 'map' | 'media' | 'secret';

/** Such a property, recorded when a server last started with a different one. */
export interface FingerprintRow {
  readonly name: FingerprintName;
  readonly value: string;
  readonly noted_at: string;
}

/** This server doesn't match its database or the other servers on it; the message says why, and what to do. */
export class MismatchError extends Error {
  override readonly name = 'MismatchError';
}

/** All fingerprints, by name. */
export async function readFingerprints(reader: Reader): Promise<ReadonlyMap<FingerprintName, FingerprintRow>> {
  const rows = await reader<FingerprintRow>('fingerprints').select('name', 'value', 'noted_at');
  return new Map(rows.map((row) => [row.name, row]));
}

/** Adds or replaces a fingerprint. */
export async function putFingerprint(tx: Transactor, row: FingerprintRow): Promise<void> {
  await tx('fingerprints').insert(row).onConflict('name').merge();
}

/** Deletes a fingerprint; returns false if there was none. */
export async function forgetFingerprint(tx: Transactor, name: FingerprintName): Promise<boolean> {
  return (await tx('fingerprints').where({ name }).delete()) > 0;
}
