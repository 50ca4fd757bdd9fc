import type { AnalyticsEvent } from '../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../contracts/limits.ts';
import type { UserId } from '../../contracts/vocabulary.ts';
import { ApiError, call } from '../platform/net/api.ts';
import { onHidden, onOnline } from '../platform/page/page-events.ts';
import { randomKey } from '../platform/page/random.ts';
import type { Scope } from '../platform/scope.ts';
import { storage } from '../platform/storage/storage.ts';
import type { WaitingEvents } from '../platform/storage/stored-values.ts';

/** How often events are stored and sent: a crashed page loses at most half a minute of them. */
const EVENTS_SEND_INTERVAL_MS = 30_000;
/** Maximum number of events per request: `keepalive` requests must stay below 64 KiB. */
export const EVENTS_BATCH_MAX = 200;

/** Longest refusal for too many events after which they are sent again: the server counts by hour and by day. */
const REFUSAL_MAX_S = 3600;

interface QueuedEvent {
  readonly event: AnalyticsEvent;
  /** The account it was recorded for. The server attributes events to the account that sends them. */
  readonly ownerId: UserId | null;
}

/** Events that are not stored yet: they are stored together, because a walk makes hundreds. */
let fresh: QueuedEvent[] = [];
/** The running request; null without one. */
let sending: Promise<void> | null = null;

/** Queues an event for sending, unless the person wants no statistics. Beyond 500 events the oldest is discarded. */
export function recordEvent(event: AnalyticsEvent): void {
  if (storage.read('currentUser')?.noStatistics) return;
  fresh = [...fresh, { event, ownerId: accountId() }].slice(-EVENTS_WAITING_MAX);
}

/** Removes and returns the queued events, oldest first. */
export function takeEvents(): AnalyticsEvent[] {
  const stored = storage.read('waitingEvents');
  storage.forget('waitingEvents');
  return [...(stored?.batch?.events ?? []), ...(stored?.events ?? []), ...fresh.splice(0).map(({ event }) => event)];
}

/** Transfers a guest's events to the account they sign up for. */
export function giveEvents(from: UserId, to: UserId): void {
  fresh = fresh.map((queued) => (queued.ownerId === from ? { ...queued, ownerId: to } : queued));
  const stored = storage.read('waitingEvents');
  if (stored?.ownerId === from) storage.write('waitingEvents', { ...stored, ownerId: to });
}

/** Sends the queue periodically, when the network returns and when the page is hidden, until `scope` is disposed. */
export function startAnalytics(scope: Scope): void {
  const send = (): void => void sendEvents();
  scope.interval(send, EVENTS_SEND_INTERVAL_MS);
  onOnline(scope, send);
  onHidden(scope, send);
}

/**
 * Stores the queue and sends it, in batches small enough for a page that is being left. A batch without a response is
 * sent again with the same idempotency key, by a later page if necessary, so that it counts once. Events of other
 * accounts are discarded, and so are those refused for more than an hour. Never rejects.
 */
export async function sendEvents(): Promise<void> {
  const ownerId = accountId();
  if (ownerId === null) return;
  storeFresh(ownerId);
  if (sending !== null) return sending;
  // Nothing is awaited before the first call, because a page that is being left sends only what is sent synchronously.
  const sent = sendBatches(ownerId).finally(() => {
    if (sending === sent) sending = null;
  });
  sending = sent;
  return sent;
}

async function sendBatches(ownerId: UserId): Promise<void> {
  for (let batch = takeBatch(ownerId); batch !== null; batch = takeBatch(ownerId)) {
    const { key, events } = batch;
    try {
      await call('recordEvents', { body: { events } }, { keepalive: true, idempotencyKey: key });
    } catch (error) {
      if (!isFinal(error)) return;
    }
    const waiting = readWaiting(ownerId);
    // Another tab may have sent it too.
    if (waiting.batch?.key === key) storeWaiting({ ...waiting, batch: null });
  }
}

/** Returns the batch to send, which is stored with its key; null if nothing waits. */
function takeBatch(ownerId: UserId): WaitingEvents['batch'] {
  if (accountId() !== ownerId) return null;
  const { batch, events } = readWaiting(ownerId);
  if (batch !== null || events.length === 0) return batch;
  const next = { key: randomKey(), events: events.slice(0, EVENTS_BATCH_MAX) };
  storeWaiting({ ownerId, batch: next, events: events.slice(EVENTS_BATCH_MAX) });
  return next;
}

function storeFresh(ownerId: UserId): void {
  const recorded = fresh.filter((queued) => queued.ownerId === ownerId).map(({ event }) => event);
  fresh = [];
  if (recorded.length === 0) return;
  const { batch, events } = readWaiting(ownerId);
  const capacity = EVENTS_WAITING_MAX - (batch?.events.length ?? 0);
  storeWaiting({ ownerId, batch, events: [...events, ...recorded].slice(-capacity) });
}

function readWaiting(ownerId: UserId): WaitingEvents {
  const stored = storage.read('waitingEvents');
  return stored?.ownerId === ownerId ? stored : { ownerId, batch: null, events: [] };
}

function storeWaiting(waiting: WaitingEvents): void {
  const isEmpty = waiting.batch === null && waiting.events.length === 0;
  storage.write('waitingEvents', isEmpty ? null : waiting);
}

function accountId(): UserId | null {
  return storage.read('currentUser')?.id ?? null;
}

/** True if the server will refuse the batch at every attempt, or for so long that newer events matter more. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { code, retryAfterS } = error;
  return code === 'invalid_request' || code === 'too_large' || (retryAfterS ?? 0) > REFUSAL_MAX_S;
}
