import type { Page } from 'playwright';
import { beforeAll, expect, test } from 'vitest';
import { listenStrings } from '../../app/walk/player-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import type { ParcoursId, PlaceId } from '../../contracts/vocabulary.ts';
import { faultsOn } from '../support/accessibility/page-faults.ts';
import { toneOf } from '../support/audio/wav-bytes.ts';
import { openPhoneRunning, refuseWebgl } from '../support/phone/browser.ts';
import { usePhones } from '../support/phone/use-phones.ts';
import { shiftTimestamps } from '../support/phone/walker.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, type Person, pointPlace, signUp, upload } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { hears, mapScreenReady, moveTo, readMediaPath, readSound } from './steps.ts';

const START: [number, number] = [2.3425, 48.8555];
/** 170 m to the south. */
const WELL: [number, number] = [2.3425, 48.854];
/** 110 m to the north, and 110 m further. */
const BRIDGE: [number, number] = [2.3425, 48.8565];
const STATION: [number, number] = [2.3425, 48.8575];
/** None ends while it is looked at. */
const LENGTH_S = 60;
const words = listenStrings;

const server = useServer();
const openPage = usePhones(server);
let person: Person;
let quays: ParcoursId;
let page: Page;
const places = new Map<string, PlaceId>();

beforeAll(async () => {
  person = await signUp(server.origin, 'Dina');
  quays = await makeParcours(server.origin, person, 'Les quais');
  await make('Le puits', WELL, 550);
  await make('Le pont', BRIDGE, 330);
  await make('La gare', STATION, 440);
});

async function make(name: string, at: [number, number], hz: number): Promise<void> {
  const { newPlace } = await call(server.origin, 'createPlace', { body: pointPlace(quays, name, at) }, person.token);
  await upload(server.origin, person, newPlace.place_id, toneOf(hz, LENGTH_S), { length: LENGTH_S });
  places.set(name, newPlace.place_id);
}

async function hearAt(place: string, position: [number, number]): Promise<void> {
  await moveTo(page, position);
  await hears(page, await readMediaPath(page, place));
}

const placeId = (name: string): PlaceId => places.get(name) ?? (0 as PlaceId);
const player = () => page.getByRole('region', { name: words.player });
const button = (name: string) => page.getByRole('button', { name, exact: true });
/** What the system does when the phone rings: the page is not asked. */
const ring = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.pause());
const isPlaying = async (): Promise<boolean> => (await readSound(page)).playing;
const renameTo = (appelation: string, at: readonly [number, number]) => {
  const body = { id: placeId('La gare'), appelation, feature: `POINT (${at[0]} ${at[1]})` };
  return call(server.origin, 'updatePlace', { body }, person.token);
};

/** The page goes out of sight, and comes back; meanwhile the system may end its workers, which no event tells. */
const comeBack = (loses: 'workers' | 'nothing' = 'nothing') =>
  page.evaluate((isLost) => {
    for (const state of ['hidden', 'visible'] as const) {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
      if (isLost && state === 'hidden') Reflect.get(window, 'endWorkers')();
    }
  }, loses === 'workers');

