import type { AnalyticsEvent } from '../../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../../contracts/limits.ts';
import type { UserId } from '../../../contracts/vocabulary.ts';
import { ApiError, call } from '../../platform/net/api.ts';
import { onHidden, onOnline } from '../../platform/page/page.ts';
import type { Scope } from '../../platform/scope.ts';
import { storage } from '../../platform/storage/storage.ts';

/** How often waiting events are sent: a page that dies loses half a minute of them at most. */
const EVENTS_SEND_INTERVAL_MS = 30_000;
/** Most events sent at once: what a leaving page still sends must stay below the 64 KiB that browsers allow it. */
export const EVENTS_BATCH_MAX = 200;

interface Waiting {
  readonly event: AnalyticsEvent;
  /** Whose it is: the server keeps events in the name of whoever sends them. */
  readonly ownerId: UserId | null;
}

let waiting: Waiting[] = [];

/** Keeps an event until it is sent. Of more than 500 the oldest is dropped. */
export function record(event: AnalyticsEvent): void {
  keep([...waiting, { event, ownerId: accountId() }]);
}

/** The events that wait to be sent, oldest first; from now on they are the caller's. */
export function takeEvents(): AnalyticsEvent[] {
  return waiting.splice(0).map(({ event }) => event);
}

/** Sends what waits, now and then, when there is a network again, and when the page leaves, until `scope` is disposed. */
export function startAnalytics(scope: Scope): void {
  const send = (): void => void sendEvents();
  scope.interval(send, EVENTS_SEND_INTERVAL_MS);
  onOnline(scope, send);
  onHidden(scope, send);
}

/**
 * Sends what waits, in batches that a leaving page may still send. What got no answer waits on, so that nothing is lost
 * and nothing is sent again that arrived; what somebody else left on this device is dropped. Never rejects.
 */
export async function sendEvents(): Promise<void> {
  const ownerId = accountId();
  if (ownerId === null) return;
  waiting = waiting.filter((one) => one.ownerId === ownerId);
  const batch = waiting.splice(0, EVENTS_BATCH_MAX);
  if (batch.length === 0) return;
  try {
    // The call begins before this function first waits: a page that leaves gets no later chance.
    await call('recordEvents', { body: { events: batch.map(({ event }) => event) } }, { keepalive: true });
  } catch (error) {
    if (!isFinal(error)) keep([...batch, ...waiting]);
    return;
  }
  return sendEvents();
}

function keep(events: Waiting[]): void {
  waiting = events.slice(-EVENTS_WAITING_MAX);
}

function accountId(): UserId | null {
  return storage.read('currentUser')?.id ?? null;
}

/** True for a batch that the server will never take, however often it is sent. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'invalid_request' || error.code === 'too_large');
}
