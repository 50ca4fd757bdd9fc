import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listenStrings } from '../../../app/words/listen/listen.ts';
import { walkStrings } from '../../../app/words/listen/walk.ts';
import { parcoursStrings } from '../../../app/words/maps/parcours.ts';
import { call } from '../../support/api.ts';
import { closePhones, openPhoneWithoutMap, sharedBrowser } from '../../support/browser.ts';
import { makeParcours, type Person, pointPlace, signUp, upload } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { loggedInStorage } from '../../support/use-phones.ts';
import { wavOf } from '../../support/wav-bytes.ts';
import { hears, mapScreenReady, moveTo, readMediaPath, readSound, storyOf } from '../steps.ts';

const START: [number, number] = [2.3425, 48.8565];
/** 55 m to the north. */
const BRIDGE: [number, number] = [2.3425, 48.857];
const RATE_HZ = 44_100;

function tone(hz: number): Blob {
  const samples = Int16Array.from(
    { length: 20 * RATE_HZ },
    (_, at) => 9000 * Math.sin((2 * Math.PI * hz * at) / RATE_HZ),
  );
  return new Blob([wavOf(samples)]);
}

describe('what a walk fetches ahead', () => {
  let server: TestServer;
  let browser: Browser;
  let person: Person;
  let phone: BrowserContext;
  let page: Page;
  /** Path and range of each request for audio, and whether it has ended. */
  let audio: { readonly path: string; readonly range: string | undefined; done: boolean }[];

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    person = await signUp(server.origin, 'Dina');
    const quays = await makeParcours(server.origin, person, 'Les quais');
    const make = async (name: string, at: [number, number], hz: number): Promise<void> => {
      const body = pointPlace(quays, name, at);
      const { newPlace } = await call(server.origin, 'createPlace', { body }, person.token);
      await upload(server.origin, person, newPlace.place_id, tone(hz), { length: 20 });
    };
    await make('Le pont', BRIDGE, 330);
    await make('La gare', [2.36, 48.86], 440);
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  beforeEach(() => {
    audio = [];
  });
  afterEach(() => phone.close());

  async function open(init: () => void = () => {}, { isStored = false } = {}): Promise<void> {
    const storageState = loggedInStorage(server.origin, person);
    // No walker without time: the jump to the bridge is a real one, which the app doubts for some seconds.
    phone = await openPhoneWithoutMap(browser, server.origin, START, {
      storageState,
      serviceWorkers: isStored ? 'allow' : 'block',
    });
    await phone.addInitScript(init);
    page = await phone.newPage();
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.wav'))
        audio.push({ path: storyOf(request.url()), range: request.headers().range, done: false });
    });
    page.on('requestfinished', (request) => {
      const entry = audio.find(
        ({ path, range }) => path === storyOf(request.url()) && range === request.headers().range,
      );
      if (entry !== undefined) entry.done = true;
    });
    await page.goto('/home/parcours');
    await page.getByRole('button', { name: parcoursStrings.stopListening('Les quais') }).waitFor();
    // From the next load on the app comes from the device, with its workers.
    if (isStored) await page.evaluate(() => navigator.serviceWorker.ready);
    await page.goto('/home');
    await mapScreenReady(page, 2);
    await moveTo(page, START);
  }

  const startWalk = () => page.getByRole('button', { name: walkStrings.start }).click();

  it('is the story near by, which plays without any network and is not requested again', async () => {
    await open(undefined, { isStored: true });
    await startWalk();
    const path = await readMediaPath(page, 'Le pont');
    const once = [{ path, range: undefined, done: true }];
    await expect.poll(() => audio, { timeout: 20_000 }).toEqual(once);
    await phone.setOffline(true);
    await moveTo(page, BRIDGE);
    await hears(page, path);
    // As far from what any other request would have brought as it can be.
    await page.getByRole('slider', { name: listenStrings.seek }).press('End');
    await expect.poll(async () => (await readSound(page)).positionS).toBe(0);
    expect(audio).toEqual(once);
  });

  it('is nothing for who saves data, nor before the walk starts', async () => {
    await open(() => {
      Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
    });
    expect(audio).toEqual([]);
    await startWalk();
    await moveTo(page, BRIDGE);
    const player = page.getByRole('region', { name: listenStrings.player });
    await player.getByRole('button', { name: listenStrings.pause }).waitFor();
    // The player requests ranges alone.
    expect(audio.filter(({ range }) => range === undefined)).toEqual([]);
  });
});
