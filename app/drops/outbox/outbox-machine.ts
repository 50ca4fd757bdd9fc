import { DEFAULT_PLACE_TITLE, IDEMPOTENCY_DAYS, TEXT_LINE_MAX } from '../../../contracts/limits.ts';
import { plainLine } from '../../../contracts/lines.ts';
import type { PlaceId } from '../../../contracts/vocabulary.ts';
import type { OutboxRecord, Refusal } from '../../platform/storage/outbox-store.ts';

/** Delay after the first failure; it doubles with each further one. */
const RETRY_MIN_MS = 2000;
const RETRY_MAX_MS = 5 * 60 * 1000;
/** Longest Retry-After that is honoured; a longer remaining delay means that the clock was set back. */
const WAIT_MAX_MS = 60 * 60 * 1000;
/** How long the server surely recognizes a repeated request: half its retention, because the two clocks may differ. */
const KNOWN_AGAIN_MS = (IDEMPOTENCY_DAYS / 2) * 24 * 60 * 60 * 1000;

/** Parts of a record whose next step has not been tried. */
export const RESTED = { attempts: 0, nextTryMs: 0, notBeforeMs: 0, refusal: null } as const;

/** Parts of a record of which nothing is on the server. */
export const NOT_PLACED = {
  ...{ placeId: null, askedTitle: null, askedAsDraft: false, askedAtMs: null, serverTitle: null },
  ...{ isSent: false, resumeUrl: null },
} as const;

/**
 * `create` the place, `send` the audio, `title` the place, `remove` all; `done`, or at `rest` until the person decides.
 */
export type OutboxStep = 'create' | 'send' | 'title' | 'remove' | 'done' | 'rest';

/** Kind of a failed step. */
export type OutboxFailure =
  /** It may work later: no network, a failing server, or one that asks the app to wait. */
  | { readonly type: 'passing'; readonly retryAfterMs: number | null }
  /** The server refused the request for good, or the audio can't be converted. */
  | { readonly type: 'refused'; readonly why: Refusal['why'] }
  /** The map or place no longer exists: 404. */
  | { readonly type: 'gone' }
  /** The key or the session belongs to another request: 409. */
  | { readonly type: 'conflict' };

/** An event of a waiting drop. */
export type OutboxEvent =
  | { readonly type: 'session-known'; readonly sessionId: string }
  /** Its place is about to be created. Stored before the request, so that a retry sends the same one. */
  | { readonly type: 'asking'; readonly nowMs: number }
  | { readonly type: 'placed'; readonly placeId: PlaceId }
  /** Its audio is about to be sent. Stored before the request, whose response may be lost. */
  | { readonly type: 'begun' }
  | { readonly type: 'resumable'; readonly resumeUrl: string | null }
  /** The server no longer has an upload under this key. */
  | { readonly type: 'abandoned'; readonly key: string }
  | { readonly type: 'sent' }
  | { readonly type: 'titled-there'; readonly title: string }
  /** Nothing of it is left on the server. */
  | { readonly type: 'removed' }
  /** `key` replaces the current one if it can't be used again. */
  | {
      readonly type: 'failed';
      readonly step: Refusal['step'] | 'remove';
      readonly failure: OutboxFailure;
      readonly nowMs: number;
      /** Jitter, 0 to 1, so that many devices don't retry at once. */
      readonly random: number;
      readonly key: string;
    }
  /** The person wants to retry it now. */
  | { readonly type: 'retried'; readonly nowMs: number; readonly key: string }
  /** Ends the wait, for example when the network is back. */
  | { readonly type: 'hastened'; readonly nowMs: number }
  /** A title that the person may still change. */
  | { readonly type: 'draft-titled'; readonly title: string }
  /** The final title; the drop is no longer a draft. */
  | { readonly type: 'retitled'; readonly title: string }
  | { readonly type: 'discarded'; readonly nowMs: number };

/** Returns the name that a place gets: trimmed, and 'drop' if that leaves nothing. */
export function titleOf({ title }: Pick<OutboxRecord, 'title'>): string {
  return plainLine(plainLine(title).slice(0, TEXT_LINE_MAX)) || DEFAULT_PLACE_TITLE;
}

