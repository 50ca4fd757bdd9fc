import { beforeAll, expect, test } from 'vitest';
import { openWords } from '../../server/domain/open/open-words.ts';
import { faultsOfColour, faultsOn, layoutFaults } from '../support/accessibility/page-faults.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { OPEN_SLUG, openStage } from '../support/server/open-stage.ts';
import { useServer } from '../support/server/use-server.ts';

const server = useServer();
const openPage = usePhones(server);
const words = openWords.fr;

beforeAll(() => openStage(server));

test('a page without scripts is read, heard and searched in a browser that runs none', async () => {
  const page = await openPage('/catalogue', { browser: { javaScriptEnabled: false } });
  await page.getByLabel(words.search).fill('vieux lyon');
  await page.getByRole('button', { name: words.find }).click();
  await page.getByRole('link', { name: 'Le Vieux Lyon' }).click();
  await page.getByText(words.transcript).click();
  await expect.poll(() => page.getByText('Entrez (fr).').isVisible()).toBe(true);
  // Without a script 'Écouter' would lead nowhere.
  expect(await page.getByText(words.listen, { exact: true }).isVisible()).toBe(false);
  const sound = page.waitForResponse((response) => response.url().includes(`?open=${OPEN_SLUG}`));
  const audio = page.locator('audio');
  await audio.press('Space');
  expect((await sound).status()).toBeLessThan(300);
  await expect.poll(() => audio.evaluate((element: HTMLAudioElement) => element.played.length)).toBe(1);
});

test.each([
  ['the page', `/p/${OPEN_SLUG}`],
  ['the list for frames', `/embed/${OPEN_SLUG}`],
  ['the catalogue', '/catalogue'],
  ['the page of an address without an open map', '/p/rien-ici'],
])('%s is accessible in both looks, and fits small windows and large text', async (_, path) => {
  const page = await openPage(path);
  // They take their look from the device.
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await faultsOn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOfColour(page)).toEqual([]);
  expect(await layoutFaults(page)).toEqual([]);
});
