import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordStrings } from '../../app/words/account/passwords.ts';
import { securityStrings } from '../../app/words/account/security.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { myDropsStrings } from '../../app/words/drops/my-drops.ts';
import { aboutStrings } from '../../app/words/legal/about.ts';
import { legalStrings } from '../../app/words/legal/legal.ts';
import { licencesStrings } from '../../app/words/legal/licences.ts';
import { createParcoursStrings } from '../../app/words/maps/create-parcours.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { profileStrings } from '../../app/words/profile.ts';
import { myDataStrings } from '../../app/words/rights/my-data.ts';
import { strings } from '../../app/words/strings.ts';
import { call } from '../support/api.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';

/** A place of the demo that stands alone, and a position in it. */
const STORY = 'Place Dauphine';
const THERE: [number, number] = [2.34225, 48.85652];

/**
 * A screen: how to come to it from the one before, and what shows that it is there. With `sizes`, every size of window and text
 * is looked at as well: of the others, their own files do that.
 */
type Steps = ReadonlyArray<readonly [screen: string, (page: Page) => Promise<void>, 'sizes'?]>;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

const STRANGER: Steps = [
  ['the login', (page) => open(page, '/login', strings.login.title)],
  ['the login with a fault', (page) => press(page, strings.login.submit).then(() => alerted(page))],
  ['the sign-up', (page) => open(page, '/createaccount', strings.signUp.title)],
  ['the sign-up with a fault', (page) => press(page, strings.signUp.submit).then(() => alerted(page))],
  ['a forgotten password', (page) => open(page, '/forgotpassword', passwordStrings.forgotten.title), 'sizes'],
  ['another password', (page) => open(page, '/resetpassword#token', passwordStrings.reset.title), 'sizes'],
  [
    'another password with a fault',
    (page) => press(page, passwordStrings.reset.submit).then(() => alerted(page)),
    'sizes',
  ],
  ['an address to verify', (page) => open(page, '/verifyemail#token', passwordStrings.verify.title), 'sizes'],
  [
    'an address that is not verified',
    (page) => press(page, passwordStrings.verify.submit).then(() => alerted(page)),
    'sizes',
  ],
  ['an invitation that fails', (page) => visit(page, '/invite').then(() => alerted(page))],
  ['an address without a screen', (page) => open(page, '/nowhere', strings.shell.notFound)],
  ['about, for strangers', (page) => open(page, '/home/propos', aboutStrings.title)],
  [
    'the terms, for strangers',
    async (page) => {
      await open(page, '/home/terms', legalStrings.termsTitle);
      await page.getByRole('heading', { name: 'Objet' }).waitFor();
    },
  ],
  [
    'the licences, for strangers',
    async (page) => {
      await open(page, '/home/licences', licencesStrings.title);
      await page.getByText('lucide-react').waitFor();
    },
    'sizes',
  ],
];

const MEMBER: Steps = [
  [
    'the maps',
    async (page) => {
      await visit(page, '/home/parcours');
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
  [
    'security',
    async (page) => {
      await open(page, '/home/securite', securityStrings.title);
      await page.getByText(securityStrings.sessions.current, { exact: true }).waitFor();
    },
    'sizes',
  ],
  ['security with a fault', (page) => press(page, securityStrings.password.submit).then(() => alerted(page))],
  [
    'the end of all sessions',
    async (page) => {
      await press(page, securityStrings.sessions.endAll);
      await page.getByRole('alertdialog').waitFor();
    },
    'sizes',
  ],
  [
    'the own data, with the deletion of the account',
    async (page) => {
      await press(page, strings.app.cancel);
      await open(page, '/home/donnees', myDataStrings.title);
      await press(page, myDataStrings.erasure.open);
      await page.getByRole('button', { name: myDataStrings.erasure.confirm }).waitFor();
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
    'the map’s information',
    async (page) => {
      await visit(page, '/home');
      await page.getByRole('tab', { name: paneStrings.info }).click();
      await page.getByRole('heading', { name: 'Île de la Cité', level: 1 }).waitFor();
    },
  ],
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

describe('axe finds nothing in either look, where no map is in sight', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ DEMO: '1' });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  const openPage = async (options: BrowserContextOptions = {}): Promise<Page> =>
    (await openPhoneWithoutMap(browser, server.origin, THERE, options)).newPage();

  // One by one, so that none shares its time with the others; each goes on from where the one before stands.
  const look = (steps: Steps, pageOf: () => Page): void => {
    it.each(steps.map(([screen, reach, sizes]) => ({ screen, reach, sizes })))('$screen', async (step) => {
      await step.reach(pageOf());
      expect(await faultsOf(pageOf(), step.sizes), step.screen).toEqual([]);
    });
  };

  describe('before the map, on', () => {
    let page: Page;
    beforeAll(async () => {
      page = await openPage();
    });
    look(STRANGER, () => page);
  });

  describe('for who is logged in, on', () => {
    let page: Page;
    beforeAll(async () => {
      const [admin] = server.demo?.accounts ?? [];
      if (admin === undefined) throw new Error('The server made no demo accounts');
      const { email, password } = admin;
      const session = await call(server.origin, 'login', { body: { email, password } });
      page = await openPage({ storageState: loggedInStorage(server.origin, session) });
    });
    look(MEMBER, () => page);
  });
});

async function faultsOf(page: Page, sizes: Steps[number][2]): Promise<string[]> {
  const looks = await faultsInBothLooks(page);
  return sizes === undefined ? looks : [...looks, ...(await layoutFaults(page))];
}

async function open(page: Page, path: string, title: string): Promise<void> {
  await visit(page, path);
  await heading(page, title);
}

/** Shows another screen as the app's own links do: loading the page anew is most of what such a step takes. */
async function visit(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') return void (await page.goto(path));
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

async function openMenuOf(page: Page, map: string): Promise<void> {
  await visit(page, '/home/parcours');
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
