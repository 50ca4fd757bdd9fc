import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { myDropsStrings } from '../../app/words/drops/my-drops.ts';
import { aboutStrings } from '../../app/words/legal/about.ts';
import { legalStrings } from '../../app/words/legal/legal.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { createParcoursStrings } from '../../app/words/maps/create-parcours.ts';
import { mapNameStrings } from '../../app/words/maps/map-name.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { profileStrings } from '../../app/words/profile.ts';
import { searchStrings } from '../../app/words/search.ts';
import { strings } from '../../app/words/strings.ts';
import { welcomeStrings } from '../../app/words/welcome.ts';
import { call } from '../support/api.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhone, sharedBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage, mapReady } from './steps.ts';

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
  ['about, for strangers', (page) => open(page, '/home/propos', aboutStrings.title)],
  [
    'the terms, for strangers',
    async (page) => {
      await open(page, '/home/terms', legalStrings.termsTitle);
      await page.getByRole('heading', { name: 'Objet' }).waitFor();
    },
  ],
];

const MEMBER: Steps = [
  [
    'the maps',
    async (page) => {
      await page.goto('/home/parcours');
      await page.getByText('Île de la Cité').first().waitFor();
    },
  ],
  ['about', (page) => open(page, '/home/propos', aboutStrings.title)],
  ['the terms', (page) => open(page, '/home/terms', legalStrings.termsTitle)],
  ['a new map', (page) => open(page, '/home/createparcours', createParcoursStrings.title)],
  [
    'a new map with a fault',
    (page) => press(page, createParcoursStrings.submit).then(() => page.locator('main').getByRole('alert').waitFor()),
  ],
  ['the acts on a map', (page) => openMenuOf(page, 'Île de la Cité')],
  ['the bundles of a map, without any', (page) => choose(page, parcoursStrings.bundlesOf)],
  [
    'the deletion of a map',
    async (page) => {
      await press(page, strings.app.close);
      await openMenuOf(page, 'Île de la Cité');
      await page.getByRole('menuitem', { name: parcoursStrings.delete }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  ],
  [
    'a new bundle with a fault',
    async (page) => {
      await press(page, strings.app.cancel);
      await press(page, parcoursStrings.newBundle);
      await press(page, strings.app.save);
      await alerted(page);
    },
  ],
  [
    'an empty bundle',
    async (page) => {
      await page.getByLabel(parcoursStrings.bundleName).fill('Promenades');
      await press(page, strings.app.save);
      await page.getByText(parcoursStrings.empty).waitFor();
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
  ['the profile', (page) => open(page, '/home/profile', profileStrings.title)],
  ['the profile with a fault', (page) => press(page, profileStrings.upload).then(() => alerted(page))],
  [
    'a picture to cut',
    async (page) => {
      await page.getByLabel(profileStrings.choose).setInputFiles('app/public/icons/icon-512.png');
      await page.getByText(profileStrings.zoom).waitFor();
    },
  ],
  [
    'my drops, with a waveform',
    async (page) => {
      await open(page, '/home/drops', myDropsStrings.title);
      await page.locator('[role="img"] canvas').first().waitFor();
    },
  ],
  ['the acts on a drop', (page) => press(page, myDropsStrings.options(STORY))],
  [
    'a deletion that can be taken back',
    async (page) => {
      await page.getByRole('menuitem', { name: myDropsStrings.delete }).click();
      await page.getByText(myDropsStrings.deleted(STORY)).waitFor();
      // It stays while it has the focus, however long it is looked at.
      await page.getByRole('button', { name: strings.app.undo }).focus();
    },
  ],
  [
    'a drop that can be played',
    async (page) => {
      await press(page, strings.app.undo);
      await page.getByRole('button', { name: myDropsStrings.load }).first().click();
      await page.getByRole('button', { name: dropStrings.play }).first().waitFor();
    },
  ],
  [
    'no drops',
    async (page) => {
      await page.route('**/v1/drop/**', (route) => route.fulfill({ json: { drops: [] } }));
      await page.reload();
      await page.getByText(myDropsStrings.empty).waitFor();
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
  [
    'the map without the one on the network',
    async (page) => {
      await page.route('**/style.json', (route) => route.abort());
      await page.goto('/home');
      await page.getByText(mapStrings.fallback).waitFor();
    },
  ],
  [
    'the map',
    async (page) => {
      await page.unroute('**/style.json');
      await page.goto('/home');
      await mapReady(page);
    },
  ],
  [
    'the search with a suggestion and a failure',
    async (page) => {
      await press(page, searchStrings.toggle);
      await page.keyboard.type('pont');
      await page.getByRole('option').first().waitFor();
      await page.getByRole('alert').waitFor();
      await page.keyboard.press('ArrowDown');
    },
  ],
  [
    'the list of places',
    async (page) => {
      await press(page, searchStrings.toggle);
      await press(page, mapStrings.placeList);
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'a story',
    async (page) => {
      await page.getByRole('dialog').getByRole('button', { name: STORY }).click();
      await page.getByRole('region', { name: listenStrings.player }).getByRole('slider').waitFor();
    },
  ],
  ['the map’s information', (page) => page.getByRole('tab', { name: paneStrings.info }).click()],
  [
    'the settings with an invitation',
    async (page) => {
      await page.getByRole('tab', { name: paneStrings.settings }).click();
      await press(page, paneStrings.makeLink);
      await page.getByLabel(paneStrings.link).waitFor();
    },
  ],
  [
    'an upload',
    async (page) => {
      await page.getByRole('switch', { name: paneStrings.dropMode }).check();
      await page.getByRole('tab', { name: paneStrings.map }).click();
      await press(page, dropStrings.open);
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

describe('axe finds nothing in either look', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ DEMO: '1', GEOCODER_URL: 'http://127.0.0.1:9/' });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> =>
    (await openPhone(browser, server.origin, THERE, options)).newPage();

  it('on the screens before the map', async () => {
    const page = await openPage();
    for (const [screen, reach] of STRANGER) {
      await reach(page);
      expect(await faultsInBothLooks(page), screen).toEqual([]);
    }
  });

  it('on the welcome of a guest, and the map that it leads to', async () => {
    const page = await openPage();
    await page.goto(server.demo?.guestLink ?? 'no guest link');
    await page.getByText(welcomeStrings.stories(13), { exact: true }).waitFor();
    expect(await faultsInBothLooks(page), 'the welcome').toEqual([]);
    await press(page, welcomeStrings.listen);
    await page.getByRole('button', { name: mapNameStrings.change('Île de la Cité') }).click();
    await page.getByRole('dialog').waitFor();
    expect(await faultsInBothLooks(page), 'the maps to choose from').toEqual([]);
  });

  // One by one, so that none shares its time with the others; each goes on from where the one before stands.
  describe('for who is logged in, on', () => {
    let page: Page;
    beforeAll(async () => {
      const [admin] = server.demo?.accounts ?? [];
      if (admin === undefined) throw new Error('The server made no demo accounts');
      const { email, password } = admin;
      const session = await call(server.origin, 'login', { body: { email, password } });
      page = await openPage({ storageState: loggedInStorage(server.origin, session) });
    });

    it.each(MEMBER)('%s', async (screen, reach) => {
      await reach(page);
      expect(await faultsInBothLooks(page), screen).toEqual([]);
    });
  });
});

async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await heading(page, title);
}

async function openMenuOf(page: Page, map: string): Promise<void> {
  await page.goto('/home/parcours');
  await press(page, parcoursStrings.moreAbout(map));
  await page.getByRole('menu').waitFor();
}

async function choose(page: Page, act: string): Promise<void> {
  await page.getByRole('menuitem', { name: act }).click();
  await page.getByRole('dialog').waitFor();
}

async function alerted(page: Page): Promise<void> {
  await page.getByRole('alert').first().waitFor();
}
