import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { makeParcours, type Person, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { isAt, loggedInStorage, mapReady, swipe } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];

let server: TestServer;
let browser: Browser;
let owner: Person;
let newcomer: Person;

beforeAll(async () => {
  server = await startServer({
    MAP_STYLE_URL: 'http://127.0.0.1:9/style.json',
    ASSOCIATION_NAME: 'Les Voix du Quai',
    WEBSITE_URL: 'https://example.org/drop',
  });
  browser = await openBrowser();
  owner = await signUp(server.origin, 'Ana');
  await makeParcours(server.origin, owner, 'Le quai');
  newcomer = await signUp(server.origin, 'Bruno');
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

async function openPage(storageState?: BrowserContextOptions['storageState'] & object): Promise<Page> {
  const options = storageState === undefined ? {} : { storageState };
  return (await openPhone(browser, server.origin, QUAY, options)).newPage();
}

function openAs(person: Person, more: Readonly<Record<string, string>> = {}): Promise<Page> {
  return openPage(loggedInStorage(server.origin, person, more));
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Goes there and loads it afresh: both times the page must end up at `landing`, with this heading. */
async function leadsTo(page: Page, path: string, landing: string, title: string): Promise<void> {
  await page.goto(path);
  await heading(page, title).waitFor();
  await isAt(page, landing);
  await page.reload();
  await heading(page, title).waitFor();
  await isAt(page, landing);
}

describe('without a session', () => {
  it.each(['/', '/home', '/home/parcours', '/home/createparcours', '/home/drops', '/home/profile'])(
    '%s leads to the login',
    async (path) => {
      await leadsTo(await openPage(), path, '/login', strings.login.title);
    },
  );

  it.each([
    ['/login', '/login', strings.login.title],
    ['/createaccount', '/createaccount', strings.signUp.title],
    ['/CreateAccount/', '/CreateAccount/', strings.signUp.title],
    ['/home/terms', '/home/terms', strings.legal.termsTitle],
    ['/home/propos', '/home/propos', strings.about.title],
    ['/Propos', '/home/propos', strings.about.title],
    ['/home/Propos', '/home/Propos', strings.about.title],
    ['/nowhere', '/nowhere', strings.shell.notFound],
    ['/home/nowhere', '/home/nowhere', strings.shell.notFound],
  ])('%s is shown, also when it is loaded afresh', async (path, landing, title) => {
    await leadsTo(await openPage(), path, landing, title);
  });

  it('/invite without a token says what is missing, and leads on', async () => {
    const page = await openPage();
    await page.goto('/invite');
    await heading(page, strings.invite.processing).waitFor();
    await page.getByRole('alert').getByText(strings.invite.noToken).waitFor();
    await page.getByRole('button', { name: strings.invite.toLogin }).click();
    await isAt(page, '/login');
  });

  it('the sign-up and its back arrow go to and fro, and so do the buttons of the browser', async () => {
    const page = await openPage();
    await page.goto('/login');
    await page.getByRole('link', { name: strings.login.register }).click();
    await heading(page, strings.signUp.title).waitFor();
    await page.goBack();
    await heading(page, strings.login.title).waitFor();
    await page.goForward();
    await page.getByRole('link', { name: strings.signUp.back }).click();
    await heading(page, strings.login.title).waitFor();
    await isAt(page, '/login');
  });

  it('the terms open beside the sign-up, whose fields keep what they hold', async () => {
    const page = await openPage();
    await page.goto('/createaccount');
    await page.getByLabel(strings.signUp.username).fill('Ana');
    const [terms] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: strings.signUp.readTerms }).click(),
    ]);
    await heading(terms, strings.legal.termsTitle).waitFor();
    await terms.getByText('Les Voix du Quai').first().waitFor();
    expect(await terms.locator('mark').first().textContent()).toBe(
      `[${strings.legal.placeholders.associationContact}]`,
    );
    expect(await page.getByLabel(strings.signUp.username).inputValue()).toBe('Ana');
  });

  it('what there is about the product names the pages that are configured, and no others', async () => {
    const page = await openPage();
    await page.goto('/Propos');
    await page.getByText(strings.about.slogan).waitFor();
    const website = page.getByRole('link', { name: strings.about.website });
    await website.waitFor();
    expect(await website.getAttribute('href')).toBe('https://example.org/drop');
    expect(await page.getByRole('link', { name: strings.about.social }).count()).toBe(0);
    await page.getByRole('link', { name: strings.about.terms }).click();
    await heading(page, strings.legal.termsTitle).waitFor();
    await page.getByRole('link', { name: strings.app.back }).click();
    await page.getByText(strings.about.slogan).waitFor();
  });
});

