import type { Scope } from '../scope.ts';

/** A response that tells another time than expected by more than this was sent by another clock, or the device's was set. */
const SAME_CLOCK_MS = 60_000;
/** `Date` tells whole seconds, and a response takes its time: clocks that differ by less agree. */
const AGREED_MS = 2000;

/** The time that the last response told, and when it came: on the device's clock, and on the page's, which nobody sets. */
let heard: { readonly serverMs: number; readonly deviceMs: number; readonly pageMs: number } | null = null;
const changes = new EventTarget();

/**
 * Takes in the time that a response of our own server tells in its `Date`. Phones' clocks are set wrong, by hours or by
 * years; what counts is the clock of the server, which also judges. For responses that no cache may keep.
 */
export function hearServerTime(date: string | null): void {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs)) return;
  const isNews = heard === null || Math.abs(serverMs - serverNowMs()) > SAME_CLOCK_MS;
  heard = { serverMs, deviceMs: Date.now(), pageMs: performance.now() };
  if (isNews) changes.dispatchEvent(new Event('heard'));
}

/** The time of the server in milliseconds since 1970, as far as it is known: the device's until a response has come. */
export function serverNowMs(): number {
  const aheadMs = heard === null ? 0 : heard.serverMs - heard.deviceMs;
  return Date.now() + (Math.abs(aheadMs) < AGREED_MS ? 0 : aheadMs);
}

/**
 * The time that has surely come on the server, whatever becomes of the device's clock; -Infinity until a response has come.
 * May lag behind where the device sleeps.
 */
export function surelyNowMs(): number {
  return heard === null ? Number.NEGATIVE_INFINITY : heard.serverMs + performance.now() - heard.pageMs;
}

/** Calls `task` when the server's time is known, and when it turns out to be another one, until `scope` is disposed. */
export function onServerTime(scope: Scope, task: () => void): void {
  scope.listen(changes, 'heard', task);
}
