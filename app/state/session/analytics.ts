import type { AnalyticsEvent } from '../../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../../contracts/limits.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { ApiError, call } from '../../platform/net/api.ts';
import { onHidden, onOnline } from '../../platform/page/page-events.ts';
import type { Scope } from '../../platform/scope.ts';
import { storage } from '../../platform/storage/storage.ts';

/** How often events are sent: a crashed page loses half a minute of them at the most. */
const EVENTS_SEND_INTERVAL_MS = 30_000;
/** Most events per request: `keepalive` requests must stay below 64 KiB. */
export const EVENTS_BATCH_MAX = 200;

interface QueuedEvent {
  readonly event: AnalyticsEvent;
  /** The account it was recorded for. The server attributes events to the account that sends them. */
  readonly ownerId: UserId | null;
}

let queue: QueuedEvent[] = [];

/** Queues an event for sending. Beyond 500 the oldest is dropped. */
export function recordEvent(event: AnalyticsEvent): void {
  setQueue([...queue, { event, ownerId: accountId() }]);
}

/** Removes and returns the queued events, oldest first. */
export function takeEvents(): AnalyticsEvent[] {
  return queue.splice(0).map(({ event }) => event);
}

/** Sends the queue periodically, when the network returns and when the page is hidden, until `scope` is disposed. */
export function startAnalytics(scope: Scope): void {
  const send = (): void => void sendEvents();
  scope.interval(send, EVENTS_SEND_INTERVAL_MS);
  onOnline(scope, send);
  onHidden(scope, send);
}

/**
 * Sends the queue in batches small enough for a page that is being left. A batch without a response is queued again;
 * events of other accounts are dropped. Never rejects.
 */
export async function sendEvents(): Promise<void> {
  const ownerId = accountId();
  if (ownerId === null) return;
  queue = queue.filter((queued) => queued.ownerId === ownerId);
  const batch = queue.splice(0, EVENTS_BATCH_MAX);
  if (batch.length === 0) return;
  try {
    // Nothing is awaited before this call: a page that is being left sends only what is sent at once.
    await call('recordEvents', { body: { events: batch.map(({ event }) => event) } }, { keepalive: true });
  } catch (error) {
    if (!isFinal(error)) setQueue([...batch, ...queue]);
    return;
  }
  return sendEvents();
}

function setQueue(events: QueuedEvent[]): void {
  queue = events.slice(-EVENTS_WAITING_MAX);
}

function accountId(): UserId | null {
  return storage.read('currentUser')?.id ?? null;
}

/** True if the server will refuse the batch at every attempt. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid_request' || error.code === 'too_large');
}
