import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenStrings } from '../../../app/words/listen/listen.ts';
import { walkStrings } from '../../../app/words/listen/walk.ts';
import { paneStrings } from '../../../app/words/maps/panes.ts';
import type { ParcoursId, PlaceId } from '../../../contracts/vocabulary.ts';
import { call } from '../../support/api.ts';
import { faultsOn } from '../../support/axe.ts';
import { closePhones, sharedBrowser } from '../../support/browser.ts';
import { makeParcours, type Person, pointPlace, signUp, upload } from '../../support/people.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import { loggedInStorage } from '../../support/use-phones.ts';
import { openWalker, openWalkerWithoutMap } from '../../support/walker.ts';
import { wavOf } from '../../support/wav-bytes.ts';
import { hears, moveTo, openPane, readMediaPath, readSound } from '../steps.ts';

const START: [number, number] = [2.3425, 48.8555];
/** 110 m to the north, and 110 m further. */
const BRIDGE: [number, number] = [2.3425, 48.8565];
const STATION: [number, number] = [2.3425, 48.8575];
const LENGTH_S = 20;
const RATE_HZ = 44_100;
const words = listenStrings;

function tone(hz: number): Blob {
  const samples = Int16Array.from(
    { length: LENGTH_S * RATE_HZ },
    (_, at) => 9000 * Math.sin((2 * Math.PI * hz * at) / RATE_HZ),
  );
  return new Blob([wavOf(samples)]);
}