describe('with a session', () => {
  it.each(['/', '/home'])('%s shows the map of who has one, and nothing beside it', async (path) => {
    const page = await openAs(owner, { selectedParcours: '[1]' });
    await page.goto(path);
    await mapReady(page);
    await page.reload();
    await mapReady(page);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(await page.locator('[inert]:has([data-testid="map"])').count()).toBe(0);
  });

  it.each(['/', '/home'])('%s leads who has no map to the maps', async (path) => {
    await leadsTo(await openAs(newcomer), path, '/home/parcours', strings.parcours.title);
  });

  it.each([
    ['/home/parcours', strings.parcours.title],
    ['/home/createparcours', strings.createParcours.title],
    ['/home/drops', strings.myDrops.title],
    ['/home/profile', strings.profile.title],
    ['/home/propos', strings.about.title],
    ['/home/terms', strings.legal.termsTitle],
  ])('%s stands beside the map, which is out of reach', async (path, title) => {
    const page = await openAs(owner, { selectedParcours: '[1]' });
    await leadsTo(page, path, path, title);
    await page.locator('[inert] [data-testid="map"]').waitFor({ state: 'attached' });
  });

  it('an address without a screen says so, and leads back to the map', async () => {
    const page = await openAs(owner, { selectedParcours: '[1]' });
    await page.goto('/home/nowhere');
    await page.getByText(strings.shell.notFoundCode, { exact: true }).waitFor();
    expect(await page.title()).toBe(strings.app.titled(strings.shell.notFound));
    await page.getByRole('link', { name: strings.shell.toMap }).click();
    await isAt(page, '/home');
  });

  it('back and forward walk through the screens, each with its name', async () => {
    const page = await openAs(owner);
    const walk = [
      [strings.parcours.title, '/home/parcours'],
      [strings.createParcours.title, '/home/createparcours'],
      [strings.profile.title, '/home/profile'],
      [strings.myDrops.title, '/home/drops'],
    ] as const;
    await page.goto('/home/parcours');
    await page.getByRole('link', { name: strings.parcours.create }).first().click();
    for (const entry of [strings.menu.profile, strings.menu.drops]) {
      await page.getByRole('button', { name: strings.menu.open }).click();
      await page.getByRole('dialog').getByRole('link', { name: entry }).click();
    }
    await heading(page, strings.myDrops.title).waitFor();
    for (const _ of walk.slice(1)) await page.goBack();
    for (const [title, path] of walk) {
      await heading(page, title).waitFor();
      await isAt(page, path);
      await expect.poll(() => page.title()).toBe(strings.app.titled(title));
      await page.goForward();
    }
  });

  it.each(['/home/createparcours', '/home/drops', '/home/profile'])('%s leads a guest to the maps', async (path) => {
    const guest = await signUp(server.origin, `Invite ${path.slice(6)}`, 'guest');
    await leadsTo(await openAs(guest), path, '/home/parcours', strings.parcours.title);
  });
});

