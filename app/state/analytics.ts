import type { AnalyticsEvent } from '../../contracts/events.ts';
import { EVENTS_WAITING_MAX } from '../../contracts/limits.ts';

const waiting: AnalyticsEvent[] = [];

/** Keeps an event until it is sent. Of more than 500 the oldest is dropped. */
export function record(event: AnalyticsEvent): void {
  waiting.push(event);
  if (waiting.length > EVENTS_WAITING_MAX) waiting.shift();
}

/** The events that wait to be sent, oldest first; from now on they are the caller's to send. */
export function takeEvents(): AnalyticsEvent[] {
  return waiting.splice(0);
}
