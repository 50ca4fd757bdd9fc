import type { Page } from 'playwright';
import { settle } from './axe-faults.ts';
import { findFaults, WINDOWS } from './layout-in-page.ts';

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
