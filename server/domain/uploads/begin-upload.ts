import { randomUUID } from 'node:crypto';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { Database } from '../../store/database.ts';
import { deleteUnfinished, insertUnfinished, listUnfinishedOf, type UnfinishedRow } from '../../store/uploads.ts';
import type { AbandonedKeys } from '../abandoned-keys.ts';
import type { Caller } from '../caller.ts';
import { type Clock, daysAgo, stamp } from '../clock.ts';
import { type Quota, UNFINISHED_UPLOAD_DAYS } from '../media/quota.ts';
import type { UploadChecks } from './upload-checks.ts';

/** Maximum unfinished uploads in parts of one account; another one replaces the oldest. An app sends two at a time. */
export const RESUMABLE_UPLOADS_MAX = 20;

/** A request to begin an upload in parts. */
export interface NewResumableUpload {
  /** Size of the whole file. */
  readonly bytes: number;
  /** The place that the audio is for; the call that finishes the upload may name another. */
  readonly placeId: PlaceId;
  readonly sessionId: string | undefined;
  readonly key: string | undefined;
}

/** The dependencies of {@link beginUpload}. */
export interface BeginParts {
  readonly database: Database;
  readonly gate: UploadChecks;
  readonly quota: Quota;
  readonly abandonedKeys: AbandonedKeys;
  readonly clock: Clock;
}

/** An upload that was begun. */
export interface Begun {
  readonly row: UnfinishedRow;
  /** Whether this call has begun it. */
  readonly isNew: boolean;
  /** Ids of uploads that were deleted to make room. */
  readonly evicted: readonly string[];
}

/**
 * Adds an upload, or finds the one with this key and size.
 * @throws AppError `forbidden`, `not_found`, `quota_exceeded`; `conflict`, also if the upload of this key was just abandoned.
 */
export async function beginUpload(
  { database, gate, quota, abandonedKeys, clock }: BeginParts,
  caller: Caller,
  { bytes, placeId, sessionId, key }: NewResumableUpload,
): Promise<Begun> {
  const isRepeat = await gate.admitParts(caller, placeId, { key, sessionId });
  return database.transact(async (tx) => {
    if (key !== undefined) await abandonedKeys.refuse(tx, caller, [key]);
    const live = await listUnfinishedOf(tx, caller.id, daysAgo(clock, UNFINISHED_UPLOAD_DAYS));
    const begun = live.find((one) => key !== undefined && one.key === key && one.size_bytes === bytes);
    if (begun !== undefined) return { row: begun, isNew: false, evicted: [] };
    const created_at = stamp(clock);
    const row = { id: randomUUID(), account_id: caller.id, key: key ?? null, size_bytes: bytes, created_at };
    await insertUnfinished(tx, row);
    await quota.expectFits(tx, caller.id, isRepeat);
    const evicted = live.slice(0, Math.max(0, live.length + 1 - RESUMABLE_UPLOADS_MAX)).map(({ id }) => id);
    for (const id of evicted) await deleteUnfinished(tx, id);
    return { row, isNew: true, evicted };
  }, quota.about(caller.id));
}
