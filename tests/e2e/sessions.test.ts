import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { makeParcours, type Person, signUp as signUpByCall } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { isAt, loggedInStorage, signUp } from './steps.ts';

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

describe('what a browser keeps of a session', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let bruno: Person;

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser();
    ana = await signUpByCall(server.origin, 'Ana');
    bruno = await signUpByCall(server.origin, 'Bruno');
    await makeParcours(server.origin, ana, 'La carte d’Ana');
    await makeParcours(server.origin, ana, 'Le jardin d’Ana');
    await makeParcours(server.origin, bruno, 'La carte de Bruno');
  });
  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function openAs(person: Person, more: Readonly<Record<string, string>> = {}): Promise<Page> {
    const storageState = loggedInStorage(server.origin, person, more);
    return (await openPhone(browser, server.origin, QUAY, { storageState })).newPage();
  }

  const keptKeys = (page: Page) => page.evaluate(() => Object.keys(localStorage).sort());

  it('is, once it has expired, cleared of exactly what belongs to it, when the page is loaded', async () => {
    const [header, payload, signature] = ana.token.split('.');
    const claims = { ...JSON.parse(atob(payload ?? '')), exp: Math.floor(Date.now() / 1000) - 1 };
    const page = await openAs(ana, {
      token: [header, btoa(JSON.stringify(claims)).replace(/=+$/, ''), signature].join('.'),
      selectedParcours: '[1]',
      parcoursBeingCreated: JSON.stringify({ id: 1, title: 'Quai', description: 'Un quai', privilege: 'admin' }),
      isLoggedIn: 'true',
      inviteToken: 'waiting',
      theme: 'dark',
    });
    await page.goto('/home/terms');
    await page.getByText('Token expired, please login again.').waitFor();
    await isAt(page, '/login');
    expect(await keptKeys(page)).toEqual(['inviteToken', 'isLoggedIn', 'theme']);
  });

  it('is looked at every five minutes, also while nobody touches the page', async () => {
    const page = await openAs(ana);
    await page.clock.install();
    await page.goto('/home/createparcours');
    await page.getByRole('heading', { name: strings.createParcours.title }).waitFor();
    await page.clock.fastForward(DAY_MS);
    await page.getByText('Token expired, please login again.').waitFor();
    await isAt(page, '/login');
  });

  it('is looked at before a call, which is not sent', async () => {
    const page = await openAs(ana);
    let calls = 0;
    await page.route('**/v1/map/parcours', (route) => {
      calls += 1;
      return route.continue();
    });
    await page.goto('/home/createparcours');
    await page.getByLabel(strings.createParcours.name).fill('Trop tard');
    await page.getByLabel(strings.createParcours.description).fill('La session a expiré.');
    await page.clock.setFixedTime(Date.now() + DAY_MS);
    await page.getByRole('button', { name: strings.createParcours.submit, exact: true }).click();
    await page.getByText('Token expired, please login again.').waitFor();
    await isAt(page, '/login');
    expect(calls).toBe(0);
  });

  it('is repaired where it is damaged, and the rest of it goes on serving', async () => {
    const page = await openAs(ana, {
      userData: '{"id":',
      isLoggedIn: 'maybe',
      selectedParcours: '{"not":"a list"}',
      parcoursBeingCreated: '[]',
      mapLoaded: '12',
      theme: 'purple',
    });
    await page.goto('/home/parcours');
    await page.getByText('Le jardin d’Ana').waitFor();
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('selectedParcours')), { timeout: 20_000 })
      .toBe('[2]');
    await expect.poll(() => keptKeys(page), { timeout: 20_000 }).not.toContain('theme');
    expect(await keptKeys(page)).not.toContain('parcoursBeingCreated');
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
  });

  it.each(['no token at all', 'a.b.c'])('is no session where the token is %j', async (token) => {
    const page = await openAs(ana, { token });
    await page.goto('/home/parcours');
    await isAt(page, '/login');
    expect(await keptKeys(page)).toEqual([]);
  });

  it('is the same in two tabs: the look, the map listened to, the person, and the end of it', async () => {
    const first = await openAs(ana, { selectedParcours: '[2]' });
    const second = await first.context().newPage();
    for (const page of [first, second]) {
      await page.goto('/home/parcours');
      await page.getByRole('button', { name: strings.parcours.stopListening('Le jardin d’Ana') }).waitFor();
    }
    await first.getByRole('button', { name: strings.parcours.listen('La carte d’Ana') }).click();
    await second.getByRole('button', { name: strings.parcours.stopListening('La carte d’Ana') }).waitFor();

    await first.getByRole('button', { name: strings.menu.open }).click();
    await first.getByRole('switch', { name: strings.menu.darkTheme }).click();
    await second.locator('html[data-theme="dark"]').waitFor();

    await first.goto('/login');
    await first.getByLabel(strings.login.email).fill(bruno.email);
    await first.getByLabel(strings.login.password, { exact: true }).fill(bruno.password);
    await first.getByRole('button', { name: strings.login.submit }).click();
    await second.getByText('La carte de Bruno').waitFor();
    expect(await second.getByText('La carte d’Ana').count()).toBe(0);

    await first.getByRole('button', { name: strings.menu.open }).click();
    await first.getByRole('button', { name: strings.menu.logout }).click();
    await isAt(second, '/login');
    await second.locator('html[data-theme="light"]').waitFor();
    expect(await keptKeys(second)).toEqual([]);
  });
});
