import { cdp, type Locator, page, type UserEventClickOptions } from 'vitest/browser';
import { aimAt } from './aim.ts';

/** The page's own, whatever a test puts in its place. */
const waitForFrame = requestAnimationFrame.bind(window);

/** What all locators have their methods from. */
const prototype: Locator = Object.getPrototypeOf(page.elementLocator(document.body));
const clickByPlaywright = prototype.click;

/**
 * Clicks of tests go to the browser at once where all is right for one. Playwright, which finds this out in some forty messages,
 * waits for it elsewhere, or says what is wrong.
 */
export function clickQuickly(): void {
  prototype.click = async function (this: Locator, options?: UserEventClickOptions): Promise<void> {
    const hasArrived = options === undefined && (await clickNow(this.elements()));
    return hasArrived ? undefined : clickByPlaywright.call(this, options);
  };
}

/** Returns whether the click was possible, and arrived at this one element. If not, nothing has happened. */
async function clickNow(elements: readonly Element[]): Promise<boolean> {
  // Vitest shows the page in a frame, at the size for which its window has room.
  const { frameElement } = window;
  if (frameElement === null) return false;
  const aim = await aimAt(elements, waitForFrame);
  if (aim === null) return false;
  const frame = frameElement.getBoundingClientRect();
  const scale = frame.width / innerWidth;
  const point = [frame.x + aim[0] * scale, frame.y + aim[1] * scale] as const;
  await sendMouse('mouseMoved', point);
  await Promise.all([sendMouse('mousePressed', point), sendMouse('mouseReleased', point)]);
  await new Promise(waitForFrame);
  return window.clickArrived?.() === true;
}

function sendMouse(
  type: 'mouseMoved' | 'mousePressed' | 'mouseReleased',
  [x, y]: readonly [number, number],
): Promise<unknown> {
  const pressed = type === 'mouseMoved' ? {} : { button: 'left' as const, clickCount: 1 };
  return cdp().send('Input.dispatchMouseEvent', { type, x, y, ...pressed });
}