describe('the menu', () => {
  it('opens by its button, lists the screens, and gives focus back', async () => {
    const page = await openAs(owner);
    await page.goto('/home/parcours');
    const toggle = page.getByRole('button', { name: strings.menu.open });
    await toggle.click();
    const menu = page.getByRole('dialog', { name: strings.app.name });
    const entries = ['Home', 'Maps', 'Mon Profil', 'Mes Drops', 'A propos de Drop ici'];
    expect(await menu.getByRole('link').allTextContents()).toEqual(entries);
    await page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => toggle.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('leads to a screen, whose heading gets the focus', async () => {
    const page = await openAs(owner);
    await page.goto('/home/propos');
    await heading(page, strings.about.title).waitFor();
    for (const [entry, title] of [
      [strings.menu.maps, strings.parcours.title],
      [strings.menu.about, strings.about.title],
      [strings.menu.maps, strings.parcours.title],
    ] as const) {
      await page.getByRole('button', { name: strings.menu.open }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('link', { name: entry }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent), { timeout: 20_000 })
        .toBe(title);
    }
  });

  it('opens by a swipe to the right and closes by one to the left; on the map beyond the first pane', async () => {
    const page = await openAs(owner, { selectedParcours: '[1]' });
    await page.goto('/home/parcours');
    await heading(page, strings.parcours.title).waitFor();
    const menu = page.getByRole('dialog', { name: strings.app.name });
    await swipe(page, [120, 500], [200, 510]);
    await menu.waitFor();
    await swipe(page, [200, 500], [120, 510]);
    await menu.waitFor({ state: 'detached' });
    await swipe(page, [120, 400], [160, 500]);
    expect(await menu.count()).toBe(0);

    await page.getByRole('link', { name: strings.parcours.done }).click();
    await mapReady(page);
    await swipe(page, [150, 500], [260, 500]);
    expect(await menu.count()).toBe(0);
    await swipe(page, [4, 500], [90, 500]);
    await page.getByRole('tab', { name: strings.panes.info, selected: true }).waitFor();
    expect(await menu.count()).toBe(0);
    await swipe(page, [150, 500], [260, 500]);
    await menu.waitFor();
  });

  it('changes the look, which another visit finds again, and logging out takes back', async () => {
    // Not the owner, whose session the other tests go on using.
    const page = await openAs(await signUp(server.origin, 'Lou'));
    const look = () => page.evaluate(() => document.documentElement.dataset.theme);
    await page.goto('/home/parcours');
    expect(await look()).toBe('light');
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('switch', { name: strings.menu.darkTheme }).click();
    expect(await look()).toBe('dark');
    await page.reload();
    expect(await look()).toBe('dark');
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('button', { name: strings.menu.logout }).click();
    await isAt(page, '/login');
    expect(await look()).toBe('light');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
  });

  it("lists no work of guests, and asks them 'se connecter ?'", async () => {
    const guest = await signUp(server.origin, 'Passante', 'guest');
    const page = await openAs(guest);
    await page.goto('/home/parcours');
    await page.getByRole('button', { name: strings.menu.open }).click();
    const entries = ['Home', 'Maps', 'A propos de Drop ici'];
    expect(await page.getByRole('dialog').getByRole('link').allTextContents()).toEqual(entries);
    await page.getByRole('button', { name: 'se connecter ?' }).click();
    await isAt(page, '/login');
  });
});

it('the loading screen is shown on the first visit, and never again in that browser', async () => {
  const page = await openAs(owner, { mapLoaded: 'false' });
  // It goes after two seconds, which a busy machine may spend without looking.
  await page.addInitScript(
    (words) => {
      const look = (): void => {
        const shown = [...document.querySelectorAll<HTMLElement>('[role="status"]')];
        const isThere = shown.some(({ innerText }) => words.every((word) => innerText.includes(word)));
        if (isThere) document.documentElement.dataset.hasLoaded = 'seen';
      };
      new MutationObserver(look).observe(document, { childList: true, subtree: true });
    },
    [strings.app.name, strings.shell.loading] as const,
  );
  await page.goto('/home/parcours');
  const screen = page.getByRole('status').filter({ hasText: strings.app.name });
  await expect.poll(() => page.locator('html').getAttribute('data-has-loaded'), { timeout: 20_000 }).toBe('seen');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('mapLoaded')), { timeout: 20_000 }).toBe('true');
  await screen.waitFor({ state: 'detached' });
  await page.reload();
  await heading(page, strings.parcours.title).waitFor();
  expect(await screen.count()).toBe(0);
});
