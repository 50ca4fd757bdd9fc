import type { Page } from 'playwright';
import { packStrings } from '../../../app/packs/packs-words.ts';
import { parcoursStrings } from '../../../app/parcours/parcours-words.ts';
import { strings } from '../../../app/ui/common-words.ts';
import { welcomeStrings } from '../../../app/welcome/welcome-words.ts';

/** A large pack on a busy machine. */
const DOWNLOAD_MAX_MS = 300_000;

/** Downloads the pack of a map from its row on the maps screen, and waits until all of it is on the device. */
export async function downloadPack(page: Page, mapName: string): Promise<void> {
  await page.goto('/home/parcours');
  // The app itself has to open without a network, too.
  await page.evaluate(() => navigator.serviceWorker.ready);
  await downloadFromRow(page, mapName);
}

/** The same in a page that shows the maps screen, whether or not it has the app's worker. */
export async function downloadFromRow(page: Page, mapName: string): Promise<void> {
  await page.getByRole('button', { name: parcoursStrings.moreAbout(mapName) }).click();
  await page.getByRole('menuitem', { name: packStrings.rowDownload }).click();
  await downloadInSheet(page);
}

/** Opens a link and downloads the pack from the welcome that it leads to: the map itself is never opened. */
export async function downloadFromWelcome(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.getByRole('button', { name: welcomeStrings.pack }).click();
  await downloadInSheet(page);
}

async function downloadInSheet(page: Page): Promise<void> {
  const sheet = page.getByRole('dialog', { name: packStrings.title });
  await sheet.getByRole('button', { name: new RegExp(`^${packStrings.download}`) }).click();
  await sheet.getByText(packStrings.status.whole).waitFor({ timeout: DOWNLOAD_MAX_MS });
  await sheet.getByRole('button', { name: strings.app.close, exact: true }).click();
}
