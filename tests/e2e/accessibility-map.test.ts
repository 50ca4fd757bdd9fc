import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenStrings } from '../../app/words/listen/listen.ts';
import { mapStrings } from '../../app/words/map.ts';
import { searchStrings } from '../../app/words/search.ts';
import { call } from '../support/api.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhone, sharedBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { mapReady } from './steps.ts';

/** A place of the demo that stands alone, and a position in it. */
const STORY = 'Place Dauphine';
const THERE: [number, number] = [2.34225, 48.85652];

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Each goes on from where the one before stands. */
const SCREENS: ReadonlyArray<readonly [screen: string, reach: (page: Page) => Promise<void>]> = [
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
];

describe('axe finds nothing in either look, where the map is in sight, on', () => {
  let server: TestServer;
  let page: Page;

  beforeAll(async () => {
    server = await startServer({ DEMO: '1', GEOCODER_URL: 'http://127.0.0.1:9/' });
    const [admin] = server.demo?.accounts ?? [];
    if (admin === undefined) throw new Error('The server made no demo accounts');
    const { email, password } = admin;
    const session = await call(server.origin, 'login', { body: { email, password } });
    const storageState = loggedInStorage(server.origin, session);
    page = await (await openPhone(await sharedBrowser(), server.origin, THERE, { storageState })).newPage();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  it.each(SCREENS)('%s', async (screen, reach) => {
    await reach(page);
    expect(await faultsInBothLooks(page), screen).toEqual([]);
  });
});
