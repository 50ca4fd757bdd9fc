import type { Page } from 'playwright';
import { expect } from 'vitest';
import { strings } from '../../app/ui/common-words.ts';
import { faultsInBothLooks } from './axe.ts';
import { settle } from './axe-faults.ts';
import { findFaults, listMissed, markUsable, readStop, WINDOWS } from './layout-in-page.ts';

/**
 * What does not hold in windows of 320 to 1,440 px, with text of normal and of twice its size: what is cut, what lies over
 * something else, and what reaches beyond the window. The window is the same afterwards.
 *
 * @param minWidth with `maxWidth` the windows to look at, where others show another screen
 */
export async function layoutFaults(page: Page, { minWidth = 320, maxWidth = 1440 } = {}): Promise<string[]> {
  const before = page.viewportSize();
  const faults: string[] = [];
  for (const { textSize, ...window } of WINDOWS.filter(({ width }) => width >= minWidth && width <= maxWidth)) {
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), textSize);
    await page.setViewportSize(window);
    await page.evaluate(settle);
    const found = await page.evaluate(findFaults);
    faults.push(...found.map((fault) => `at ${window.width} px, text of ${textSize}: ${fault}`));
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  if (before !== null) await page.setViewportSize(before);
  return faults;
}

/**
 * What axe finds on the screen as it stands, in both looks, and what does not hold at the sizes of {@link layoutFaults}, once
 * the first visit's loading screen no longer covers it.
 */
export async function screenFaults(page: Page, widths: Parameters<typeof layoutFaults>[1] = {}): Promise<string[]> {
  await page.getByText(strings.shell.loading).waitFor({ state: 'detached' });
  return [...(await faultsInBothLooks(page)), ...(await layoutFaults(page, widths))];
}

/** Escape closes the dialog that is open, and the focus is where it was before: at what has this name. */
export async function closesByEscape(page: Page, opener: string): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.ariaLabel || document.activeElement?.textContent))
    .toBe(opener);
}

/** What Tab does not come to of what can be used on the page, or comes to without showing it. The focus moves. */
export async function missedByTab(page: Page): Promise<string[]> {
  const count = await page.evaluate(markUsable);
  const seen = new Set<string>();
  // Radio buttons are one stop together, and what scrolls is one, too.
  for (let presses = 0; presses < 2 * count + 10 && seen.size < count; presses++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(readStop);
    if (at?.isMarked) seen.add(at.stop);
  }
  return page.evaluate(listMissed, [...seen]);
}
