import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { profileStrings } from '../../app/account/profile-words.ts';
import { myDropsStrings } from '../../app/drops/list/my-drops-words.ts';
import { aboutStrings, legalStrings } from '../../app/legal/legal-words.ts';
import { createParcoursStrings, parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { menuStrings } from '../../app/shell/menu-words.ts';
import { english } from '../../app/ui/common-words.en.ts';
import { strings, titles } from '../../app/ui/common-words.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { makeParcours, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { isAt, mapScreenReady, swipe, visit } from './steps.ts';

const server = useServer({ ASSOCIATION_NAME: 'Les Voix du Quai', WEBSITE_URL: 'https://example.org/drop' });
const open = usePhones(server);

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it('a browser too old for the build gets a message, and the app does not start', async () => {
  const page = await open('about:blank');
  await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'toSorted'));
  await page.goto('/login');
  await heading(page, 'Ce navigateur est trop ancien').waitFor();
  await page.getByText('iOS 17 ou plus récent').waitFor();
  expect(await page.getByRole('textbox').count()).toBe(0);
});

it('a browser in English gets the login in English, from which the app continues', async () => {
  const page = await open('about:blank', { browser: { locale: 'en-GB' } });
  const complaints: string[] = [];
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.route('**/assets/index-*.js', async (route) => {
    await title.waitFor();
    await route.continue();
  });
  const title = heading(page, english.strings.login.title);
  await page.goto('/login', { waitUntil: 'commit' });
  const shown = await title.elementHandle();
  await expect.poll(() => page.getByRole('button', { name: english.strings.login.submit }).isEnabled()).toBe(true);
  expect(await shown?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  expect(complaints).toEqual([]);
});

it('without a session the login is there before any script, keeps what is typed, and leads to sign-up, terms and About', async () => {
  const page = await open('about:blank');
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', ({ message }) => complaints.push(message));
  await page.addInitScript(() => localStorage.setItem('theme', 'dark'));
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
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

  // What an earlier visit left is not in the page that the build made.
  await page.evaluate(() => Object.assign(localStorage, { inviteToken: 'waiting', isLoggedIn: 'true' }));
  await page.reload();
  await page.getByText(strings.errors.inviteInvalid).waitFor();
  expect(await page.getByLabel(strings.login.stayLoggedIn).isChecked()).toBe(true);

  await page.getByRole('link', { name: strings.login.register }).click();
  await heading(page, strings.signUp.title).waitFor();
  await expect.poll(() => focused(page)).toBe(strings.signUp.title);
  await page.goBack();
  await heading(page, strings.login.title).waitFor();
  await page.goForward();
  await page.getByLabel(strings.signUp.username).fill('Ana');
  // The terms open beside it, and lead to what the operator has configured.
  const [terms] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: strings.signUp.readTerms }).click(),
  ]);
  await heading(terms, legalStrings.termsTitle).waitFor();
  await terms.getByText('Les Voix du Quai').first().waitFor();
  expect(await terms.locator('mark').first().textContent()).toBe(`[${legalStrings.placeholders.associationContact}]`);
  expect(await page.getByLabel(strings.signUp.username).inputValue()).toBe('Ana');
  await page.getByRole('link', { name: strings.signUp.back }).click();
  await isAt(page, '/login');
  await terms.getByRole('link', { name: strings.app.back }).click();
  await terms.getByText(aboutStrings.slogan).waitFor();
  expect(await terms.getByRole('link', { name: aboutStrings.website }).getAttribute('href')).toBe(
    'https://example.org/drop',
  );
  expect(await terms.getByRole('link', { name: aboutStrings.social }).count()).toBe(0);
});

it('with a session menu, keys and swipes lead through the screens, which have the map out of reach beside them', async () => {
  const owner = await signUp(server.origin, 'Ana');
  const id = await makeParcours(server.origin, owner, 'Le quai');
  const page = await open('/', { person: owner, stored: { selectedParcours: `[${id}]` } });
  const menu = page.getByRole('dialog', { name: strings.app.name });
  const toggle = page.getByRole('button', { name: menuStrings.open });
  const mapIsOut = page.locator('[inert] [data-testid="map"]');
  await mapScreenReady(page);
  expect(await mapIsOut.count()).toBe(0);
  await visit(page, '/home/parcours');

  // By keys alone; each screen gets the focus, and going back walks through them.
  await page.getByRole('link', { name: parcoursStrings.create }).first().click();
  await heading(page, createParcoursStrings.title).waitFor();
  await mapIsOut.waitFor({ state: 'attached' });
  for (const [entry, title] of [
    [menuStrings.profile, profileStrings.title],
    [menuStrings.drops, myDropsStrings.title],
    [titles.about, aboutStrings.title],
  ] as const) {
    await toggle.focus();
    await page.keyboard.press('Enter');
    await menu.getByRole('link', { name: entry }).press('Enter');
    await menu.waitFor({ state: 'detached' });
    await expect.poll(() => focused(page)).toBe(title);
  }
  for (const [title, path] of [
    [myDropsStrings.title, '/home/drops'],
    [profileStrings.title, '/home/profile'],
    [createParcoursStrings.title, '/home/createparcours'],
    [parcoursStrings.title, '/home/parcours'],
  ] as const) {
    await page.goBack();
    await heading(page, title).waitFor();
    await isAt(page, path);
    await expect.poll(() => page.title()).toBe(strings.app.titled(title));
  }
  await page.goForward();
  await isAt(page, '/home/createparcours');

  // Going back closes it first, and a reload leaves nothing of an open menu behind.
  await toggle.click();
  await menu.waitFor();
  await page.goBack();
  await menu.waitFor({ state: 'detached' });
  await isAt(page, '/home/createparcours');
  await toggle.click();
  await menu.waitFor();
  await page.reload();
  await heading(page, createParcoursStrings.title).waitFor();
  await expect.poll(() => page.evaluate(() => 'overlays' in history.state)).toBe(false);
  await page.goBack();
  await isAt(page, '/home/parcours');

  // It opens by a swipe to the right of any length, which clicks nothing and never leaves the screen.
  await page.evaluate(() => {
    Object.assign(window, { clicks: [] });
    addEventListener('click', ({ target }) => Reflect.get(window, 'clicks').push(String(target)), true);
  });
  for (const [path, title, y, lengthPx] of [
    ['/home/parcours', parcoursStrings.title, 230, 14],
    ['/home/createparcours', createParcoursStrings.title, 400, 14],
    ['/home/terms', legalStrings.termsTitle, 400, 330],
  ] as const) {
    await visit(page, path);
    await heading(page, title).waitFor();
    await isSettled(page);
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
});

/** What is loading would be replaced under the finger; and what a dialog covered takes touches again a moment later. */
async function isSettled(page: Page): Promise<void> {
  await expect.poll(() => page.locator('main').getByRole('status').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.body).pointerEvents)).toBe('auto');
}