test('a walk tells what plays and why, through a deleted and a moved place, a lost position and phone calls', async () => {
  page = await openPage('/home', {
    person,
    position: START,
    open: openPhoneRunning(shiftTimestamps, refuseWebgl, keepScreenOn, noteWorkers),
    stored: { selectedParcours: JSON.stringify([quays]) },
  });
  await mapScreenReady(page, 3);
  await button(walkStrings.start).click();
  await moveTo(page, START);
  // The watch that takes the first request's place has seen this position: a move before that has been lost.
  await page.getByText(/^Ensuite à 1\d\d\sm : Le pont$/).waitFor();

  // Deleting a place stops its story, and the walker reads why.
  await hearAt('Le puits', WELL);
  await call(server.origin, 'deletePlace', { params: { placeId: placeId('Le puits') } }, person.token);
  // As the system does with a page that is out of sight.
  await page.evaluate(() => Reflect.get(window, 'releaseScreen')());
  expect(await page.locator('html').getAttribute('data-screen')).toBe('off');
  await comeBack('workers');
  await page.locator('html[data-screen="on"]').waitFor();
  await page.getByText(walkStrings.placeGone('Le puits')).waitFor();
  await player().waitFor({ state: 'detached' });
  expect(await isPlaying()).toBe(false);

  await hearAt('Le pont', BRIDGE);
  await player().getByRole('heading', { name: 'Le pont' }).waitFor();
  await player().getByText(words.inside).waitFor();
  await page.getByText(/^Ensuite à 1\d\d\sm : La gare$/).waitFor();
  expect(await faultsOn(page)).toEqual([]);

  // A position that is lost stops no story, and one that comes back starts it no second time.
  const before = await readSound(page);
  const phone = page.context();
  await phone.clearPermissions();
  await page.locator('[data-testid="map"]:not([data-walker])').waitFor({ state: 'attached' });
  expect(await isPlaying()).toBe(true);
  await phone.grantPermissions(['geolocation']);
  await page.locator('[data-testid="map"][data-walker]').waitFor({ state: 'attached' });
  await player().getByText(words.inside).waitFor();
  await hears(page, before.path);
  expect((await readSound(page)).positionS).toBeGreaterThan(before.positionS);

  // A phone call stops it; nothing starts by itself in it, and one tap goes on where it was.
  await ring();
  await button(words.goOn).waitFor();
  await player().getByText(words.goOnHint).waitFor();
  expect(await faultsOn(page)).toEqual([]);
  const stopped = await readSound(page);
  await moveTo(page, [BRIDGE[0], BRIDGE[1] + 0.0001]);
  await moveTo(page, BRIDGE);
  expect(await isPlaying()).toBe(false);
  await button(words.goOn).click();
  await hears(page, stopped.path);
  expect((await readSound(page)).positionS).toBeGreaterThan(stopped.positionS);

  // In a call the next place is shown, and stays silent until one tap.
  await ring();
  await button(words.goOn).waitFor();
  await moveTo(page, STATION);
  await player().getByRole('heading', { name: 'La gare' }).waitFor({ timeout: 30_000 });
  await button(words.goOn).click();
  await hears(page, await readMediaPath(page, 'La gare'));

  // A place that somebody moves away is left, and where it is now it is found.
  await renameTo('La gare', [STATION[0], STATION[1] + 0.002]);
  await comeBack();
  await player().getByText(words.leftPlace).waitFor();
  expect(await isPlaying()).toBe(true);
  await renameTo('La gare du nord', STATION);
  await comeBack();
  await player().getByRole('heading', { name: 'La gare du nord' }).waitFor();
  await player().getByText(words.inside).waitFor();
  expect(await isPlaying()).toBe(true);
  await button(walkStrings.stop).click();
  await page.locator('html[data-screen="off"]').waitFor();
});

/** In the page: lets all its workers be ended as iOS ends them in the background. */
function noteWorkers(): void {
  const workers: Worker[] = [];
  window.Worker = new Proxy(window.Worker, {
    construct(Real, args: ConstructorParameters<typeof Worker>) {
      const worker = new Real(...args);
      workers.push(worker);
      return worker;
    },
  });
  Object.assign(window, {
    endWorkers: () => {
      if (workers.length === 0) throw new Error('Expected a worker to end, got none');
      for (const worker of workers) worker.terminate();
    },
  });
}

/** In the page: a screen of its own, that the page can keep on; the browser of the tests has none. */
function keepScreenOn(): void {
  navigator.wakeLock.request = async () => {
    document.documentElement.dataset.screen = 'on';
    const lock = Object.assign(new EventTarget(), { released: false, type: 'screen', onrelease: null });
    const release = async () => {
      if (lock.released) return;
      lock.released = true;
      document.documentElement.dataset.screen = 'off';
      lock.dispatchEvent(new Event('release'));
    };
    Object.assign(window, { releaseScreen: release });
    return Object.assign(lock, { release }) as WakeLockSentinel;
  };
}
