import { createHash } from 'node:crypto';
import { IDEMPOTENCY_DAYS } from '../../contracts/limits.ts';
import type { RouteName } from '../../contracts/routes.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import type { Reader, Transactor } from '../store/database.ts';
import { deleteKeptAnswersUntil, findKeptAnswer, insertKeptAnswer } from '../store/kept-answers.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { type Clock, DAY_MS, stamp } from './clock.ts';

/** A request that its sender may repeat, as it is known again. */
export interface RepeatableRequest {
  readonly caller: Caller;
  readonly call: RouteName;
  /** What its sender called it; undefined for a request that is answered anew each time. */
  readonly key: string | undefined;
  /** See {@link fingerprintOf}. */
  readonly fingerprint: string;
}

/** What a request made. Answers are made from it again, since a kept one would hold links that have expired. */
export interface Outcome {
  readonly placeId: PlaceId;
}

/** SHA-256 in hexadecimal of all that makes two requests the same, as values that JSON tells apart. */
export function fingerprintOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/**
 * What the first of these requests made; undefined where this is the first.
 *
 * @throws AppError `conflict` where the key was given to another request.
 */
export async function findOutcome(
  reader: Reader,
  clock: Clock,
  request: RepeatableRequest,
): Promise<Outcome | undefined> {
  if (request.key === undefined) return undefined;
  const kept = await findKeptAnswer(reader, request.caller.id, request.key, endOfKeeping(clock));
  if (kept === undefined) return undefined;
  if (kept.call !== request.call || kept.fingerprint !== request.fingerprint) {
    throw usedForAnother();
  }
  // Written by `keepOutcome` alone.
  return JSON.parse(kept.outcome) as Outcome;
}

/**
 * What the first request with this key made, whatever it held: for a repeat whose content is not at hand any more.
 * Undefined where there was none.
 *
 * @throws AppError `conflict` where the key was given to a request of another kind.
 */
export async function findOutcomeByKey(
  reader: Reader,
  clock: Clock,
  { caller, calls, key }: { readonly caller: Caller; readonly calls: readonly RouteName[]; readonly key: string },
): Promise<Outcome | undefined> {
  const kept = await findKeptAnswer(reader, caller.id, key, endOfKeeping(clock));
  if (kept === undefined) return undefined;
  if (!calls.some((call) => call === kept.call)) throw usedForAnother();
  return JSON.parse(kept.outcome) as Outcome;
}

/** True where the key was given to a request that made something: whatever comes with it now makes nothing. */
export async function hasOutcome(reader: Reader, clock: Clock, caller: Caller, key: string): Promise<boolean> {
  return (await findKeptAnswer(reader, caller.id, key, endOfKeeping(clock))) !== undefined;
}

/**
 * Keeps what a request made, in the transaction that made it: either both are there or neither. Of older requests,
 * what has been kept long enough is forgotten.
 *
 * @throws AppError `conflict` where the key was given to a request that came in between.
 */
export async function keepOutcome(
  tx: Transactor,
  clock: Clock,
  request: RepeatableRequest,
  outcome: Outcome,
): Promise<void> {
  const { caller, call, key, fingerprint } = request;
  if (key === undefined) return;
  await deleteKeptAnswersUntil(tx, endOfKeeping(clock));
  if ((await findOutcome(tx, clock, request)) !== undefined) {
    throw new AppError('conflict', 'This Idempotency-Key was just sent with the same request');
  }
  await insertKeptAnswer(tx, {
    account_id: caller.id,
    key,
    call,
    fingerprint,
    outcome: JSON.stringify(outcome),
    created_at: stamp(clock),
  });
}

function usedForAnother(): AppError {
  return new AppError('conflict', 'This Idempotency-Key was sent with another request; expected a new key');
}

function endOfKeeping(clock: Clock): string {
  return stamp(() => clock() - IDEMPOTENCY_DAYS * DAY_MS);
}
