import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { passwordStrings } from '../../app/account/credentials-words.ts';
import { myDataStrings } from '../../app/account/my-data/my-data-words.ts';
import { profileStrings } from '../../app/account/profile-words.ts';
import { securityStrings } from '../../app/account/security/security-words.ts';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { aboutStrings, legalStrings, licencesStrings } from '../../app/legal/legal-words.ts';
import { createParcoursStrings, parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { call } from '../support/api.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { layoutFaults, missedByTab, screenFaults } from '../support/layout-faults.ts';
import { fixture, makeParcours, makePlace, signUpAs, upload } from '../support/people.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { visit } from './steps.ts';

const MAP = 'Les quais';
const STORY = 'Le banc';
const QUAY: [number, number] = [2.3411, 48.8571];

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

/** Of menus, sheets and questions over them, of what is empty and of what could not be fetched, the components' own tests ask axe. */
const MEMBER: Steps = [
  [
    'the maps, with an empty bundle',
    async (page) => {
      await page.getByText(MAP).first().waitFor();
      await page.getByText(parcoursStrings.empty).waitFor();
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
      await page.getByRole('alertdialog').waitFor({ state: 'detached' });
      await open(page, '/home/donnees', myDataStrings.title);
      await press(page, myDataStrings.erasure.open);
      await page.getByRole('button', { name: myDataStrings.erasure.confirm }).waitFor();
    },
  ],
  [
    'the profile, with a picture to cut',
    async (page) => {
      await open(page, '/home/profile', profileStrings.title);
      await page.getByLabel(profileStrings.choose).setInputFiles('app/public/icons/icon-512.png');
      await page.getByText(profileStrings.zoom).waitFor();
    },
  ],
  [
    'my drops, with a waveform, one that can be played, and a deletion that can be taken back',
    async (page) => {
      await open(page, '/home/drops', myDropsStrings.title);
      await page.locator('[role="img"] canvas').first().waitFor();
      await press(page, myDropsStrings.options(STORY));
      await page.getByRole('menuitem', { name: myDropsStrings.delete }).click();
      await page.getByText(myDropsStrings.deleted(STORY)).waitFor();
      await page.getByRole('button', { name: myDropsStrings.load }).first().click();
      await page.getByRole('button', { name: dropStrings.play }).first().waitFor();
      // It stays while it has the focus, however long it is looked at.
      await page.getByRole('button', { name: strings.app.undo }).focus();
    },
  ],
];

describe('axe finds nothing in either look', () => {
  const server = useServer();
  let page: Page;
  afterAll(closePhones);

  // One by one, so that none shares its time with the others; each goes on from where the one before stands.
  const look = (steps: Steps): void => {
    it.each(steps.map(([screen, reach, looks = 'axe']) => ({ screen, reach, looks })))('$screen', async (step) => {
      await step.reach(page);
      expect(await LOOKS[step.looks](page)).toEqual([]);
    });
  };

  describe('before the map, on', () => {
    beforeAll(async () => {
      page = await (await openPhoneWithoutMap(await sharedBrowser(), server.origin, QUAY)).newPage();
      await page.goto('/login');
    });
    look(STRANGER);
  });

  describe('for who is logged in, on', () => {
    beforeAll(async () => {
      const ana = await signUpAs(server, 'Ana', 'admin');
      const parcoursId = await makeParcours(server.origin, ana, MAP);
      for (const name of [STORY, 'Le pont']) {
        const placeId = await makePlace(server.origin, ana, parcoursId, name);
        await upload(server.origin, ana, placeId, await fixture('conforming-mono.wav'));
      }
      await call(server.origin, 'createBundle', { body: { name: 'Promenades', description: '' } }, ana.token);
      const storageState = loggedInStorage(server.origin, ana, { selectedParcours: `[${parcoursId}]` });
      page = await (await openPhoneWithoutMap(await sharedBrowser(), server.origin, QUAY, { storageState })).newPage();
      await page.goto('/home/parcours');
    });
    look(MEMBER);
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

async function alerted(page: Page): Promise<void> {
  await page.getByRole('alert').first().waitFor();
}
