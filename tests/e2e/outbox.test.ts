import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { dropStrings } from '../../app/words/drops/drop.ts';
import { outboxStrings } from '../../app/words/drops/outbox.ts';
import { mapStrings } from '../../app/words/map.ts';
import { strings } from '../../app/words/strings.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { call } from '../support/api.ts';
import { faultsOn } from '../support/axe.ts';
import { closePhones, openPhone, openPhoneWithoutMap, sharedBrowser } from '../support/browser.ts';
import { addMember, makeParcours, type Person, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { audioFixture, listPlaces, mapReady } from './steps.ts';

const QUAY: [number, number] = [2.3411, 48.8571];
const FILE = 'conforming-mono.wav';
const words = outboxStrings;

describe('a drop that cannot be sent', () => {
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let bob: Person;
  let mapId: ParcoursId;
  let phone: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    ana = await signUp(server.origin, 'Ana');
    bob = await signUp(server.origin, 'Bob');
    mapId = await makeParcours(server.origin, ana);
    await addMember(server.origin, ana, mapId, bob, 'drop');
    browser = await sharedBrowser();
  });
  afterEach(() => phone?.close());
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  function storedBy(person: Person): Record<string, string> {
    const created = { id: mapId, title: 'Le quai', description: 'Le quai, pas à pas', privilege: 'drop' };
    const selected = { selectedParcours: JSON.stringify([mapId]), parcoursBeingCreated: JSON.stringify(created) };
    const account = JSON.stringify(person.user);
    return { token: person.token, userData: account, currentUser: account, mapLoaded: 'true', ...selected };
  }

  /** Somebody's phone at the map's address; what waits is shown without a map as well. */
  async function openAs(
    person: Person,
    options: BrowserContextOptions = {},
    open: typeof openPhone = openPhoneWithoutMap,
  ): Promise<void> {
    const { token, userData, currentUser, ...more } = storedBy(person);
    phone = await open(browser, server.origin, QUAY, {
      storageState: loggedInStorage(server.origin, person, more),
      acceptDownloads: true,
      ...options,
    });
    page = await phone.newPage();
    await goHome();
    // Without a network, what is not loaded yet comes from what the app has stored.
    if (options.serviceWorkers === 'allow') await page.evaluate(() => navigator.serviceWorker.ready);
  }

  async function goHome(): Promise<void> {
    await page.goto('/home');
    await page.locator('[data-outbox-ready="true"]').waitFor({ state: 'attached' });
  }

  /** Goes on as somebody else, on the same device. */
  async function becomes(person: Person): Promise<void> {
    await page.evaluate((kept) => {
      localStorage.clear();
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
    }, storedBy(person));
    await goHome();
  }

  /** Opens a drop at the person's position, and waits until its file is ready to be saved. */
  async function prepareDrop(title: string): Promise<Locator> {
    await page.getByRole('button', { name: dropStrings.open }).click();
    const sheet = page.getByRole('dialog', { name: dropStrings.title });
    await sheet.getByRole('radio', { name: dropStrings.here }).check();
    await sheet.getByLabel(dropStrings.name).fill(title);
    await sheet.getByLabel(dropStrings.chooseFile).setInputFiles(audioFixture(FILE));
    await sheet.getByRole('button', { name: dropStrings.save, disabled: false }).waitFor();
    return sheet;
  }

  async function dropFile(title: string): Promise<Locator> {
    const sheet = await prepareDrop(title);
    await sheet.getByRole('button', { name: dropStrings.save }).click();
    return sheet;
  }

  /** Loses the network before a drop is saved, if that was not before, and goes on with the map. */
  async function dropOffline(title: string): Promise<void> {
    const sheet = await prepareDrop(title);
    await page.context().setOffline(true);
    await sheet.getByRole('button', { name: dropStrings.save }).click();
    await sheet.getByText(words.kept).waitFor();
    await sheet.getByRole('button', { name: words.close }).click();
    await sheet.waitFor({ state: 'detached' });
  }

  async function placesNamed(name: string) {
    return (await listPlaces(page)).filter(({ appelation }) => appelation === name);
  }

  /** Waits until neither this device nor the server has anything of a drop any more. */
  async function leavesNothing(title: string): Promise<void> {
    await page.locator('[data-outbox-count="0"]').waitFor({ state: 'attached' });
    await expect.poll(() => placesNamed(title)).toEqual([]);
    await expect.poll(() => keptFiles(page)).toEqual([]);
  }

  const chip = (count: number): Locator => page.getByRole('button', { name: words.count(count) });
  const onMap = (attribute: string): Promise<string | null> => page.getByTestId('map').getAttribute(attribute);

  it('is on the map, counted and listed at once, keeps the page from being closed unasked, and becomes a true place when the network is back, never shown twice', async () => {
    await openAs(ana, { serviceWorkers: 'allow' }, openPhone);
    await mapReady(page);
    await page.context().setOffline(true);
    await dropOffline('Le vent');
    await chip(1).waitFor();
    expect([await onMap('data-waiting-count'), await onMap('data-place-count')]).toEqual(['1', '0']);
    await dropOffline('La pluie');
    await chip(2).click();
    const sheet = page.getByRole('dialog', { name: words.title });
    await sheet.getByRole('heading', { name: 'La pluie' }).waitFor();
    await sheet.getByText(words.offline).first().waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Le vent.*en attente/ })
      .waitFor();
    await page.keyboard.press('Escape');

    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const warning = await asked;
    expect(warning.type()).toBe('beforeunload');
    await warning.dismiss();

    // My drops has them, too, with the same ways out.
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('link', { name: strings.menu.drops }).click();
    await page.getByRole('heading', { name: words.count(2) }).waitFor();
    const waiting = page.getByRole('list', { name: words.title });
    await waiting.getByRole('button', { name: words.export }).first().waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await page.context().setOffline(false);
    await waiting.waitFor({ state: 'detached' });
    for (const name of ['Le vent', 'La pluie']) await page.getByRole('heading', { name }).waitFor();

    await page.getByRole('link', { name: strings.app.back }).click();
    await page.locator('[data-waiting-count="0"][data-place-count="2"]').waitFor();
    expect(await chip(1).or(chip(2)).count()).toBe(0);
    expect(await placesNamed('Le vent')).toMatchObject([{ media: { data: {} }, feature: { coordinates: QUAY } }]);
    expect(await placesNamed('La pluie')).toHaveLength(1);
    const closed = page.waitForEvent('close');
    await page.close({ runBeforeUnload: true });
    await closed;
  });

  it('can be cancelled while it is sent, exported as it was chosen, and discarded after a question, which leaves nothing anywhere', async () => {
    await openAs(ana);
    let isSending = false;
    // Never answered: the request is under way until it is broken off.
    await page.route('**/v1/drop/upload', () => {
      isSending = true;
    });
    const sent = await dropFile('Annulé');
    await expect.poll(() => isSending, { timeout: 20_000 }).toBe(true);
    expect(await placesNamed('Annulé')).toHaveLength(1);
    await sent.getByRole('button', { name: words.cancel }).click();
    await sent.waitFor({ state: 'detached' });
    // By name: `unrouteAll` below would wait for ever for the request that is never answered.
    await page.unroute('**/v1/drop/upload');
    await leavesNothing('Annulé');

    await dropOffline('À jeter');
    // Before the network is back, or it is sent at once.
    await page.route('**/v1/place/places', (route) => route.abort('connectionreset'));
    await page.context().setOffline(false);
    await chip(1).click();
    const sheet = page.getByRole('dialog', { name: words.title });
    const download = page.waitForEvent('download');
    await sheet.getByRole('button', { name: words.export }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(FILE);
    expect(await readFile(await file.path())).toEqual(await readFile(audioFixture(FILE)));

    await sheet.getByRole('button', { name: words.discard }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: words.discard }).click();
    await sheet.getByText(words.empty).waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.keyboard.press('Escape');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    // Its audio goes last, once the place that the lost request may have made is gone.
    await leavesNothing('À jeter');
  });

  it('is asked about before its owner logs out, is nobody else’s, and goes when the owner is back', async () => {
    // The login screen comes without a network.
    await openAs(ana, { serviceWorkers: 'allow' });
    await dropOffline('À Ana');
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('button', { name: strings.menu.logout }).click();
    const question = page.getByRole('alertdialog', { name: words.logoutTitle });
    await question.getByText(words.logoutText(1)).waitFor();
    expect(await faultsOn(page)).toEqual([]);
    await question.getByRole('button', { name: words.logoutDeny }).click();
    await chip(1).waitFor();
    await page.getByRole('button', { name: strings.menu.open }).click();
    await page.getByRole('button', { name: strings.menu.logout }).click();
    await question.getByRole('button', { name: words.logoutConfirm }).click();
    await page.waitForURL('**/login');
    await page.context().setOffline(false);

    await becomes(bob);
    expect(await page.locator('[data-outbox-count]').getAttribute('data-outbox-count')).toBe('0');
    expect(await placesNamed('À Ana')).toEqual([]);

    // The logout may have reached the server as soon as there was a network again, and ended her session.
    const { email, password } = ana;
    const { token } = await call(server.origin, 'login', { body: { email, password } });
    ana = { ...ana, token };
    await becomes(ana);
    const arrived = [{ userId: ana.user.id, media: { data: {} } }];
    // The place is made before its audio is sent.
    await expect.poll(() => placesNamed('À Ana')).toMatchObject(arrived);
  });

  it('because it is not allowed any more, or its place was deleted meanwhile, says so, and is sent when the person says so', async () => {
    await openAs(bob);
    await dropOffline('Refusé');
    await call(server.origin, 'removeMember', { params: { mapId, userId: bob.user.id } }, ana.token);
    await page.context().setOffline(false);
    await chip(1).click();
    const sheet = page.getByRole('dialog', { name: words.title });
    await sheet.getByRole('alert').getByText(dropStrings.createFailed(strings.errors.forbidden)).waitFor();
    await addMember(server.origin, ana, mapId, bob, 'drop');
    await sheet.getByRole('button', { name: words.retry }).click();
    await sheet.getByText(words.empty).waitFor();
    expect(await placesNamed('Refusé')).toMatchObject([{ media: { data: {} } }]);
    await page.keyboard.press('Escape');

    await page.route('**/v1/drop/upload', (route) => route.abort('connectionreset'));
    await (await dropFile('Disparu')).getByRole('button', { name: words.close }).click();
    await expect.poll(async () => (await placesNamed('Disparu')).length).toBe(1);
    const [{ id: placeId } = { id: 0 as never }] = await placesNamed('Disparu');
    await call(server.origin, 'deletePlace', { params: { placeId } }, ana.token);
    await page.unrouteAll({ behavior: 'wait' });
    await chip(1).click();
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await sheet.getByText(words.placeGone).waitFor();
    expect(await placesNamed('Disparu')).toEqual([]);
    await sheet.getByRole('button', { name: words.retry }).click();
    await sheet.getByText(words.empty).waitFor();
    expect(await placesNamed('Disparu')).toMatchObject([{ media: { data: {} } }]);
  });
});

/** Names of the files that the outbox keeps. */
function keptFiles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('outbox');
    const names: string[] = [];
    for await (const name of folder.keys()) names.push(name);
    return names;
  });
}
