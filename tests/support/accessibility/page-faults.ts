import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';
import { listFaults, RULES_OF_COLOUR, settle } from './axe-faults.ts';
import { findFaults, WINDOWS } from './layout-in-page.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core's own rules find on the page as it stands, once nothing moves: the rule, where, and why. */
export function faultsOn(page: Page): Promise<string[]> {
  return runAxe(page, {});
}

/**
 * What they find on the page as it stands, and then in the other look, in which only colours differ. The page stays in
 * that.
 */
export async function faultsInBothLooks(page: Page): Promise<string[]> {
  const faults = await runAxe(page, {});
  const look = await takeOtherLook(page);
  return [...faults, ...(await faultsOfColour(page)).map((fault) => `in the ${look} look: ${fault}`)];
}

/** What is wrong with its colours alone. */
export function faultsOfColour(page: Page): Promise<string[]> {
  return runAxe(page, { runOnly: { type: 'rule', values: RULES_OF_COLOUR } });
}

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

async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  await page.evaluate(settle);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  // Of what is right only the names of the rules are made, and nothing crosses to this process.
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] });
  return listFaults(
    await page.evaluate<AxeResults['violations']>(`axe.run(document, ${asked}).then((all) => all.violations)`),
  );
}

/** Changes the look as another tab of the same person would, which nothing on the page loses its place or focus by. */
function takeOtherLook(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const look = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
    localStorage.setItem('theme', look);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    if (document.documentElement.dataset.theme !== look) throw new Error(`The page did not take the ${look} look`);
    // What is drawn by the look is drawn anew with the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return look;
  });
}
