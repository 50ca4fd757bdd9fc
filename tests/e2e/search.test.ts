import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { strings } from '../../app/platform/strings.ts';
import { faultsOn } from '../support/axe.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { answerJson, feature, type LoopbackGeocoder, startGeocoder } from '../support/geocoder.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { mapReady } from './steps.ts';

const OTHER_BANK: [number, number] = [2.3425, 48.8595];
const words = strings.search;
const LOUVRE = feature([2.33764, 48.86061], { name: 'Musée du Louvre', postcode: '75001', city: 'Paris' });
const LYON = feature([4.83201, 45.75781], { name: 'Place Bellecour', postcode: '69002', city: 'Lyon' });

describe('the search', () => {
  let server: TestServer;
  let geocoder: LoopbackGeocoder;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    geocoder = await startGeocoder();
    server = await startServer({
      DEMO: '1',
      MAP_STYLE_URL: 'http://127.0.0.1:9/style.json',
      GEOCODER_URL: geocoder.url,
    });
    browser = await openBrowser();
    page = await (await openPhone(browser, server.origin, OTHER_BANK, { reducedMotion: 'reduce' })).newPage();
    await page.goto(server.demo?.guestLink ?? 'no guest link');
    await page.getByRole('link', { name: strings.parcours.done }).click();
    await mapReady(page);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    geocoder?.close();
  });

  beforeEach(async () => {
    geocoder.answer = (_, response) => answerJson(response, { features: [LOUVRE, LYON] });
    await page.context().setOffline(false);
    await page.reload();
    await mapReady(page);
    await button(words.toggle).press('Enter');
  });

  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const box = () => page.getByRole('combobox');
  const option = (name: string) => page.getByRole('option').filter({ hasText: name });
  const isChosen = (name: string) => expect.poll(() => option(name).getAttribute('aria-selected')).toBe('true');
  const isFocused = (name: string) =>
    expect.poll(() => button(name).evaluate((element) => element === document.activeElement)).toBe(true);
  const view = () => page.locator('[data-view]').getAttribute('data-view');
  const selectedName = () => page.getByRole('region', { name: strings.listen.player }).getByRole('heading');

  it('takes focus when it opens, and gives it back when Escape has nothing more to close', async () => {
    await expect.poll(() => box().evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('pont');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Escape');
    expect(await box().getAttribute('aria-expanded')).toBe('false');
    expect(await box().inputValue()).toBe('pont');
    await page.keyboard.press('Escape');
    expect(await box().inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await box().waitFor({ state: 'detached' });
    await isFocused(words.toggle);
  });

  it('suggests nothing up to two characters, and asks nobody', async () => {
    const before = geocoder.asked.length;
    await page.keyboard.type('po');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.type('n');
    await option('Pont-Neuf').waitFor();
    await option('Musée du Louvre').waitFor();
    await page.keyboard.press('Backspace');
    expect(await page.getByRole('option').count()).toBeGreaterThan(0);
    await page.keyboard.press('Backspace');
    await expect.poll(() => page.getByRole('option').count()).toBe(0);
    expect(geocoder.asked.slice(before).map(({ text }) => text)).toEqual(['pon']);
  });

  it('flies to an address chosen with the keyboard alone', async () => {
    await page.keyboard.type('louvre');
    await option('Place Bellecour').waitFor();
    await page
      .getByRole('status')
      .filter({ hasText: words.count(2) })
      .waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await isChosen('Musée du Louvre');
    await page.keyboard.press('ArrowDown');
    await isChosen('Place Bellecour');
    await page.keyboard.press('Home');
    expect(await box().getAttribute('aria-activedescendant')).toBeNull();
    await page.keyboard.press('ArrowUp');
    await isChosen('Place Bellecour');
    await page.keyboard.press('Enter');
    await expect.poll(view, { timeout: 20_000 }).toBe('4.83201,45.75781,16.0');
    await isFocused(words.toggle);
  });

  it('takes the parcours’ own places first, and without a network', async () => {
    await page.context().setOffline(true);
    await page.keyboard.type('ste chapelle');
    await page.getByRole('alert').getByText('Failed to get autocomplete data: no answer').waitFor();
    await button(words.clear).click();
    await box().fill('chapelle SAINTE');
    await option('Sainte-Chapelle').waitFor();
    await page.getByRole('alert').waitFor();
    await option('Sainte-Chapelle').click();
    await selectedName().getByText('Sainte-Chapelle').waitFor();
    await expect.poll(view, { timeout: 20_000 }).toMatch(/,17\.0$/);
  });

  it('in audio-guide mode shows a place and selects nothing', async () => {
    await button(strings.walk.start).click();
    await box().fill('sainte');
    await option('Sainte-Chapelle').click();
    await expect.poll(view, { timeout: 20_000 }).toMatch(/^2\.34.*,17\.0$/);
    expect(await selectedName().count()).toBe(0);
  });

  it('looks the whole text up on Enter, one answer wanted, and says when nothing is known by it', async () => {
    geocoder.answer = ({ limit }, response) => answerJson(response, { features: limit === '1' ? [LYON] : [] });
    await page.keyboard.type('bellecour lyon');
    await page.keyboard.press('Enter');
    await expect.poll(view, { timeout: 20_000 }).toBe('4.83201,45.75781,16.0');
    expect(geocoder.asked.at(-1)).toMatchObject({ text: 'bellecour lyon', limit: '1' });

    geocoder.answer = (_, response) => answerJson(response, { features: [] });
    await button(words.toggle).press('Enter');
    await page.keyboard.type('nulle part');
    await page.keyboard.press('Enter');
    await page.getByText(words.nothing).waitFor();
  });

  it('shows a failure with a way to try again', async () => {
    geocoder.answer = (_, response) => {
      response.statusCode = 503;
      response.end();
    };
    await page.keyboard.type('louvre');
    const alert = page.getByRole('alert');
    await alert.getByText('Failed to get autocomplete data: 503 Service Unavailable').waitFor();
    expect(await faultsOn(page)).toEqual([]);
    geocoder.answer = (_, response) => answerJson(response, { features: [LOUVRE] });
    await alert.getByRole('button', { name: strings.app.retry }).press('Enter');
    await option('Musée du Louvre').waitFor();

    geocoder.answer = (_, response) => {
      response.statusCode = 503;
      response.end();
    };
    await page.keyboard.press('Enter');
    await alert.getByText('Failed to get geocoding data: 503 Service Unavailable').waitFor();
    geocoder.answer = (_, response) => answerJson(response, { features: [LOUVRE] });
    await alert.getByRole('button', { name: strings.app.retry }).click();
    await expect.poll(view, { timeout: 20_000 }).toBe('2.33764,48.86061,16.0');
  });

  it('gives an earlier question up when somebody types on', async () => {
    geocoder.answer = ({ text }, response) => {
      if (text === 'louvre') answerJson(response, { features: [LOUVRE] });
    };
    await page.keyboard.type('lou');
    await expect.poll(() => geocoder.asked.at(-1)?.text).toBe('lou');
    await page.keyboard.type('vre');
    await option('Musée du Louvre').waitFor();
    expect(geocoder.givenUp).toContain('lou');
  });
});
