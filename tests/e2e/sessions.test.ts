import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { signUp } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
/** Longer than a token without 'Stay logged in' is good for. */
const DAY_MS = 24 * 3600 * 1000;

describe('a session whose token has ended', () => {
  let server: TestServer;
  let browser: Browser;

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openSession(name: string): Promise<Page> {
    const page = await (await openPhone(browser, server.origin, QUAY)).newPage();
    await page.goto('/createaccount');
    await signUp(page, { name, email: `${name}@example.org`, password: 'un long mot de passe' });
    await page.getByRole('heading', { name: strings.parcours.title }).waitFor();
    return page;
  }

  async function isSentToLogin(page: Page): Promise<void> {
    await page.getByText(strings.errors.tokenExpired).waitFor();
    expect(new URL(page.url()).pathname).toBe('/login');
    const left = await page.evaluate(() => Object.keys(localStorage));
    expect(left.filter((key) => key !== 'theme')).toEqual([]);
  }

  it('by its own clock is sent to the login, and told why, on the next change of screen', async () => {
    const page = await openSession('ana');
    await page.clock.setFixedTime(Date.now() + DAY_MS);
    await page.getByRole('link', { name: strings.parcours.create }).first().click();
    await isSentToLogin(page);
  });

  it('by the clock of the server is sent there by the first call that is refused', async () => {
    const page = await openSession('bruno');
    server.advance(DAY_MS);
    await page.reload();
    await isSentToLogin(page);
  });
});