describe('what comes between a walker and a story', () => {
  let server: TestServer;
  let browser: Browser;
  let person: Person;
  let quays: ParcoursId;
  let bridge: PlaceId;
  let phone: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    person = await signUp(server.origin, 'Dina');
    quays = await makeParcours(server.origin, person, 'Les quais');
    bridge = await make('Le pont', BRIDGE, 330);
    await make('La gare', STATION, 440);
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });
  afterEach(() => phone.close());

  async function make(name: string, at: [number, number], hz: number): Promise<PlaceId> {
    const { newPlace } = await call(server.origin, 'createPlace', { body: pointPlace(quays, name, at) }, person.token);
    await upload(server.origin, person, newPlace.place_id, tone(hz), { length: LENGTH_S });
    return newPlace.place_id;
  }

  async function startWalk(open = openWalkerWithoutMap): Promise<void> {
    const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([quays]) });
    phone = await open(browser, server.origin, START, { storageState });
    page = await phone.newPage();
    await page.goto('/home');
    await listed();
    await page.getByRole('button', { name: walkStrings.start }).click();
    await moveTo(page, START);
    // The watch that takes the first request's place has seen this position: a move before that has been lost.
    await page
      .getByText(/^Ensuite à /)
      .first()
      .waitFor();
  }

  async function listed(): Promise<void> {
    await page.locator('[data-testid="map"]:not([data-place-count="0"])').waitFor({ state: 'attached' });
  }

  async function hearAt(place: string, position: [number, number]): Promise<void> {
    await moveTo(page, position);
    await hears(page, await readMediaPath(page, place));
  }

  const player = () => page.getByRole('region', { name: words.player });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  /** What the system does when the phone rings: the page is not asked. */
  const ring = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause());
  const isPlaying = async (): Promise<boolean> => (await readSound(page)).playing;

  /** The page goes out of sight, and comes back. */
  const comeBack = () =>
    page.evaluate(() => {
      for (const state of ['hidden', 'visible'] as const) {
        Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      }
    });

  it('a walker sees what plays, why, and what is near next', async () => {
    await startWalk();
    await page.getByText(/^Ensuite à 1\d\d m : Le pont$/).waitFor();
    await hearAt('Le pont', BRIDGE);
    await player().getByRole('heading', { name: 'Le pont' }).waitFor();
    await player().getByText(words.inside).waitFor();
    await page.getByText(/^Ensuite à 1\d\d m : La gare$/).waitFor();
    expect(await faultsOn(page)).toEqual([]);
  });

  it('a phone call stops the story; nothing starts by itself in it, and one tap goes on where it was', async () => {
    await startWalk();
    await hearAt('Le pont', BRIDGE);
    await ring();
    await button(words.goOn).waitFor();
    await player().getByText(words.goOnHint).waitFor();
    expect(await faultsOn(page)).toEqual([]);
    const { positionS } = await readSound(page);
    await moveTo(page, BRIDGE, 6);
    expect(await isPlaying()).toBe(false);
    await button(words.goOn).click();
    await hears(page, await readMediaPath(page, 'Le pont'));
    expect((await readSound(page)).positionS).toBeGreaterThan(positionS);
    await button(words.pause).waitFor();
  });

  it('in a call the next place is shown and stays silent until one tap', async () => {
    await startWalk();
    await hearAt('Le pont', BRIDGE);
    await ring();
    await button(words.goOn).waitFor();
    await moveTo(page, STATION);
    await player().getByRole('heading', { name: 'La gare' }).waitFor({ timeout: 30_000 });
    await button(words.goOn).click();
    await hears(page, await readMediaPath(page, 'La gare'));
  });

  it('a reload does not end the walk', async () => {
    await startWalk();
    await page.reload();
    await listed();
    await button(walkStrings.stop).waitFor();
    await hearAt('Le pont', BRIDGE);
  });

  it('a tab that the browser brings back asks for one tap, and then tells the very story', async () => {
    await startWalk();
    const walk = await page.evaluate(() => sessionStorage.getItem('walk'));
    await page.close();
    page = await phone.newPage();
    // A browser that was ended restores what its tabs held; that somebody ever tapped in them it does not.
    await page.addInitScript((note) => sessionStorage.setItem('walk', note ?? ''), walk);
    await page.addInitScript(refuseUntilTapped);
    await page.goto('/home');
    await listed();
    await button(walkStrings.stop).waitFor();
    await moveTo(page, BRIDGE);
    await button(words.tapToStart).waitFor();
    expect(await button(words.tapToStart).count()).toBe(1);
    expect(await isPlaying()).toBe(false);
    expect(await faultsOn(page)).toEqual([]);
    await button(words.tapToStart).click();
    await hears(page, await readMediaPath(page, 'Le pont'));
  });

  it('a position that is lost stops no story, and one that comes back starts it no second time', async () => {
    await startWalk();
    await hearAt('Le pont', BRIDGE);
    const { positionS } = await readSound(page);
    await phone.clearPermissions();
    await page.locator('[data-testid="map"]:not([data-walker])').waitFor();
    expect(await isPlaying()).toBe(true);
    await phone.grantPermissions(['geolocation']);
    await page.locator('[data-testid="map"][data-walker]').waitFor();
    await player().getByText(words.inside).waitFor();
    await hears(page, await readMediaPath(page, 'Le pont'));
    expect((await readSound(page)).positionS).toBeGreaterThan(positionS);
  });

  it('a page that comes back into sight takes the wake lock again and looks where the walker is now', async () => {
    await startWalk();
    await page.evaluate(() => {
      // A screen of its own: the browser of the tests has none that it keeps on.
      const sentinel = () => {
        document.documentElement.dataset.screen = 'on';
        const lock = Object.assign(new EventTarget(), { released: false, type: 'screen', onrelease: null });
        const release = async () => {
          if (lock.released) return;
          lock.released = true;
          document.documentElement.dataset.screen = 'off';
          lock.dispatchEvent(new Event('release'));
        };
        Object.assign(window, { takeLock: release });
        return Object.assign(lock, { release }) as WakeLockSentinel;
      };
      navigator.wakeLock.request = async () => sentinel();
    });
    await hearAt('Le pont', BRIDGE);
    await button(walkStrings.stop).click();
    await button(walkStrings.start).click();
    await page.locator('html[data-screen="on"]').waitFor();
    // As the system does with a page that is out of sight.
    const screen = await page.evaluate(async () => {
      await Reflect.get(window, 'takeLock')();
      return document.documentElement.dataset.screen;
    });
    expect(screen).toBe('off');
    await comeBack();
    await page.locator('html[data-screen="on"]').waitFor();
    await moveTo(page, STATION);
    await player().getByRole('heading', { name: 'La gare' }).waitFor({ timeout: 30_000 });
  });

  it('a place that somebody moves away is left, and where it is now it is found', async () => {
    await startWalk();
    await hearAt('Le pont', BRIDGE);
    const feature = `POINT (${STATION[0]} ${STATION[1] + 0.001})`;
    await call(server.origin, 'updatePlace', { body: { id: bridge, appelation: 'Le pont', feature } }, person.token);
    await comeBack();
    await player().getByText(words.leftPlace).waitFor();
    expect(await isPlaying()).toBe(true);
    const back = `POINT (${BRIDGE[0]} ${BRIDGE[1]})`;
    await call(
      server.origin,
      'updatePlace',
      { body: { id: bridge, appelation: 'Le pont neuf', feature: back } },
      person.token,
    );
    await comeBack();
    await player().getByRole('heading', { name: 'Le pont neuf' }).waitFor();
    await player().getByText(words.inside).waitFor();
    expect(await isPlaying()).toBe(true);
    await call(server.origin, 'updatePlace', { body: { id: bridge, appelation: 'Le pont' } }, person.token);
  });

  it('the story of a place that somebody deletes stops, and the walker is told', async () => {
    const well = await make('Le puits', [START[0], START[1] - 0.001], 550);
    await startWalk();
    await hearAt('Le puits', [START[0], START[1] - 0.001]);
    await call(server.origin, 'deletePlace', { params: { placeId: well } }, person.token);
    await comeBack();
    await page.getByText(walkStrings.placeGone('Le puits')).waitFor();
    await player().waitFor({ state: 'detached' });
    expect(await isPlaying()).toBe(false);
    await hearAt('Le pont', BRIDGE);
  });

  it('taps on the map choose nothing on a walk', async () => {
    await startWalk(openWalker);
    await hearAt('Le pont', BRIDGE);
    await page.getByTestId('map').tap({ position: { x: 60, y: 300 } });
    await openPane(page, paneStrings.settings);
    await openPane(page, paneStrings.map);
    await player().getByRole('heading', { name: 'Le pont' }).waitFor();
    expect(await isPlaying()).toBe(true);
  });
});

/**
 * In the page: a browser's rule that sound needs a tap first. Chromium has it, but takes each step of Playwright for a
 * wish of the person's.
 */
function refuseUntilTapped(): void {
  const play = HTMLMediaElement.prototype.play;
  let isTapped = false;
  const hear = (): void => {
    isTapped = true;
  };
  document.addEventListener('pointerdown', hear, { capture: true });
  HTMLMediaElement.prototype.play = function () {
    return isTapped ? play.call(this) : Promise.reject(new DOMException('Wants a tap first', 'NotAllowedError'));
  };
}
