import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { googleStrings } from '../../app/words/account/google.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { strings } from '../../app/words/strings.ts';
import { TERMS_VERSION } from '../../contracts/rights/terms.ts';
import { faultsInBothLooks } from '../support/axe.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { CLIENT_ID, type LoopbackGoogle, startGoogle } from '../support/google.ts';
import { layoutFaults } from '../support/layout-faults.ts';
import { startServer, type TestServer } from '../support/server.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const SCRIPT = 'https://accounts.google.com/gsi/client';
/** Answers each press as `window.answer` says, and notes by whom it was asked. */
const GOOGLE = `
  window.asked = [];
  window.google = { accounts: { oauth2: { initTokenClient: (options) => ({
    requestAccessToken: () => { window.asked.push(options.client_id); options.callback(window.answer); },
  }) } } };`;

let google: LoopbackGoogle;
let server: TestServer;
let browser: Browser;

beforeAll(async () => {
  google = await startGoogle();
  server = await startServer({ ...google.env });
  browser = await sharedBrowser();
});
afterAll(async () => {
  await closePhones();
  await server?.stop();
  await google?.stop();
});

/** Presses the button; Google's own window answers this. */
async function signIn(page: Page, answer: object = {}): Promise<void> {
  await page.evaluate((given) => Reflect.set(window, 'answer', given), answer);
  await page.getByRole('button', { name: googleStrings.submit }).click();
}

test('signing in through Google asks it for nothing before, says why it failed, and starts a session for whom it vouches', async () => {
  const page = await (await openPhoneWithoutMap(browser, server.origin, QUAY)).newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: googleStrings.submit }).waitFor();
  await page.getByText(googleStrings.agrees).waitFor();
  expect([...(await faultsInBothLooks(page)), ...(await layoutFaults(page))]).toEqual([]);
  expect(requested.filter((url) => !url.startsWith(server.origin))).toEqual([]);

  const alert = page.getByRole('alert');
  await signIn(page);
  await alert.getByText(strings.login.failed).waitFor();

  await page.unroute(SCRIPT);
  await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: GOOGLE }));
  await signIn(page, { access_token: 'made up' });
  await alert.getByText(googleStrings.refused.trim()).waitFor();

  // Closing the window shows no message, and the button works again.
  await signIn(page, { error: 'popup_closed' });
  const asked = () => page.evaluate(() => Reflect.get(window, 'asked'));
  await expect.poll(asked).toEqual([CLIENT_ID, CLIENT_ID]);
  await alert.waitFor({ state: 'detached' });

  await signIn(page, { access_token: google.grant('g-1', 'anais@example.org') });
  await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}'));
  expect(stored).toMatchObject({ email: 'anais@example.org', termsVersion: TERMS_VERSION });
});