/** Returns the drop's next step. */
export function nextStep(record: OutboxRecord): OutboxStep {
  if (record.isDiscarded) return mayHavePlace(record) || begunKeysOf(record).length > 0 ? 'remove' : 'done';
  if (record.refusal !== null) return 'rest';
  if (record.placeId === null) return 'create';
  // The audio of an existing place can be heard as soon as it is sent.
  if (!record.isSent) return record.isDraft && !record.makesPlace ? 'rest' : 'send';
  if (record.isDraft) return 'rest';
  return needsTitle(record) ? 'title' : 'done';
}

/** True if the drop's next step is due. */
export function isDue(record: OutboxRecord, nowMs: number): boolean {
  const isOver = record.nextTryMs <= nowMs || record.nextTryMs > nowMs + WAIT_MAX_MS;
  return nextStep(record) !== 'rest' && isOver;
}

/** True if the server may no longer recognize the request for this place: it could create a second one. */
export function mayBeForgotten({ askedTitle, askedAtMs }: OutboxRecord, nowMs: number): boolean {
  if (askedTitle === null) return false;
  return askedAtMs === null || nowMs < askedAtMs || nowMs - askedAtMs > KNOWN_AGAIN_MS;
}

/** True while something of the drop is only on this device. */
export function isUnsent(record: OutboxRecord): boolean {
  return !record.isDiscarded && (!record.isSent || (!record.isDraft && needsTitle(record)));
}

/** Returns the record after the event; the same object if nothing changes. */
export function advance(record: OutboxRecord, event: OutboxEvent): OutboxRecord {
  switch (event.type) {
    case 'session-known':
      return record.isSent ? record : { ...record, sessionId: event.sessionId };
    case 'asking':
      if (record.askedTitle !== null) return record;
      return { ...record, askedTitle: titleToAskFor(record), askedAsDraft: record.isDraft, askedAtMs: event.nowMs };
    case 'placed':
      // A draft is published by its title.
      return {
        ...{ ...record, ...RESTED, placeId: event.placeId },
        serverTitle: record.askedAsDraft ? null : record.askedTitle,
      };
    case 'begun': {
      const { audioKey, begunKeys } = record;
      return begunKeys.includes(audioKey) ? record : { ...record, begunKeys: [...begunKeys, audioKey] };
    }
    case 'abandoned':
      return { ...record, begunKeys: record.begunKeys.filter((key) => key !== event.key) };
    case 'resumable':
      return record.resumeUrl === event.resumeUrl ? record : { ...record, resumeUrl: event.resumeUrl };
    case 'sent':
      return { ...record, ...RESTED, isSent: true, resumeUrl: null, begunKeys: [] };
    case 'titled-there':
      return { ...record, ...RESTED, serverTitle: event.title };
    case 'removed':
      return { ...record, ...RESTED, ...NOT_PLACED, begunKeys: [], isDiscarded: true };
    case 'failed':
      return fail(record, event);
    case 'retried':
      return retry(record, event);
    case 'hastened': {
      const isAskedTo = record.notBeforeMs <= event.nowMs + WAIT_MAX_MS;
      const nextTryMs = isAskedTo ? Math.max(event.nowMs, record.notBeforeMs) : event.nowMs;
      return record.nextTryMs <= nextTryMs ? record : { ...record, nextTryMs };
    }
    case 'draft-titled':
      return record.isDraft ? { ...record, title: event.title } : record;
    case 'retitled':
      return { ...record, title: event.title, isDraft: false };
    case 'discarded':
      return { ...record, isDiscarded: true, refusal: null, attempts: 0, nextTryMs: event.nowMs };
  }
}

/** A draft is sent without its title, because that may still change. */
function titleToAskFor(record: OutboxRecord): string {
  return record.isDraft ? DEFAULT_PLACE_TITLE : titleOf(record);
}

function needsTitle(record: OutboxRecord): boolean {
  // An existing place keeps its name unless another was given.
  if (!record.makesPlace && record.title.trim() === '') return false;
  return record.serverTitle !== titleOf(record);
}

