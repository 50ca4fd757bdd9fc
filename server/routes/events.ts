import type { Events } from '../domain/upkeep/events.ts';
import type { Handle } from '../http/handle.ts';
import type { RateLimit } from '../http/rate-limit.ts';

/**
 * Registers the call that receives analytics events. `limits` count the events of each account, the shortest period
 * first.
 */
export function registerEventRoutes(handle: Handle, events: Events, limits: readonly RateLimit[]): void {
  handle('recordEvents', async ({ caller, body, idempotencyKey }) => {
    // Events tell where somebody was, so they are sent to our own server and to nobody else.
    for (const limit of limits) await limit.spend(`account ${caller.id}`, body.events.length);
    return { recorded: await events.record(caller, body.events, idempotencyKey) };
  });
}
