import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { faultsOn } from '../support/axe.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { mapReady } from './steps.ts';

/** A place of the demo that stands alone, and a position in it. */
const STORY = 'Place Dauphine';
const THERE: [number, number] = [2.34225, 48.85652];

/** A screen: how to come to it from the one before, and what shows that it is there. */
type Steps = ReadonlyArray<readonly [screen: string, (page: Page) => Promise<void>]>;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

const STRANGER: Steps = [
  ['the login', (page) => open(page, '/login', strings.login.title)],
  ['the login with a fault', (page) => press(page, strings.login.submit).then(() => alerted(page))],
  ['the sign-up', (page) => open(page, '/createaccount', strings.signUp.title)],
  ['the sign-up with a fault', (page) => press(page, strings.signUp.submit).then(() => alerted(page))],
  ['an invitation that fails', (page) => page.goto('/invite').then(() => alerted(page))],
  ['an address without a screen', (page) => open(page, '/nowhere', strings.shell.notFound)],
  ['about, for strangers', (page) => open(page, '/home/propos', strings.about.title)],
  [
    'the terms, for strangers',
    async (page) => {
      await open(page, '/home/terms', strings.legal.termsTitle);
      await page.getByRole('heading', { name: 'Objet' }).waitFor();
    },
  ],
];

