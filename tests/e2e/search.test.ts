import type { Locator } from 'playwright';
import { afterAll, expect, it } from 'vitest';
import { searchStrings } from '../../app/map/search/search-words.ts';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { answerJson, feature, startGeocoder } from '../support/network/geocoder.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { fixture, makeParcours, pointPlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { mapReady } from './steps.ts';

const OTHER_BANK: [number, number] = [2.3425, 48.8595];
const PLACES: readonly (readonly [string, [number, number]])[] = [
  ['Pont-Neuf', [2.3414, 48.857]],
  ['Sainte-Chapelle', [2.34497, 48.85542]],
];
const words = searchStrings;
const LOUVRE = feature([2.33764, 48.86061], { name: 'Musée du Louvre', postcode: '75001', city: 'Paris' });
const LYON = feature([4.83201, 45.75781], { name: 'Place Bellecour', postcode: '69002', city: 'Lyon' });

const geocoder = await startGeocoder();
afterAll(() => geocoder.stop());
const server = useServer({ GEOCODER_URL: geocoder.url });
const openPage = usePhones(server);

it('the search flies to an address by keys alone, shows a place during a walk, and selects one otherwise, off line, too', async () => {
  geocoder.answer = (_, response) => answerJson(response, { features: [LOUVRE, LYON] });
  const person = await signUp(server.origin, 'Ana');
  const parcoursId = await makeParcours(server.origin, person);
  for (const [name, at] of PLACES) {
    const { newPlace } = await call(
      server.origin,
      'createPlace',
      { body: pointPlace(parcoursId, name, at) },
      person.token,
    );
    await upload(server.origin, person, newPlace.place_id, await fixture('conforming-mono.wav'));
  }
  const stored = { selectedParcours: `[${parcoursId}]` };
  const page = await openPage('/home', { person, stored, position: OTHER_BANK, hasMaps: true });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const box = page.getByRole('combobox');
  const option = (name: string) => page.getByRole('option').filter({ hasText: name });
  const isChosen = (name: string) => expect.poll(() => option(name).getAttribute('aria-selected')).toBe('true');
  const isFocused = (element: Locator) =>
    expect.poll(() => element.evaluate((shown) => shown === document.activeElement)).toBe(true);
  const view = () => page.locator('[data-view]').getAttribute('data-view');
  const selectedName = page.getByRole('region', { name: listenStrings.player }).getByRole('heading');
  /** Opens the search, which has the focus then. */
  const open = async (): Promise<void> => {
    await button(words.toggle).press('Enter');
    await isFocused(box);
  };
  await mapReady(page);

  await open();
  await page.keyboard.type('louvre');
  await option('Place Bellecour').waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: words.count(2) })
    .waitFor();
  await page.keyboard.press('ArrowDown');
  await isChosen('Musée du Louvre');
  await page.keyboard.press('ArrowDown');
  await isChosen('Place Bellecour');
  await page.keyboard.press('Home');
  expect(await box.getAttribute('aria-activedescendant')).toBeNull();
  await page.keyboard.press('ArrowUp');
  await isChosen('Place Bellecour');
  await page.keyboard.press('Enter');
  await expect.poll(view, { timeout: 20_000 }).toBe('4.83201,45.75781,16.0');
  await isFocused(button(words.toggle));

  await button(walkStrings.start).click();
  await open();
  await box.fill('pont');
  await option('Pont-Neuf').click();
  await expect.poll(view, { timeout: 20_000 }).toMatch(/^2\.34.*,17\.0$/);
  const onBridge = await view();
  expect(await selectedName.count()).toBe(0);
  await button(walkStrings.stop).click();

  await page.context().setOffline(true);
  await open();
  await page.keyboard.type('ste chapelle');
  await page.getByRole('alert').getByText(words.autocompleteFailed(words.noAnswer)).waitFor();
  await button(words.clear).click();
  await box.fill('chapelle SAINTE');
  await option('Sainte-Chapelle').waitFor();
  await page.getByRole('alert').waitFor();
  await option('Sainte-Chapelle').click();
  await selectedName.getByText('Sainte-Chapelle').waitFor();
  await expect.poll(view, { timeout: 20_000 }).not.toBe(onBridge);
  expect(await view()).toMatch(/,17\.0$/);
});
