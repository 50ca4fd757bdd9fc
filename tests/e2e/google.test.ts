import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { CLIENT_ID, type LoopbackGoogle, startGoogle } from '../support/google.ts';
import { startServer, type TestServer } from '../support/server.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const SCRIPT = 'https://accounts.google.com/gsi/client';

describe('signing in through Google', () => {
  let google: LoopbackGoogle;
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    google = await startGoogle();
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json', ...google.env });
    browser = await openBrowser();
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await google?.stop();
  });

  /** The login screen where Google's script answers a press in this way. */
  async function openLogin(answer: object): Promise<Page> {
    const page = await (await openPhone(browser, server.origin, QUAY)).newPage();
    const body = `window.google = { accounts: { oauth2: { initTokenClient: (options) => ({
      requestAccessToken: () => { window.asked = options.client_id; options.callback(${JSON.stringify(answer)}); },
    }) } } };`;
    await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto('/login');
    return page;
  }
  const press = (page: Page) => page.getByRole('button', { name: strings.login.google }).click();

  it('starts a session for whom Google vouches', async () => {
    const page = await openLogin({ access_token: google.grant('g-1', 'anais@example.org') });
    await press(page);
    await page.getByRole('heading', { name: strings.parcours.title }).waitFor();
    expect(await page.evaluate(() => JSON.parse(localStorage.getItem('currentUser') ?? '{}').email)).toBe(
      'anais@example.org',
    );
    expect(await page.evaluate(() => Reflect.get(window, 'asked'))).toBe(CLIENT_ID);
  });

  it('says so where the server does not believe the token', async () => {
    const page = await openLogin({ access_token: 'made up' });
    await press(page);
    await page.getByRole('alert').getByText(strings.errors.googleRefused.trim()).waitFor();
  });

  it('says nothing where the person closed the window, and lets them press again', async () => {
    const page = await openLogin({ error: 'popup_closed' });
    await press(page);
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'asked'))).toBe(CLIENT_ID);
    expect(await page.getByRole('alert').count()).toBe(0);
    await press(page);
  });

  it('says that it failed where the script cannot be had', async () => {
    const page = await openLogin({});
    await page.unroute(SCRIPT);
    await page.route(SCRIPT, (route) => route.abort());
    await press(page);
    await page.getByRole('alert').getByText(strings.login.failed).waitFor();
  });

  it('asks nothing of Google before somebody is about to press', async () => {
    const page = await (await openPhone(browser, server.origin, QUAY)).newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto('/login');
    await page.getByRole('button', { name: strings.login.google }).waitFor();
    expect(asked.filter((url) => url.includes('google'))).toEqual([]);
  });
});