const MEMBER: Steps = [
  ['the maps', (page) => page.getByText('Île de la Cité').first().waitFor()],
  ['about', (page) => open(page, '/home/propos', strings.about.title)],
  ['the terms', (page) => open(page, '/home/terms', strings.legal.termsTitle)],
  ['a new map', (page) => open(page, '/home/createparcours', strings.createParcours.title)],
  [
    'a new map with a fault',
    (page) => press(page, strings.createParcours.submit).then(() => page.locator('main').getByRole('alert').waitFor()),
  ],
  ['the acts on a map', (page) => openMenuOf(page, 'Île de la Cité')],
  ['the bundles of a map, without any', (page) => choose(page, strings.parcours.bundlesOf)],
  [
    'the deletion of a map',
    async (page) => {
      await press(page, strings.app.close);
      await openMenuOf(page, 'Île de la Cité');
      await page.getByRole('menuitem', { name: strings.parcours.delete }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  [
    'a new bundle with a fault',
    async (page) => {
      await press(page, strings.app.cancel);
      await press(page, strings.parcours.newBundle);
      await press(page, strings.app.save);
      await alerted(page);
    },
  ],
  [
    'an empty bundle',
    async (page) => {
      await page.getByLabel(strings.parcours.bundleName).fill('Promenades');
      await press(page, strings.app.save);
      await page.getByText(strings.parcours.empty).waitFor();
    },
  ],
  [
    'the maps that could not be fetched',
    async (page) => {
      await page.route(/maps-for-user|bundle\/\d+\/maps/, (route) => route.abort());
      await page.reload();
      await alerted(page);
      await page.unroute(/maps-for-user|bundle\/\d+\/maps/);
    },
  ],
  ['the profile', (page) => open(page, '/home/profile', strings.profile.title)],
  ['the profile with a fault', (page) => press(page, strings.profile.upload).then(() => alerted(page))],
  [
    'a picture to cut',
    async (page) => {
      await page.getByLabel(strings.profile.choose).setInputFiles('app/public/icons/icon-512.png');
      await page.getByText(strings.profile.zoom).waitFor();
    },
  ],
  [
    'my drops, with a waveform',
    async (page) => {
      await open(page, '/home/drops', strings.myDrops.title);
      await page.locator('[role="img"] canvas').first().waitFor();
    },
  ],
  ['the acts on a drop', (page) => press(page, strings.myDrops.options(STORY))],
  [
    'a deletion that can be taken back',
    async (page) => {
      await page.getByRole('menuitem', { name: strings.myDrops.delete }).click();
      await page.getByText(strings.myDrops.deleted(STORY)).waitFor();
      // It stays while it has the focus, however long it is looked at.
      await page.getByRole('button', { name: strings.app.undo }).focus();
    },
  ],
  [
    'a drop that can be played',
    async (page) => {
      await press(page, strings.app.undo);
      await page.getByRole('button', { name: strings.myDrops.load }).first().click();
      await page.getByRole('button', { name: strings.drops.play }).first().waitFor();
    },
  ],
  [
    'no drops',
    async (page) => {
      await page.route('**/v1/drop/**', (route) => route.fulfill({ json: { drops: [] } }));
      await page.reload();
      await page.getByText(strings.myDrops.empty).waitFor();
    },
  ],
  [
    'drops that could not be fetched',
    async (page) => {
      await page.unroute('**/v1/drop/**');
      await page.route('**/v1/drop/**', (route) => route.abort());
      await page.reload();
      await alerted(page);
      await page.unroute('**/v1/drop/**');
    },
  ],
  ['the map', (page) => page.goto('/home').then(() => mapReady(page))],
  [
    'the search with a suggestion and a failure',
    async (page) => {
      await press(page, strings.search.toggle);
      await page.keyboard.type('pont');
      await page.getByRole('option').first().waitFor();
      await page.getByRole('alert').waitFor();
      await page.keyboard.press('ArrowDown');
    },
  ],
  [
    'the list of places',
    async (page) => {
      await press(page, strings.search.toggle);
      await press(page, strings.map.placeList);
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a story',
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: STORY }).click();
      await page.getByRole('button', { name: strings.listen.play, exact: true }).waitFor();
    },
  ],
  ['the map’s information', (page) => page.getByRole('tab', { name: strings.panes.info }).click()],
  [
    'the settings with an invitation',
    async (page) => {
      await page.getByRole('tab', { name: strings.panes.settings }).click();
      await press(page, strings.panes.makeLink);
      await page.getByLabel(strings.panes.link).waitFor();
    },
  ],
  [
    'an upload',
    async (page) => {
      await page.getByRole('switch', { name: strings.panes.dropMode }).check();
      await page.getByRole('tab', { name: strings.panes.map }).click();
      await press(page, strings.drops.open);
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the menu',
    async (page) => {
      await press(page, strings.app.close);
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await press(page, strings.menu.open);
      await page.getByRole('dialog').waitFor();
    },
  ],
];

describe.each(['light', 'dark'] as const)('axe finds nothing in the %s look', (theme) => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({
      DEMO: '1',
      MAP_STYLE_URL: 'http://127.0.0.1:9/style.json',
      GEOCODER_URL: 'http://127.0.0.1:9/',
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openPage(): Promise<Page> {
    // At rest at once: a colour half-way through a transition is no colour of ours.
    const context = await openPhone(browser, server.origin, THERE, { reducedMotion: 'reduce' });
    await context.addInitScript((chosen) => {
      localStorage.setItem('theme', chosen);
      localStorage.setItem('mapLoaded', 'true');
    }, theme);
    return context.newPage();
  }

  it('on the screens before the map', async () => {
    const page = await openPage();
    for (const [screen, reach] of STRANGER) {
      await reach(page);
      expect(await faultsOn(page), screen).toEqual([]);
    }
  });

  // One by one, so that none shares its time with the others; each goes on from where the one before stands.
  describe('for who is logged in, on', () => {
    let page: Page;
    beforeAll(async () => {
      page = await openPage();
      const [admin] = server.demo?.accounts ?? [];
      if (admin === undefined) throw new Error('The server made no demo accounts');
      await page.goto('/login');
      await page.getByLabel(strings.login.email).fill(admin.email);
      await page.getByLabel(strings.login.password, { exact: true }).fill(admin.password);
      await press(page, strings.login.submit);
    });

    it.each(MEMBER)('%s', async (screen, reach) => {
      await reach(page);
      expect(await faultsOn(page), screen).toEqual([]);
    });
  });
});

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await heading(page, title);
}

async function openMenuOf(page: Page, map: string): Promise<void> {
  await page.goto('/home/parcours');
  await press(page, strings.parcours.moreAbout(map));
  await page.getByRole('menu').waitFor();
}

async function choose(page: Page, act: string): Promise<void> {
  await page.getByRole('menuitem', { name: act }).click();
  await page.getByRole('dialog').waitFor();
}

async function alerted(page: Page): Promise<void> {
  await page.getByRole('alert').first().waitFor();
}
