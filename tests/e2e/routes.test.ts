import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { myDropsStrings } from '../../app/words/drops/my-drops.ts';
import { aboutStrings } from '../../app/words/legal/about.ts';
import { legalStrings } from '../../app/words/legal/legal.ts';
import { licencesStrings } from '../../app/words/legal/licences.ts';
import { createParcoursStrings } from '../../app/words/maps/create-parcours.ts';
import { paneStrings } from '../../app/words/maps/panes.ts';
import { parcoursStrings } from '../../app/words/maps/parcours.ts';
import { notFoundStrings } from '../../app/words/not-found.ts';
import { profileStrings } from '../../app/words/profile.ts';
import { strings } from '../../app/words/strings.ts';
import { closePhones, openPhone, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { makeParcours, type Person, signUp, signUpAs } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { isAt, mapReady, swipe } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];

let server: TestServer;
let browser: Browser;
let owner: Person;
let newcomer: Person;

beforeAll(async () => {
  server = await startServer({
    ASSOCIATION_NAME: 'Les Voix du Quai',
    WEBSITE_URL: 'https://example.org/drop',
  });
  browser = await sharedBrowser();
  owner = await signUp(server.origin, 'Ana');
  await makeParcours(server.origin, owner, 'Le quai');
  newcomer = await signUp(server.origin, 'Bruno');
});
afterEach(closePhones);
afterAll(async () => {
  await closePhones();
  await server?.stop();
});

async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
  return (await openPhoneWithoutMap(browser, server.origin, QUAY, options)).newPage();
}

function openAs(person: Person, more: Readonly<Record<string, string>> = {}): Promise<Page> {
  return openPage({ storageState: loggedInStorage(server.origin, person, more) });
}

