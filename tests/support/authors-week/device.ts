import type { Locator, Page } from 'playwright';
import { menuStrings } from '../../../app/shell/menu-words.ts';
import { drawNothing } from '../page/draw-nothing.ts';
import { openPhoneRunning, PHONE, refuseWebgl } from '../phone/browser.ts';
import type { PhoneOptions } from '../phone/use-phones.ts';
import { shiftTimestamps } from '../phone/walker.ts';
import { countPresses } from './presses.ts';

/** A desk's screen with a mouse, or a phone with fingers. */
export type DeviceKind = 'desk' | 'phone';

/** How a device is opened. */
export function deviceOptions(kind: DeviceKind, hasMaps: boolean): PhoneOptions {
  const browser =
    kind === 'desk' ? { viewport: { width: 1280, height: 800 }, hasTouch: false } : { viewport: PHONE, hasTouch: true };
  return { open: openPhoneRunning(hasMaps ? drawNothing : refuseWebgl, shiftTimestamps, countPresses), browser };
}

/** What a person does on a page with the means of the device. */
export class Hand {
  readonly page: Page;
  readonly kind: DeviceKind;

  constructor(page: Page, kind: DeviceKind) {
    this.page = page;
    this.kind = kind;
  }

  /** Taps, or clicks, what has this name, or the control itself. */
  async press(what: string | Locator): Promise<void> {
    const target = typeof what === 'string' ? this.page.getByRole('button', { name: what, exact: true }) : what;
    await (this.kind === 'desk' ? target.click() : target.tap());
  }

  /** Taps, or clicks, this point of the window, in CSS pixels. */
  async pressAt(x: number, y: number): Promise<void> {
    await (this.kind === 'desk' ? this.page.mouse.click(x, y) : this.page.touchscreen.tap(x, y));
  }

  /** Goes to a field, and writes there. */
  async write(field: Locator, text: string): Promise<void> {
    await this.press(field);
    await field.fill(text);
  }

  /** Goes to another screen by the menu: on a wide screen it is always there. */
  async choose(entry: string | RegExp): Promise<void> {
    if (this.kind === 'phone')
      await this.press(this.page.getByRole('button', { name: new RegExp(`^${menuStrings.open}`) }));
    await this.press(this.page.getByRole('link', { name: entry }));
  }

  /** Drags a control to this height of the window, until `isThere`. */
  async dragTo(grip: Locator, y: number, isThere: () => Promise<void>): Promise<void> {
    await grip.scrollIntoViewIfNeeded();
    const box = await grip.boundingBox();
    if (box === null) throw new Error('Expected something to drag');
    const x = box.x + box.width / 2;
    const session = await this.page.context().newCDPSession(this.page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', { x, y: box.y + box.height / 2 });
    await touch('touchMove', { x, y });
    await isThere();
    await touch('touchEnd');
    await session.detach();
  }
}
