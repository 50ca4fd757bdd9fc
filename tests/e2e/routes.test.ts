import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { profileStrings } from '../../app/account/profile-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { aboutStrings, legalStrings, licencesStrings } from '../../app/legal/legal-words.ts';
import { createParcoursStrings, parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { notFoundStrings, strings } from '../../app/ui/common-words.ts';
import { makeParcours, type Person, signUp, signUpAs } from '../support/people.ts';
import { usePhones } from '../support/use-phones.ts';
import { useServer } from '../support/use-server.ts';
import { isAt, mapScreenReady, swipe, visit } from './steps.ts';

const server = useServer({ ASSOCIATION_NAME: 'Les Voix du Quai', WEBSITE_URL: 'https://example.org/drop' });
const open = usePhones(server);
let owner: Person;

beforeAll(async () => {
  owner = await signUp(server.origin, 'Ana');
  await makeParcours(server.origin, owner, 'Le quai');
});

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Goes to this address: the page must end up at `landing`, with this heading. */
async function leadsTo(page: Page, path: string, landing: string, title: string): Promise<void> {
  await visit(page, path);
  await isAt(page, landing);
  await heading(page, title).waitFor();
}

it('a browser older than what the build uses is told so where a function or a style is missing', async () => {
  const page = await open('about:blank');
  await page.addInitScript(() => {
    if (location.search === '?function') Reflect.deleteProperty(Array.prototype, 'toSorted');
    else Object.assign(CSS, { supports: () => false });
  });
  for (const missing of ['function', 'style']) {
    await page.goto(`${server.origin}/login?${missing}`);
    await heading(page, 'Ce navigateur est trop ancien').waitFor();
    await page.getByText('iOS 17 ou plus récent').waitFor();
    // The app does not start.
    expect(await page.getByRole('textbox').count(), missing).toBe(0);
  }
});

describe('the login', () => {
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

  it('is there in its theme before any script, keeps what is typed and what an earlier visit left, and loads no map', async () => {
    const page = await open('about:blank');
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
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

    await page.evaluate(() => {
      localStorage.setItem('inviteToken', 'waiting');
      localStorage.setItem('isLoggedIn', 'true');
    });
    await page.reload();
    await page.getByText(strings.errors.inviteInvalid).waitFor();
    expect(await page.getByLabel(strings.login.stayLoggedIn).isChecked()).toBe(true);

    await page.goto('/invite?token=made-up', { waitUntil: 'networkidle' });
    expect(fetched.some((file) => file.startsWith('/assets/invite-screen-'))).toBe(true);
    expect(fetched.filter((file) => /^\/assets\/(walk-screen|drawn-map|maplibre|home)/.test(file))).toEqual([]);
  });
});

describe('without a session', () => {
  it('all that needs one leads to the login, what everybody may read is shown, and login, sign-up and terms lead on', async () => {
    const page = await open('/home/drops');
    await heading(page, strings.login.title).waitFor();
    await isAt(page, '/login');
    for (const path of [
      '/',
      '/home',
      '/home/parcours',
      '/home/createparcours',
      '/home/profile',
      '/home/requests',
      '/home/signalements',
      '/home/admin',
    ]) {
      await leadsTo(page, path, '/login', strings.login.title);
    }
    for (const [path, landing, title] of [
      ['/login', '/login', strings.login.title],
      ['/createaccount', '/createaccount', strings.signUp.title],
      ['/CreateAccount/', '/CreateAccount/', strings.signUp.title],
      ['/home/terms', '/home/terms', legalStrings.termsTitle],
      ['/home/licences', '/home/licences', licencesStrings.title],
      ['/home/propos', '/home/propos', aboutStrings.title],
      ['/nowhere', '/nowhere', strings.shell.notFound],
      ['/Propos', '/home/propos', aboutStrings.title],
      ['/home/nowhere', '/home/nowhere', strings.shell.notFound],
      ['/home/Propos', '/home/Propos', aboutStrings.title],
    ] as const) {
      await leadsTo(page, path, landing, title);
    }
    await leadsTo(page, '/login', '/login', strings.login.title);
    await waysFromLogin(page);
  });

  /** Login and sign-up lead to each other; the terms open beside, from which About names the pages that are configured. */
  async function waysFromLogin(page: Page): Promise<void> {
    await page.getByRole('link', { name: strings.login.register }).click();
    await heading(page, strings.signUp.title).waitFor();
    await expect.poll(() => focused(page)).toBe(strings.signUp.title);
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

    await terms.getByRole('link', { name: strings.app.back }).click();
    await terms.getByText(aboutStrings.slogan).waitFor();
    const website = terms.getByRole('link', { name: aboutStrings.website });
    await website.waitFor();
    expect(await website.getAttribute('href')).toBe('https://example.org/drop');
    expect(await terms.getByRole('link', { name: aboutStrings.social }).count()).toBe(0);
  }
});

describe('with a session', () => {
  it('the map has nothing beside it, other screens have it out of reach; menu, keys and swipes lead through them', async () => {
    const page = await open('/', { person: owner, stored: { selectedParcours: '[1]' } });
    await showsScreens(page);
    await leadsTo(page, '/home/parcours', '/home/parcours', parcoursStrings.title);
    await opensBySwipes(page);
    await leadsTo(page, '/home/parcours', '/home/parcours', parcoursStrings.title);
    await leadsByKeys(page);
  });

  /** The map has nothing beside it, every other screen has it out of reach; what has no screen leads back to it. */
  async function showsScreens(page: Page): Promise<void> {
    for (const path of ['/', '/home']) {
      await visit(page, path);
      await mapScreenReady(page);
      await expect.poll(() => page.locator('[inert]:has([data-testid="map"])').count()).toBe(0);
      await isAt(page, path);
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
    await visit(page, '/home/nowhere');
    await page.getByText(strings.shell.notFoundCode, { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe(strings.app.titled(strings.shell.notFound));
    await page.getByRole('link', { name: notFoundStrings.toMap }).click();
    await isAt(page, '/home');
  }

  it('who has no map is led to the maps, after a loading screen on the first visit of that browser only', async () => {
    const newcomer = await signUp(server.origin, 'Bruno');
    const page = await open('about:blank', { person: newcomer, stored: { mapLoaded: 'false' } });
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
    await page.goto('/');
    await isAt(page, '/home/parcours');
    await page.locator('html[data-has-loaded="seen"]').waitFor();
    const screen = page.getByRole('status').filter({ hasText: strings.app.name });
    await screen.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => localStorage.getItem('mapLoaded'))).toBe('true');
    await page.reload();
    await heading(page, parcoursStrings.title).waitFor();
    expect(await page.locator('html[data-has-loaded="seen"]').count()).toBe(0);
    await leadsTo(page, '/home', '/home/parcours', parcoursStrings.title);
  });

  it('what is not for guests leads them to the maps', async () => {
    const page = await open('/home/drops', { person: await signUpAs(server, 'Passante', 'guest') });
    await heading(page, parcoursStrings.title).waitFor();
    await isAt(page, '/home/parcours');
    for (const path of [
      '/home/createparcours',
      '/home/drops',
      '/home/profile',
      '/home/requests',
      '/home/signalements',
      '/home/admin',
    ]) {
      await leadsTo(page, path, '/home/parcours', parcoursStrings.title);
    }
  });

  /** The menu leads to screens by keys alone, which get the focus; going back walks through them, and closes it first. */
  async function leadsByKeys(page: Page): Promise<void> {
    const walk: readonly (readonly [title: string, path: string, tab?: string])[] = [
      [parcoursStrings.title, '/home/parcours'],
      [createParcoursStrings.title, '/home/createparcours'],
      [profileStrings.title, '/home/profile'],
      [myDropsStrings.title, '/home/drops'],
      [parcoursStrings.title, '/home/parcours'],
      [aboutStrings.title, '/home/propos', strings.menu.about],
    ];
    const menu = page.getByRole('dialog', { name: strings.app.name });
    const toggle = page.getByRole('button', { name: strings.menu.open });
    await page.getByRole('link', { name: parcoursStrings.create }).first().click();
    await heading(page, createParcoursStrings.title).waitFor();
    for (const [entry, title] of [
      [strings.menu.profile, profileStrings.title],
      [strings.menu.drops, myDropsStrings.title],
      [strings.menu.maps, parcoursStrings.title],
      [strings.menu.about, aboutStrings.title],
    ] as const) {
      await toggle.focus();
      await page.keyboard.press('Enter');
      await menu.getByRole('link', { name: entry }).press('Enter');
      await menu.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page), { timeout: 20_000 }).toBe(title);
    }
    for (const _ of walk.slice(1)) await page.goBack();
    for (const [title, path, tab = title] of walk) {
      await heading(page, title).waitFor();
      await isAt(page, path);
      await expect.poll(() => page.title()).toBe(strings.app.titled(tab));
      await page.goForward();
    }

    await toggle.click();
    await menu.waitFor();
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
    await isAt(page, '/home/propos');
    // A reload leaves nothing of an open menu behind.
    await toggle.click();
    await menu.waitFor();
    await page.reload();
    await heading(page, aboutStrings.title).waitFor();
    await expect.poll(() => page.evaluate(() => 'overlays' in history.state)).toBe(false);
    await page.goBack();
    await isAt(page, '/home/parcours');
  }

  /** It opens by a swipe to the right of any length, wherever it begins, which clicks nothing and never leaves the screen. */
  async function opensBySwipes(page: Page): Promise<void> {
    const menu = page.getByRole('dialog', { name: strings.app.name });
    await page.evaluate(() => {
      const clicks: string[] = [];
      Object.assign(window, { clicks });
      addEventListener('click', ({ target }) => clicks.push(String(target)), true);
    });
    for (const [path, title, y, lengthPx] of [
      ['/home/parcours', parcoursStrings.title, 230, 14],
      ['/home/drops', myDropsStrings.title, 400, 330],
      ['/home/profile', profileStrings.title, 230, 330],
      ['/home/createparcours', createParcoursStrings.title, 400, 14],
      ['/home/propos', aboutStrings.title, 400, 330],
      ['/home/terms', legalStrings.termsTitle, 230, 14],
    ] as const) {
      await leadsTo(page, path, path, title);
      await isSettled(page);
      // What scrolls by itself would take a finger that moves sideways.
      expect(await page.evaluate(listGrabbing), path).toEqual([]);
      await swipe(page, [40, y], [40 + lengthPx, y + 3]);
      await menu.waitFor();
      // What closes it lies beside it.
      await swipe(page, [380, 500], [120, 510]);
      await menu.waitFor({ state: 'detached' });
      await isAt(page, path);
    }
    await swipe(page, [120, 400], [160, 500]);
    expect(await menu.count()).toBe(0);
    // A short swipe could be a tap too, on what it opened.
    expect(await page.evaluate(() => Reflect.get(window, 'clicks'))).toEqual([]);
    // The last screen is long: a scrolled one is swiped just so.
    await swipe(page, [200, 700], [203, 300]);
    const scrolled = () => page.evaluate(() => document.querySelector('main > div > div')?.scrollTop ?? 0);
    await expect.poll(scrolled).toBeGreaterThan(100);
    await swipe(page, [100, 500], [300, 504]);
    await menu.waitFor();
    await isAt(page, '/home/terms');
    await page.goBack();
    await menu.waitFor({ state: 'detached' });
  }

  /** What is loading would be replaced under the finger; and what a dialog covered takes touches again a moment later. */
  async function isSettled(page: Page): Promise<void> {
    await expect.poll(() => page.locator('main').getByRole('status').count()).toBe(0);
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).pointerEvents)).toBe('auto');
  }
});

/** In the page: what scrolls by itself and leaves no touch to the page. */
function listGrabbing(): string[] {
  return [...document.querySelectorAll('main, main *')].flatMap((element) => {
    const { overflowX, overflowY, touchAction } = getComputedStyle(element);
    const scrolls = /auto|scroll/.test(overflowX + overflowY) && element.tagName !== 'TEXTAREA';
    return scrolls && !/^(none|pan-y)/.test(touchAction) ? [element.outerHTML.slice(0, 80)] : [];
  });
}