/** Whether the server has, or may have, a place that was created for this drop only. */
export function mayHavePlace(record: OutboxRecord): boolean {
  return record.makesPlace && (record.placeId !== null || record.askedTitle !== null);
}

/** Returns the keys under which the server may hold parts of its audio; they must be abandoned before it is removed. */
export function begunKeysOf({ audioKey, begunKeys, resumeUrl }: OutboxRecord): readonly string[] {
  // Earlier versions stored only the address.
  return resumeUrl === null || begunKeys.includes(audioKey) ? begunKeys : [...begunKeys, audioKey];
}

function fail(record: OutboxRecord, event: Extract<OutboxEvent, { type: 'failed' }>): OutboxRecord {
  const { step, failure } = event;
  if (failure.type === 'passing') return wait(record, event, failure.retryAfterMs);
  // The server's copy belongs to somebody else, or is gone.
  if (step === 'remove') return advance(record, { type: 'removed' });
  if (step === 'send' && failure.type !== 'refused' && record.sessionId !== null) {
    // The session ended, or belongs to another drop: send the recording without it.
    return { ...record, ...RESTED, sessionId: null, resumeUrl: null };
  }
  const isPlanGone = failure.type === 'gone' && step === 'create' && record.plannedId !== null;
  const isFilled = failure.type === 'refused' && failure.why === 'already_filled';
  if ((isPlanGone || isFilled) && record.mayStandAlone) return standAlone({ ...record, ...RESTED }, event.key);
  if (failure.type === 'gone') return { ...record, refusal: { step, why: isPlanGone ? 'plan-gone' : 'place-gone' } };
  if (failure.type === 'conflict') {
    // Converted again, the audio differs in some bytes: send it under another key, which replaces the first.
    if (step === 'send') return { ...wait(record, event, null), audioKey: event.key, resumeUrl: null };
    return { ...record, refusal: { step, why: 'conflict' } };
  }
  return { ...record, refusal: { step, why: failure.why } };
}

function wait(
  record: OutboxRecord,
  { nowMs, random }: { readonly nowMs: number; readonly random: number },
  retryAfterMs: number | null,
): OutboxRecord {
  const longestMs = Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** Math.min(record.attempts, 20));
  const notBeforeMs = retryAfterMs === null ? 0 : nowMs + Math.min(retryAfterMs, WAIT_MAX_MS);
  const nextTryMs = Math.max(nowMs + longestMs * (0.5 + random / 2), notBeforeMs);
  return { ...record, attempts: record.attempts + 1, nextTryMs, notBeforeMs };
}

function retry(record: OutboxRecord, { nowMs, key }: Extract<OutboxEvent, { type: 'retried' }>): OutboxRecord {
  const rested = { ...record, refusal: null, attempts: 0, nextTryMs: nowMs, notBeforeMs: 0 };
  const { refusal } = record;
  if (refusal?.why === 'plan-gone') return standAlone(rested, key);
  // Its place does not exist, so creating it again makes no duplicate.
  const isFilled = refusal?.why === 'already_filled';
  const isRefusedAsAsked = refusal?.why === 'conflict' || refusal?.why === 'invalid_request';
  const isPlaceless = isFilled || refusal?.why === 'place-gone' || (refusal?.step === 'create' && isRefusedAsAsked);
  // The server blocks an abandoned key for a while.
  const isRefusedAudio = refusal?.step === 'send' && refusal.why === 'invalid_audio';
  if (!isPlaceless && !isRefusedAudio) return rested;
  if (!isPlaceless) return { ...rested, audioKey: `${key}-audio`, resumeUrl: null };
  // Who filled the planned place may have given it up meanwhile.
  return { ...placedAnew(rested, key), mayStandAlone: record.mayStandAlone || isFilled };
}

/** What can't fill its planned place becomes a drop like any other, with that place's shape. */
function standAlone(record: OutboxRecord, key: string): OutboxRecord {
  return { ...placedAnew(record, key), plannedId: null };
}

function placedAnew(record: OutboxRecord, key: string): OutboxRecord {
  // A new place has its own sound only.
  return { ...record, ...NOT_PLACED, telling: null, makesPlace: true, placeKey: key, audioKey: `${key}-audio` };
}
