import type { Scope } from '../scope.ts';

/** A response that is off by more than this came from another clock, or the device's clock was set. */
const SAME_CLOCK_MS = 60_000;
/** `Date` has whole seconds, and a response takes its time: clocks that differ by less agree. */
const AGREED_MS = 2000;

/** The time in the last response, and when it arrived by the device's clock and by the page's, which nobody sets. */
let heard: { readonly serverMs: number; readonly deviceMs: number; readonly pageMs: number } | null = null;
const changes = new EventTarget();

/**
 * Takes the time from the `Date` of our server's response. Phones' clocks may be wrong by hours or years; the server's
 * clock is the one that counts, because the server judges by it. Only for responses that no cache may store.
 */
export function hearServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return;
  const isNews = heard === null || Math.abs(serverMs - serverNowMs()) > SAME_CLOCK_MS;
  heard = { serverMs, deviceMs: Date.now(), pageMs: performance.now() };
  if (isNews) changes.dispatchEvent(new Event('heard'));
}

/** Returns the server's time in ms since 1970, as far as it is known: the device's until a response has arrived. */
export function serverNowMs(): number {
  const aheadMs = heard === null ? 0 : heard.serverMs - heard.deviceMs;
  return Date.now() + (Math.abs(aheadMs) < AGREED_MS ? 0 : aheadMs);
}

/**
 * Returns a time that the server's clock has surely reached, whatever happens to the device's clock; -Infinity until a
 * response has arrived. May lag behind if the device sleeps.
 */
export function surelyNowMs(): number {
  return heard === null ? Number.NEGATIVE_INFINITY : heard.serverMs + performance.now() - heard.pageMs;
}

/** Calls `task` when the server's time becomes known, and when it changes, until `scope` is disposed. */
export function onServerTime(scope: Scope, task: () => void): void {
  scope.listen(changes, 'heard', task);
}
