import type { Events } from '../domain/upkeep/events.ts';
import type { Handle } from '../http/handle.ts';

/** Registers the call that takes analytics events. */
export function registerEventRoutes(handle: Handle, events: Events): void {
  handle('recordEvents', async ({ caller, body, idempotencyKey }) => ({
    recorded: await events.record(caller, body.events, idempotencyKey),
  }));
}
