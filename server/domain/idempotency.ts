import { IDEMPOTENCY_DAYS } from '../../contracts/limits.ts';
import type { ParcoursId, PictureId, PlaceId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../store/database.ts';
import { deleteOutcomesUntil, findOutcomeRow, insertOutcomeRow, type OutcomeRow } from '../store/idempotency.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, daysAgo, stamp } from './clock.ts';
import { sha256Of } from './keys.ts';

/** The outcomes of requests, by call. Responses are built from them again: a stored response's links would expire. */
interface Outcomes {
  readonly createPlace: PlaceOutcome;
  readonly planPlace: PlaceOutcome;
  readonly uploadAudio: UploadOutcome;
  readonly uploadSessionAudio: UploadOutcome;
  readonly addPicture: { readonly pictureId: PictureId };
  readonly importPlaces: { readonly placeIds: readonly PlaceId[] };
  readonly copyParcours: { readonly parcoursId: ParcoursId };
  readonly importParcours: { readonly parcoursId: ParcoursId; readonly leftOut: number };
  /** Without addresses: the skipped ones by their index in the request. */
  readonly mailInvites: { readonly skipped: readonly number[] };
  readonly recordEvents: { readonly recorded: number };
}

/** The place that was created, or that received audio. */
interface PlaceOutcome {
  readonly placeId: PlaceId;
}

interface UploadOutcome extends PlaceOutcome {
  /** Code of the telling that received it, instead of the place. */
  readonly telling?: string;
}

/** The name of a call whose retries are recognized. */
type RepeatableCall = keyof Outcomes;

/** A request that its sender may retry, with the properties that identify a retry. */
export interface RepeatableRequest<Name extends RepeatableCall> {
  readonly caller: Caller;
  readonly call: Name;
  /** The Idempotency-Key; undefined if the sender gave none, so that each request counts as new. */
  readonly key: string | undefined;
  /** See {@link fingerprintOf}. */
  readonly fingerprint: string;
}

/** Returns the SHA-256 (hex) of the values that make two requests the same; their JSON must differ if they do. */
export function fingerprintOf(parts: readonly unknown[]): string {
  return sha256Of(JSON.stringify(parts));
}

/**
 * Returns the outcome of the first of these requests; undefined if this is the first.
 * @throws AppError `conflict` if the key was used for a different request.
 */
export async function findOutcome<Name extends RepeatableCall>(
  reader: Reader,
  clock: Clock,
  request: RepeatableRequest<Name>,
): Promise<Outcomes[Name] | undefined> {
  const { caller, call, key, fingerprint } = request;
  if (key === undefined) return undefined;
  return read(await findRow(reader, clock, caller, key), (row) => row.call === call && row.fingerprint === fingerprint);
}

/**
 * Returns the outcome of the first request with this key, whatever its content: for a retry whose content is no longer
 * available. Undefined if there was none.
 * @throws AppError `conflict` if the key was used for another call.
 */
export async function findOutcomeByKey<Name extends RepeatableCall>(
  reader: Reader,
  clock: Clock,
  { caller, calls, key }: { readonly caller: Caller; readonly calls: readonly Name[]; readonly key: string },
): Promise<Outcomes[Name] | undefined> {
  return read(await findRow(reader, clock, caller, key), (row) => calls.some((call) => call === row.call));
}

/** Whether a request with this key was completed: another request with the key does nothing. */
export async function hasOutcome(reader: Reader, clock: Clock, caller: Caller, key: string): Promise<boolean> {
  return (await findRow(reader, clock, caller, key)) !== undefined;
}

/**
 * Stores the outcome of a request, in the transaction that produced it, and deletes outcomes that are too old.
 * @throws AppError `conflict` if another request with the key came in between.
 */
export async function saveOutcome<Name extends RepeatableCall>(
  tx: Transactor,
  clock: Clock,
  request: RepeatableRequest<Name>,
  outcome: Outcomes[Name],
): Promise<void> {
  const { caller, call, key, fingerprint } = request;
  if (key === undefined) return;
  await deleteOldOutcomes(tx, clock);
  if ((await findOutcome(tx, clock, request)) !== undefined) {
    throw new AppError('conflict', 'This Idempotency-Key was just sent with the same request');
  }
  await insertOutcomeRow(tx, {
    account_id: caller.id,
    key,
    call,
    fingerprint,
    outcome: JSON.stringify(outcome),
    created_at: stamp(clock),
  });
}

/** Deletes outcomes too old to answer a retry. */
export async function deleteOldOutcomes(tx: Transactor, clock: Clock): Promise<void> {
  await deleteOutcomesUntil(tx, daysAgo(clock, IDEMPOTENCY_DAYS));
}

function findRow(reader: Reader, clock: Clock, caller: Caller, key: string): Promise<OutcomeRow | undefined> {
  return findOutcomeRow(reader, caller.id, key, daysAgo(clock, IDEMPOTENCY_DAYS));
}

/** Returns the outcome in a row, which belongs to one of the calls for which `isSame` is true. */
function read<Name extends RepeatableCall>(
  row: OutcomeRow | undefined,
  isSame: (row: OutcomeRow) => boolean,
): Outcomes[Name] | undefined {
  if (row === undefined) return undefined;
  if (!isSame(row)) {
    throw new AppError('conflict', 'This Idempotency-Key was sent with another request; expected a new key');
  }
  // Only `saveOutcome` writes this column.
  return JSON.parse(row.outcome) as Outcomes[Name];
}
