import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordStrings } from '../../app/words/account/passwords.ts';
import { securityStrings } from '../../app/words/account/security.ts';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { myDropsStrings } from '../../app/words/drops/my-drops.ts';
import { aboutStrings } from '../../app/words/legal/about.ts';
import { legalStrings } from '../../app/words/legal/legal.ts';
import { licencesStrings } from '../../app/words/legal/licences.ts';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { createParcoursStrings } from '../../app/words/maps/create-parcours.ts';
import { mapPanes } from '../../app/words/maps/map-panes.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { profileStrings } from '../../app/words/profile.ts';
import { myDataStrings } from '../../app/words/rights/my-data.ts';
import { searchStrings } from '../../app/words/search.ts';
import { strings } from '../../app/words/strings.ts';
import { call } from '../support/api.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhone, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { layoutFaults, missedByTab, screenFaults } from '../support/layout-faults.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { mapReady, visit } from './steps.ts';

/** A place of the demo that stands alone, and a position in it. */
const STORY = 'Place Dauphine';
const THERE: [number, number] = [2.34225, 48.85652];

/** What is looked at: axe alone unless something else is said. Of the other sizes, other files tell. */
const LOOKS = {
  axe: faultsInBothLooks,
  sizes: screenFaults,
  'sizes and keys': async (page: Page) => [...(await screenFaults(page)), ...(await missedByTab(page))],
  // Of the longest one, the component's own test asks axe.
  'sizes alone': (page: Page) => layoutFaults(page),
};

/** A screen, or what it shows besides: how to come to it from the one before, and what shows that it is there. */
type Steps = ReadonlyArray<readonly [screen: string, (page: Page) => Promise<void>, (keyof typeof LOOKS)?]>;

const { info, members } = mapPanes;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

// A form is looked at once it names a fault: all of it is there still.
const STRANGER: Steps = [
  [
    'the login with a fault',
    (page) => open(page, '/login', strings.login.title).then(() => fails(page, strings.login.submit)),
  ],
  [
    'the sign-up with a fault',
    (page) => open(page, '/createaccount', strings.signUp.title).then(() => fails(page, strings.signUp.submit)),
  ],
  ['a forgotten password', (page) => open(page, '/forgotpassword', passwordStrings.forgotten.title), 'sizes'],
  [
    'another password with a fault',
    async (page) => {
      await open(page, '/resetpassword#token', passwordStrings.reset.title);
      await fails(page, passwordStrings.reset.submit);
    },
    'sizes',
  ],
  ['an address to verify', (page) => open(page, '/verifyemail#token', passwordStrings.verify.title), 'sizes'],
  ['an address that is not verified', (page) => fails(page, passwordStrings.verify.submit), 'sizes'],
  ['an invitation that fails', (page) => visit(page, '/invite').then(() => alerted(page))],
  ['an address without a screen', (page) => open(page, '/nowhere', strings.shell.notFound)],
  ['About', (page) => open(page, '/home/propos', aboutStrings.title), 'sizes and keys'],
  [
    'the terms',
    async (page) => {
      await open(page, '/home/terms', legalStrings.termsTitle);
      await page.getByRole('heading', { name: 'Objet' }).waitFor();
    },
    'sizes',
  ],
  [
    'the licences',
    async (page) => {
      await open(page, '/home/licences', licencesStrings.title);
      await page.getByText('lucide-react').waitFor();
    },
    'sizes alone',
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
  [
    'a new map with a fault',
    async (page) => {
      await open(page, '/home/createparcours', createParcoursStrings.title);
      await press(page, createParcoursStrings.submit);
      await page.locator('main').getByRole('alert').waitFor();
    },
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
    'security with a fault',
    async (page) => {
      await open(page, '/home/securite', securityStrings.title);
      await page.getByText(securityStrings.sessions.current, { exact: true }).waitFor();
      await fails(page, securityStrings.password.submit);
    },
    'sizes',
  ],
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
  [
    'the profile with a fault',
    (page) => open(page, '/home/profile', profileStrings.title).then(() => fails(page, profileStrings.upload)),
  ],
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
    'the portrait of a member',
    async (page) => {
      await visit(page, '/home');
      await page.getByRole('tab', { name: paneStrings.info }).click();
      await press(page, members.portrait('Lou'));
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'the acts on a member',
    async (page) => {
      await page.keyboard.press('Escape');
      await press(page, members.options('Lou'));
      await page.getByRole('menu').waitFor();
    },
  ],
  ['the privileges', (page) => choose(page, members.setPrivilege)],
  [
    'an edit of a map with a fault',
    async (page) => {
      await page.keyboard.press('Escape');
      await press(page, info.edit);
      await page.getByLabel(info.name).fill('');
      await fails(page, info.save);
    },
  ],
  ['an edit to be given up', (page) => press(page, info.cancel).then(() => page.getByRole('alertdialog').waitFor())],
  [
    'an upload',
    async (page) => {
      await press(page, info.discard.confirm);
      await page.getByRole('tab', { name: paneStrings.settings }).click();
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

/** Where the map is drawn. */
const MAP: Steps = [
  [
    'the map without the one on the network',
    async (page) => {
      await page.route('**/style.json', (route) => route.abort());
      await page.goto('/home');
      await mapReady(page);
      await page.getByText(mapStrings.fallback).waitFor();
    },
  ],
  [
    'the search with a suggestion and a failure',
    async (page) => {
      await press(page, searchStrings.toggle);
      await page.keyboard.type('pont');
      await page.getByRole('option').first().waitFor();
      await page
        .getByRole('alert')
        .filter({ hasText: searchStrings.autocompleteFailed('').trim() })
        .waitFor();
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
];

describe('axe finds nothing in either look', () => {
  const server = useServer({ DEMO: '1', GEOCODER_URL: 'http://127.0.0.1:9/' });
  let page: Page;
  afterAll(closePhones);

  /** The page of a demo's admin. */
  async function openAdmin(open: typeof openPhone): Promise<Page> {
    const [account] = server.demo?.accounts ?? [];
    if (account === undefined) throw new Error('The server made no demo accounts');
    const { email, password } = account;
    const session = await call(server.origin, 'login', { body: { email, password } });
    const storageState = loggedInStorage(server.origin, session, { selectedParcours: '[1]' });
    return (await open(await sharedBrowser(), server.origin, THERE, { storageState })).newPage();
  }

  // One by one, so that none shares its time with the others; each goes on from where the one before stands.
  const look = (steps: Steps): void => {
    it.each(steps.map(([screen, reach, looks = 'axe']) => ({ screen, reach, looks })))('$screen', async (step) => {
      await step.reach(page);
      expect(await LOOKS[step.looks](page)).toEqual([]);
    });
  };

  describe('before the map, on', () => {
    beforeAll(async () => {
      page = await (await openPhoneWithoutMap(await sharedBrowser(), server.origin, THERE)).newPage();
      await page.goto('/login');
    });
    look(STRANGER);
  });

  describe('for who is logged in, on', () => {
    beforeAll(async () => {
      page = await openAdmin(openPhoneWithoutMap);
      await page.goto('/home/parcours');
    });
    look(MEMBER);
  });

  describe('where the map is drawn, on', () => {
    beforeAll(async () => {
      page = await openAdmin(openPhone);
    });
    look(MAP);
  });
});

async function open(page: Page, path: string, title: string): Promise<void> {
  await visit(page, path);
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
}

async function fails(page: Page, submit: string): Promise<void> {
  await press(page, submit);
  await alerted(page);
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
