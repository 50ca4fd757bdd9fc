import type { Locator, Page } from 'playwright';
import { aimAt } from './aim.ts';

let isPatient = true;

/**
 * Clicks on all pages go to the browser at once where all is right for one, from the first such page on. Playwright, which takes
 * twice the time to find this out, waits for it elsewhere, or says what is wrong.
 */
export function clickAtOnce(page: Page): void {
  if (!isPatient) return;
  isPatient = false;
  const prototype: Locator = Object.getPrototypeOf(page.locator('body'));
  const clickPatiently = prototype.click;
  prototype.click = async function (this: Locator, options?: Parameters<Locator['click']>[0]): Promise<void> {
    const hasArrived = options === undefined && (await clickNow(this));
    return hasArrived ? undefined : clickPatiently.call(this, options);
  };
}

/** Returns whether the click was possible, and arrived. If not, nothing has happened. */
async function clickNow(locator: Locator): Promise<boolean> {
  // A page that is being left has nothing to aim at.
  const point = await locator.evaluateAll(aimAt, undefined).catch(() => null);
  if (point === null) return false;
  await locator.page().mouse.click(...point);
  // Where the click has led to another page it has arrived.
  const hasArrived = await locator
    .page()
    .evaluate(() => window.clickArrived?.())
    .catch(() => true);
  return hasArrived ?? true;
}
