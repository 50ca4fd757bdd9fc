import type { Page } from 'playwright';
import { openPhoneRunning, refuseWebgl } from './browser.ts';

declare global {
  interface Window {
    /** How much later than the browser says positions are taken; only where {@link shiftTimestamps} runs. */
    walkedMs?: number;
  }
}

/** Time in which anybody walks from one place of a test to the next. */
const WAY_MS = 90_000;

/**
 * A phone without a map whose walker needs no time: {@link passWay} lets the time of a way pass, by the timestamps of the
 * positions. Without it each position 100 m on is a jump, which the app doubts for some seconds.
 */
export const openWalkerWithoutMap = openPhoneRunning(shiftTimestamps, refuseWebgl);

/** Lets a minute and a half pass before the next position where {@link shiftTimestamps} runs; does nothing elsewhere. */
export async function passWay(page: Page): Promise<void> {
  await page.evaluate((wayMs) => {
    if (window.walkedMs !== undefined) window.walkedMs += wayMs;
  }, WAY_MS);
}

/** In the page, before its own scripts: positions are taken so much later than the browser says as {@link passWay} let pass. */
export function shiftTimestamps(): void {
  window.walkedMs = 0;
  const { geolocation } = navigator;
  const [ask, watch] = [geolocation.getCurrentPosition, geolocation.watchPosition].map((one) => one.bind(geolocation));
  const shifted =
    (onFix: PositionCallback): PositionCallback =>
    ({ coords, timestamp }) =>
      onFix({ coords, timestamp: timestamp + (window.walkedMs ?? 0), toJSON: () => null });
  Object.assign(geolocation, {
    getCurrentPosition: (onFix: PositionCallback, ...rest: [PositionErrorCallback?, PositionOptions?]) =>
      ask?.(shifted(onFix), ...rest),
    watchPosition: (onFix: PositionCallback, ...rest: [PositionErrorCallback?, PositionOptions?]) =>
      watch?.(shifted(onFix), ...rest),
  });
}
