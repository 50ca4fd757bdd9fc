import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { googleStrings } from '../../app/account/passwordless-words.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { TERMS_VERSION } from '../../contracts/terms.ts';
import { CLIENT_ID, startGoogle } from '../support/network/google.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { useServer } from '../support/server/use-server.ts';

const SCRIPT = 'https://accounts.google.com/gsi/client';
/** Answers each press as `window.answer` says, and notes by whom it was asked. */
const GOOGLE = `
  window.asked = [];
  window.google = { accounts: { oauth2: { initTokenClient: (options) => ({
    requestAccessToken: () => { window.asked.push(options.client_id); options.callback(window.answer); },
  }) } } };`;

const google = await startGoogle();
afterAll(() => google.stop());
const server = useServer({ ...google.env });
const open = usePhones(server);

/** Presses the button; Google's own window answers this. */
async function signIn(page: Page, answer: object = {}): Promise<void> {
  await page.evaluate((given) => Reflect.set(window, 'answer', given), answer);
  await page.getByRole('button', { name: googleStrings.submit }).click();
}

test('signing in through Google asks it for nothing before, says why it failed, and starts a session for whom it vouches', async () => {
  const page = await open('about:blank');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.route(SCRIPT, (route) => route.abort());
  await page.goto('/login');
  await page.getByRole('button', { name: googleStrings.submit }).waitFor();
  await page.getByText(googleStrings.agrees).waitFor();
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
