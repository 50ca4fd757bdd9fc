import type { Page } from 'playwright';
import { expect } from 'vitest';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import type { Made } from './outbox-arrived.ts';

/** When in a round the page is killed. */
export const KILL_MOMENTS = ['recording', 'stopping', 'popup', 'saving', 'sending', 'never'] as const;
/** One of {@link KILL_MOMENTS}. */
export type KillMoment = (typeof KILL_MOMENTS)[number];

const words = recordStrings;

/** Records and saves a drop offline, up to the moment at which the page is killed; notes in `drop` how far that came. */
export async function makeDrop(
  page: Page,
  drop: Made,
  title: string,
  moment: KillMoment,
  random: () => number,
): Promise<void> {
  const killIn = async (withinMs: number): Promise<void> => {
    await page.waitForTimeout(random() * withinMs);
    if (!drop.isStopped) drop.seconds = await shownSeconds(page);
    await crash(page);
  };
  await page.getByRole('button', { name: dropStrings.open }).click();
  await page.getByRole('button', { name: words.start }).click();
  await page.getByRole('timer').waitFor();
  if (moment === 'recording') return killIn(2500);
  await page.waitForTimeout(400 + random() * 1200);
  drop.seconds = await shownSeconds(page);
  drop.isStopped = true;
  await page.getByRole('button', { name: words.stop }).click();
  if (moment === 'stopping') return killIn(300);
  const popup = page.getByRole('dialog', { name: words.title });
  await popup.getByLabel(dropStrings.name).fill(title);
  if (moment === 'popup') return killIn(600);
  await popup.getByRole('button', { name: dropStrings.save, exact: true }).click();
  if (moment === 'saving') return killIn(150);
  await popup.waitFor({ state: 'detached' });
  drop.title = title;
  if (moment !== 'sending') return;
  await page.context().setOffline(false);
  await killIn(1500);
}

/** Waits until the page knows all that is kept on this device, and has looked for recordings that were left. */
export async function isOutboxReady(page: Page): Promise<void> {
  await page.locator('[data-outbox-ready="true"]').waitFor({ state: 'attached' });
}

/** Saves what is offered as found, as a person does; returns how many there were. */
export async function takeUp(page: Page, title: string): Promise<number> {
  const offer = page.getByRole('button', { name: words.found });
  let count = 0;
  while (await offer.isVisible()) {
    await offer.click();
    const popup = page.getByRole('dialog', { name: words.found });
    if ((await popup.getByLabel(dropStrings.name).inputValue()) === '') {
      await popup.getByLabel(dropStrings.name).fill(title);
    }
    await popup.getByRole('button', { name: dropStrings.save, exact: true }).click();
    await popup.waitFor({ state: 'detached' }).catch(async (error: Error) => {
      throw new Error(`The popup stayed, and says: ${await popup.innerText()}`, { cause: error });
    });
    count += 1;
    // What is found next is offered once the popup has put this one aside.
    await page.getByRole('button', { name: dropStrings.open }).or(offer).first().waitFor();
  }
  return count;
}

/** Waits until nothing is left to be sent; where that waits for its next try, it is hurried as by a network that is back. */
export async function isEmptied(page: Page): Promise<void> {
  const left = page.locator('[data-outbox-count="0"]');
  await expect
    .poll(
      async () => {
        await page.evaluate(() => dispatchEvent(new Event('online')));
        return left.count();
      },
      { timeout: 60_000, interval: 300 },
    )
    .toBe(1);
}

/** Kills a page as a system does that needs the memory. */
export async function crash(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await Promise.race([devtools.send('Page.crash').catch(() => {}), page.waitForEvent('crash')]);
}

/** Seconds that the timer shows; 0 where it is gone. */
async function shownSeconds(page: Page): Promise<number> {
  const text = await page
    .getByRole('timer')
    .textContent({ timeout: 500 })
    .catch(() => null);
  const [minutes = 0, seconds = 0] = (text ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}
