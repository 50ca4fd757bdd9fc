import { expect } from 'vitest';
import type { AuditAction } from '../../../contracts/audit-entry.ts';
import { openToRead } from '../../../server/cluster/open-stores.ts';
import { verifyMedia } from '../../../server/domain/upkeep/check-media.ts';
import type { Reader } from '../../../server/store/database.ts';
import type { EventRow } from '../../../server/store/events.ts';
import { readMediaFolder } from '../../../server/store/media-folder.ts';
import { until } from '../until.ts';
import { testLocation } from './test-database.ts';

/** An entry of the audit log: who did what to whom, and where. */
export interface AuditLogRow {
  readonly action: AuditAction;
  readonly actor_id: number | null;
  readonly account_id: number | null;
  readonly parcours_id: number | null;
  readonly place_id: number | null;
  readonly detail: string;
}

/** The entries with one of these actions that a server keeps in this folder, oldest first. */
export function auditLogRows(dataDir: string, ...actions: readonly AuditAction[]): Promise<AuditLogRow[]> {
  return readDatabase(dataDir, (reader) =>
    reader('trail')
      .whereIn('action', actions)
      .orderBy('id')
      .select<AuditLogRow[]>('action', 'actor_id', 'account_id', 'parcours_id', 'place_id', 'detail'),
  );
}

/** The analytics events that a server keeps in this folder, in the order in which they arrived, properties read. */
export async function storedEvents(dataDir: string) {
  const rows = await readDatabase(dataDir, (reader) => reader<EventRow>('events').orderBy('id'));
  return rows.map((row) => ({ ...row, properties: JSON.parse(row.properties) }));
}

/** What of a data folder's media is missing, orphaned or changed, as the tool tells it; no server need run on it. */
export function verifiedMedia(dataDir: string) {
  return readDatabase(dataDir, (reader) => verifyMedia(reader, readMediaFolder(dataDir)));
}

/**
 * Waits until all audio that a server keeps in this folder has its waveform: on a busy machine it comes after the answer
 * to the upload.
 */
export function waveformsTaken(dataDir: string): Promise<void> {
  return readDatabase(dataDir, (reader) =>
    until(async () => expect(await reader('media').where({ extension: 'wav', peaks_sha256: null })).toEqual([])),
  );
}

async function readDatabase<Result>(dataDir: string, read: (reader: Reader) => PromiseLike<Result>): Promise<Result> {
  const database = await openToRead(await testLocation(dataDir));
  if (database === null) throw new Error(`Expected a database in ${dataDir}`);
  try {
    return await read(database.reader);
  } finally {
    await database.close();
  }
}