/** The owner's phone, with their map on it. */
async function openMap(): Promise<Page> {
  const storageState = loggedInStorage(server.origin, owner, { selectedParcours: '[1]' });
  return (await openPhone(browser, server.origin, QUAY, { storageState })).newPage();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

/** Loads this address afresh: the page must end up at `landing`, with this heading. */
async function leadsTo(page: Page, path: string, landing: string, title: string): Promise<void> {
  await page.goto(path);
  await heading(page, title).waitFor();
  await isAt(page, landing);
}

describe('in a browser older than what the build uses', () => {
  it.each([
    ['a function is missing', () => Reflect.deleteProperty(Array.prototype, 'toSorted')],
    ['a style is missing', () => Object.assign(CSS, { supports: () => false })],
  ])('a page says so where %s, and the app does not start', async (_, takeAway) => {
    const phone = await openPhoneWithoutMap(browser, server.origin, QUAY);
    await phone.addInitScript(takeAway);
    const page = await phone.newPage();
    await page.goto('/login');
    await heading(page, 'Ce navigateur est trop ancien').waitFor();
    await page.getByText('iOS 17 ou plus récent').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });
});

describe('before any script has come', () => {
  /** Holds the app's scripts back until the returned function is called. */
  async function holdScripts(page: Page): Promise<() => void> {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/assets/*.js', async (route) => {
      await released;
      await route.continue();
    });
    return release;
  }

  it('the login screen is there in its theme, keeps what is typed, and can be sent once the app runs', async () => {
    const page = await openPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await heading(page, strings.login.title).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    const email = page.getByLabel(strings.login.email);
    await email.fill('ana@example.org');
    const submit = page.getByRole('button', { name: strings.login.submit });
    // The browser would put the password into the address.
    expect(await submit.isDisabled()).toBe(true);
    const shown = await heading(page, strings.login.title).elementHandle();
    release();
    await expect.poll(() => submit.isEnabled()).toBe(true);
    expect(await email.inputValue()).toBe('ana@example.org');
    expect(await shown?.evaluate((element) => element.isConnected)).toBe(true);
    expect(complaints).toEqual([]);
  });

  it('what an earlier visit left is shown all the same', async () => {
    const page = await openPage();
    await page.addInitScript(() => {
      localStorage.setItem('inviteToken', 'waiting');
      localStorage.setItem('isLoggedIn', 'true');
    });
    await page.goto('/login');
    await page.getByText(strings.errors.inviteInvalid).waitFor();
    expect(await page.getByLabel(strings.login.stayLoggedIn).isChecked()).toBe(true);
  });

  it("the map's files are not fetched for the login screen, nor for an invitation that leads nowhere", async () => {
    const page = await openPage();
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
    for (const path of ['/login', '/invite?token=made-up']) await page.goto(path, { waitUntil: 'networkidle' });
    expect(fetched.some((file) => file.startsWith('/assets/invite-screen-'))).toBe(true);
    expect(fetched.filter((file) => /^\/assets\/(walk-screen|map-canvas|maplibre)/.test(file))).toEqual([]);
  });
});

describe('without a session', () => {
  it('all that needs one leads to the login', async () => {
    const page = await openPage();
    for (const path of [
      '/',
      '/home',
      '/home/parcours',
      '/home/createparcours',
      '/home/drops',
      '/home/profile',
      '/home/requests',
      '/home/signalements',
      '/home/admin',
    ]) {
      await leadsTo(page, path, '/login', strings.login.title);
    }
  });

  it('what everybody may read is shown, and so is that an address has no screen', async () => {
    const page = await openPage();
    for (const [path, landing, title] of [
      ['/login', '/login', strings.login.title],
      ['/createaccount', '/createaccount', strings.signUp.title],
      ['/CreateAccount/', '/CreateAccount/', strings.signUp.title],
      ['/home/terms', '/home/terms', legalStrings.termsTitle],
      ['/home/licences', '/home/licences', licencesStrings.title],
      ['/home/propos', '/home/propos', aboutStrings.title],
      ['/Propos', '/home/propos', aboutStrings.title],
      ['/home/Propos', '/home/Propos', aboutStrings.title],
      ['/nowhere', '/nowhere', strings.shell.notFound],
      ['/home/nowhere', '/home/nowhere', strings.shell.notFound],
    ] as const) {
      await leadsTo(page, path, landing, title);
    }
  });

  it('the login and the sign-up lead to each other, and the terms open beside the sign-up, whose fields keep what they hold', async () => {
    const page = await openPage();
    await page.goto('/login');
    await page.getByRole('link', { name: strings.login.register }).click();
    await heading(page, strings.signUp.title).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(strings.signUp.title);
    await page.goBack();
    await heading(page, strings.login.title).waitFor();
    await page.goForward();
    await page.getByLabel(strings.signUp.username).fill('Ana');
    const [terms] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: strings.signUp.readTerms }).click(),
    ]);
    await heading(terms, legalStrings.termsTitle).waitFor();
    await terms.getByText('Les Voix du Quai').first().waitFor();
    expect(await terms.locator('mark').first().textContent()).toBe(`[${legalStrings.placeholders.associationContact}]`);
    expect(await page.getByLabel(strings.signUp.username).inputValue()).toBe('Ana');
    await page.getByRole('link', { name: strings.signUp.back }).click();
    await heading(page, strings.login.title).waitFor();
    await isAt(page, '/login');
  });

  it('what there is about the product names the pages that are configured, and no others', async () => {
    const page = await openPage();
    await page.goto('/Propos');
    await page.getByText(aboutStrings.slogan).waitFor();
    const website = page.getByRole('link', { name: aboutStrings.website });
    await website.waitFor();
    expect(await website.getAttribute('href')).toBe('https://example.org/drop');
    expect(await page.getByRole('link', { name: aboutStrings.social }).count()).toBe(0);
    await page.getByRole('link', { name: aboutStrings.terms }).click();
    await heading(page, legalStrings.termsTitle).waitFor();
    await page.getByRole('link', { name: strings.app.back }).click();
    await page.getByText(aboutStrings.slogan).waitFor();
  });
});

describe('with a session', () => {
  it('the map is shown with nothing beside it, every other screen beside the map, which is out of reach then', async () => {
    const page = await openMap();
    for (const path of ['/', '/home']) {
      await page.goto(path);
      await mapReady(page);
      expect(new URL(page.url()).pathname).toBe(path);
      expect(await page.locator('[inert]:has([data-testid="map"])').count()).toBe(0);
    }
    for (const [path, title] of [
      ['/home/parcours', parcoursStrings.title],
      ['/home/createparcours', createParcoursStrings.title],
      ['/home/drops', myDropsStrings.title],
      ['/home/profile', profileStrings.title],
      ['/home/propos', aboutStrings.title],
      ['/home/terms', legalStrings.termsTitle],
      ['/home/licences', licencesStrings.title],
    ] as const) {
      await leadsTo(page, path, path, title);
      await page.locator('[inert] [data-testid="map"]').waitFor({ state: 'attached' });
    }
  });

  it('an address without a screen says so, and leads back to the map', async () => {
    const page = await openAs(owner, { selectedParcours: '[1]' });
    await page.goto('/home/nowhere');
    await page.getByText(strings.shell.notFoundCode, { exact: true }).waitFor();
    expect(await page.title()).toBe(strings.app.titled(strings.shell.notFound));
    await page.getByRole('link', { name: notFoundStrings.toMap }).click();
    await isAt(page, '/home');
  });

  it('the map’s addresses lead who has no map to the maps, and what is not for guests leads them there, too', async () => {
    const page = await openAs(newcomer);
    for (const path of ['/', '/home']) await leadsTo(page, path, '/home/parcours', parcoursStrings.title);
    const visit = await openAs(await signUpAs(server, 'Passante', 'guest'));
    for (const path of [
      '/home/createparcours',
      '/home/drops',
      '/home/profile',
      '/home/requests',
      '/home/signalements',
      '/home/admin',
    ]) {
      await leadsTo(visit, path, '/home/parcours', parcoursStrings.title);
    }
  });

  it('the menu leads to a screen by keys alone, whose heading gets the focus; back and forward walk through them all, each with its name', async () => {
    const page = await openAs(owner);
    const walk: readonly (readonly [title: string, path: string, tab?: string])[] = [
      [parcoursStrings.title, '/home/parcours'],
      [createParcoursStrings.title, '/home/createparcours'],
      [profileStrings.title, '/home/profile'],
      [myDropsStrings.title, '/home/drops'],
      [parcoursStrings.title, '/home/parcours'],
      [aboutStrings.title, '/home/propos', strings.menu.about],
    ];
    await page.goto('/home/parcours');
    await page.getByRole('link', { name: parcoursStrings.create }).first().click();
    await heading(page, createParcoursStrings.title).waitFor();
    for (const [entry, title] of [
      [strings.menu.profile, profileStrings.title],
      [strings.menu.drops, myDropsStrings.title],
      [strings.menu.maps, parcoursStrings.title],
      [strings.menu.about, aboutStrings.title],
    ] as const) {
      await page.getByRole('button', { name: strings.menu.open }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').getByRole('link', { name: entry }).press('Enter');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.textContent), { timeout: 20_000 })
        .toBe(title);
    }
    for (const _ of walk.slice(1)) await page.goBack();
    for (const [title, path, tab = title] of walk) {
      await heading(page, title).waitFor();
      await isAt(page, path);
      await expect.poll(() => page.title()).toBe(strings.app.titled(tab));
      await page.goForward();
    }
  });
});

describe('the menu', () => {
  it('opens by a swipe to the right of any length, wherever it begins, which never leaves the screen', async () => {
    const page = await openAs(owner, { selectedParcours: '[1]' });
    const menu = page.getByRole('dialog', { name: strings.app.name });
    const clicks: string[] = [];
    await page.exposeFunction('onClick', (target: string) => clicks.push(target));
    await page.addInitScript(() => {
      addEventListener('click', ({ target }) => Reflect.get(window, 'onClick')(String(target)), true);
    });
    for (const [path, title] of [
      ['/home/parcours', parcoursStrings.title],
      ['/home/drops', myDropsStrings.title],
      ['/home/profile', profileStrings.title],
      ['/home/createparcours', createParcoursStrings.title],
      ['/home/propos', aboutStrings.title],
      ['/home/terms', legalStrings.termsTitle],
    ] as const) {
      await leadsTo(page, path, path, title);
      // A swipe ends early if the element that it began on is replaced, as a loading screen's is.
      await page.waitForLoadState('networkidle');
      for (const [y, lengthPx] of [
        [230, 14],
        [400, 330],
      ] as const) {
        await swipe(page, [40, y], [40 + lengthPx, y + 3]);
        await menu.waitFor();
        // What closes it lies beside it.
        await swipe(page, [380, 500], [120, 510]);
        await menu.waitFor({ state: 'detached' });
        // The screen takes touches again a moment later.
        await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).pointerEvents)).toBe('auto');
      }
      expect(new URL(page.url()).pathname).toBe(path);
    }
    // A short swipe could be a tap too, on what it opened.
    expect(clicks).toEqual([]);
    // The last screen is long: a scrolled one is swiped just so.
    await swipe(page, [200, 700], [203, 300]);
    const scrolled = () => page.evaluate(() => document.querySelector('main > div > div')?.scrollTop ?? 0);
    await expect.poll(scrolled).toBeGreaterThan(100);
    await swipe(page, [100, 500], [300, 504]);
    await menu.waitFor();
    await isAt(page, '/home/terms');
  });

  it('closes by going back, which stays on the screen', async () => {
    const page = await openMap();
    await page.goto('/home/propos');
    await heading(page, aboutStrings.title).waitFor();
    await page.getByRole('link', { name: aboutStrings.terms }).click();
    await heading(page, legalStrings.termsTitle).waitFor();
    const menu = page.getByRole('dialog', { name: strings.app.name });
    const toggle = page.getByRole('button', { name: strings.menu.open });
    await toggle.click();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    await isAt(page, '/home/terms');
    // A reload leaves nothing of an open menu behind.
    await toggle.click();
    await menu.waitFor();
    await page.reload();
    await heading(page, legalStrings.termsTitle).waitFor();
    await expect.poll(() => page.evaluate(() => 'overlays' in history.state)).toBe(false);
    await page.goBack();
    await isAt(page, '/home/propos');
  });

  it('opens by a swipe to the right and closes by one to the left; on the map beyond the first pane', async () => {
    const page = await openMap();
    await page.goto('/home/parcours');
    await heading(page, parcoursStrings.title).waitFor();
    const menu = page.getByRole('dialog', { name: strings.app.name });
    await swipe(page, [120, 500], [200, 510]);
    await menu.waitFor();
    await swipe(page, [200, 500], [120, 510]);
    await menu.waitFor({ state: 'detached' });
    await swipe(page, [120, 400], [160, 500]);
    expect(await menu.count()).toBe(0);

    await page.getByRole('link', { name: parcoursStrings.done }).click();
    await mapReady(page);
    // What was pressed has gone: the focus arrives at the map.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('main');
    await swipe(page, [150, 500], [260, 500]);
    expect(await menu.count()).toBe(0);
    await swipe(page, [4, 500], [90, 500]);
    await page.getByRole('tab', { name: paneStrings.info, selected: true }).waitFor();
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
  await heading(page, parcoursStrings.title).waitFor();
  expect(await screen.count()).toBe(0);
});
