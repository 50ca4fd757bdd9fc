import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { aboutStrings } from '../../app/legal/legal-words.ts';
import { paneStrings } from '../../app/parcours/panes-words.ts';
import { parcoursNameStrings } from '../../app/parcours/parcours-words.ts';
import { welcomeStrings } from '../../app/welcome/welcome-words.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closesByEscape, layoutFaults, missedByTab, screenFaults } from '../support/layout-faults.ts';
import { usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { openPane } from './steps.ts';

const DEMO_MAP = 'Île de la Cité';
const LYON: [number, number] = [4.8357, 45.764];

const server = useServer({ DEMO: '1' });
const open = usePhones(server);

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Of each screen alone, a test beside it asks the same with `screenFaultsHere`; here the whole app is around them. */
it('the frame without an account, the welcome, and the panes over the map are accessible at every size', async () => {
  const page = await open('/home/propos', { position: LYON });
  await page.getByRole('heading', { name: aboutStrings.title, level: 1 }).waitFor();
  expect([...(await layoutFaults(page)), ...(await missedByTab(page))]).toEqual([]);

  await page.goto(server.demo?.guestLink ?? 'no guest link');
  await page.getByText(welcomeStrings.stories(13), { exact: true }).waitFor();
  await page
    .getByRole('main')
    .getByText(/Le lieu le plus proche est à/)
    .waitFor();
  // A wider window would mount the map.
  expect([...(await screenFaults(page, { maxWidth: 768 })), ...(await missedByTab(page))]).toEqual([]);

  await press(page, welcomeStrings.listen);
  const name = parcoursNameStrings.change(DEMO_MAP);
  await press(page, name);
  await page.getByRole('dialog', { name: parcoursNameStrings.title }).waitFor();
  expect(await faultsInBothLooks(page)).toEqual([]);
  await closesByEscape(page, name);

  await openPane(page, paneStrings.info);
  await page.getByRole('heading', { name: DEMO_MAP, level: 1 }).waitFor();
  expect([...(await screenFaults(page, { maxWidth: 768 })), ...(await missedByTab(page))]).toEqual([]);
  await openPane(page, paneStrings.settings);
  await page.getByRole('heading', { name: paneStrings.settingsTitle }).waitFor();
  expect([...(await layoutFaults(page, { maxWidth: 768 })), ...(await missedByTab(page))]).toEqual([]);
});
