import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { createParcoursStrings, parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { welcomeStrings } from '../../app/welcome/welcome-words.ts';
import type { Place } from '../../contracts/place.ts';
import { openPhoneWithoutMap } from '../support/phone/browser.ts';
import { droppingTo, loggedInStorage } from '../support/phone/use-phones.ts';
import { passWay } from '../support/phone/walker.ts';
import { makeParcours, signUp as signUpByCall } from '../support/server/people.ts';
import type { TestServer } from '../support/server/server.ts';

/** What somebody signs up with. */
export interface Person {
  readonly name: string;
  readonly email: string;
  readonly password: string;
}

/** Where the app's one audio element stands. */
export interface Sound {
  /** What it plays, as {@link storyOf} names it; empty when it holds nothing. */
  readonly path: string;
  readonly positionS: number;
  readonly durationS: number;
  readonly playing: boolean;
}

/** Absolute path of a real encoded file of tests/fixtures/audio. */
export function audioFixture(name: string): string {
  return fileURLToPath(new URL(`../fixtures/audio/${name}`, import.meta.url));
}

/** Fills in the sign-up form that is on the screen and sends it. */
export async function signUp(page: Page, person: Person): Promise<void> {
  const words = strings.signUp;
  await page.getByLabel(words.username).fill(person.name);
  await page.getByLabel(words.email).fill(person.email);
  await page.getByLabel(words.password, { exact: true }).fill(person.password);
  await page.getByLabel(words.confirmation, { exact: true }).fill(person.password);
  await page.getByRole('checkbox', { name: words.terms }).check();
  await page.getByRole('button', { name: words.submit }).click();
}

/** Logs somebody in who has an account, and waits until the app lets them in. */
export async function logIn(page: Page, { email, password }: Omit<Person, 'name'>): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(strings.login.email).fill(email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: strings.login.submit, exact: true }).click();
  await page.waitForURL('**/home/**');
}

/** Leaves the welcome to a parcours for the list of maps. */
export async function leaveWelcome(page: Page): Promise<void> {
  await page.getByRole('button', { name: welcomeStrings.allMaps }).click();
  await page.getByRole('heading', { name: parcoursStrings.title, exact: true }).waitFor();
}

/** Leaves the welcome to a parcours for the map, without listening yet. */
export async function passWelcome(page: Page): Promise<void> {
  await leaveWelcome(page);
  await page.getByRole('link', { name: parcoursStrings.done }).click();
}

/** Creates a parcours from the maps screen, and waits for the map screen. */
export async function createParcours(page: Page, title: string, description: string): Promise<void> {
  await page.getByRole('link', { name: parcoursStrings.create }).first().click();
  await page.getByLabel(createParcoursStrings.name).fill(title);
  await page.getByLabel(createParcoursStrings.description).fill(description);
  await page.getByRole('button', { name: createParcoursStrings.submit, exact: true }).click();
  await page.getByText(createParcoursStrings.created).waitFor();
  await mapScreenReady(page);
}

/** Waits until the map is drawn. */
export async function mapReady(page: Page): Promise<void> {
  await page.locator('[data-testid="map"][data-map-ready="true"]').waitFor({ timeout: 60_000 });
}

/** Waits for the map screen, with or without a drawn map; with `count`, until it has as many places. */
export async function mapScreenReady(page: Page, count?: number): Promise<void> {
  const state = count === undefined ? '' : `[data-place-count="${count}"]`;
  await page.locator(`[data-testid="map"]${state}`).waitFor({ state: 'attached' });
}

/** Longer than a jump that nothing contradicts is doubted for. */
const MOVE_SEEN_MS = 7000;
const MOVE_TRIES = 4;

/**
 * Stands somewhere else, and waits until the app says that it knows where. A phone tells where it is again and again; a
 * browser that is told once may be between two requests of the page, and loses it.
 */
export async function moveTo(
  page: Page,
  [longitude, latitude]: readonly [number, number],
  accuracy = 5,
): Promise<void> {
  const seen = page.locator(`[data-testid="map"][data-walker="${longitude},${latitude}"]`);
  for (let tries = 1; ; tries++) {
    await passWay(page);
    await page.context().setGeolocation({ longitude, latitude, accuracy });
    try {
      return await seen.waitFor({ state: 'attached', timeout: MOVE_SEEN_MS });
    } catch (error) {
      if (tries === MOVE_TRIES) throw error;
    }
  }
}

/** Longest wait for the converter, and for the upload, where a machine has much else to do. */
const UPLOAD_MAX_MS = 60_000;

/** Uploads a file at the person's own position, through conversion, waveform and sending. */
export async function dropAtPosition(page: Page, file: string, title: string): Promise<void> {
  const words = dropStrings;
  await page.getByRole('button', { name: words.open }).click();
  await page.getByRole('button', { name: words.openFile }).click();
  const sheet = page.getByRole('dialog', { name: words.title });
  await sheet.getByRole('radio', { name: words.here }).check();
  await sheet.getByLabel(words.name).fill(title);
  await sheet.getByLabel(words.chooseFile).setInputFiles(audioFixture(file));
  await sheet.getByRole('button', { name: words.save }).click({ timeout: UPLOAD_MAX_MS });
  await sheet.getByText(words.saved).waitFor({ timeout: UPLOAD_MAX_MS });
  await sheet.getByRole('button', { name: words.listen }).click();
  await sheet.waitFor({ state: 'detached' });
}

/** All places that the person may see, asked of the server with their own token. */
export function listPlaces(page: Page): Promise<Place[]> {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}`, 'Content-Type': 'application/json' };
    const maps = await (await fetch('/v1/map/maps-for-user', { headers })).json();
    const body = JSON.stringify({ mapIds: maps.map((map: { id: number }) => map.id) });
    return (await (await fetch('/v1/place/places/by-map-ids', { method: 'POST', headers, body })).json()).places;
  });
}

/** What the person has made themselves, drafts too, newest first. */
export function listOwn(page: Page): Promise<Place[]> {
  return page.evaluate(async () => {
    const headers = { Authorization: `Bearer ${localStorage.getItem('token')}` };
    const { id } = JSON.parse(localStorage.getItem('currentUser') ?? '{}');
    return (await (await fetch(`/v1/drop/user/${id}`, { headers })).json()).drops;
  });
}

/** Path of an audio file without signature and extension: a master and its rendition have it in common. */
export function storyOf(url: string): string {
  return url === '' ? '' : new URL(url).pathname.replace(/\.\w+$/, '');
}

/** A place's audio, as {@link storyOf} names it. */
export async function readMediaPath(page: Page, name: string): Promise<string> {
  const link = (await listPlaces(page)).find((place) => place.appelation === name)?.media?.data.link;
  if (link === undefined) throw new Error(`No audio at ${name}`);
  return storyOf(new URL(link, page.url()).href);
}

/** Opens one of the three panes by its name. */
export async function openPane(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
}

/** How many seconds the timer of a recording shows. */
export async function recordedS(page: Page): Promise<number> {
  const [minutes = 0, seconds = 0] = ((await page.getByRole('timer').textContent()) ?? '').split(':').map(Number);
  return minutes * 60 + seconds;
}

/** Where the sound stands now. */
export async function readSound(page: Page): Promise<Sound> {
  const { url, ...sound } = await page.locator('audio[data-testid="player"]').evaluate((audio: HTMLAudioElement) => ({
    url: new URL(audio.dataset.link ?? '', document.baseURI).href,
    positionS: audio.currentTime,
    durationS: audio.duration,
    playing: !audio.paused && !audio.ended,
  }));
  return { path: storyOf(url), ...sound };
}

/** Waits until the sound at `path` plays and has really moved on. */
export async function hears(page: Page, path: string): Promise<void> {
  let lastS = 0;
  await expect
    .poll(
      async () => {
        const { path: playing, positionS } = await readSound(page);
        if (playing !== path) return playing;
        const moved = positionS > lastS && lastS > 0;
        lastS = positionS;
        return moved ? 'moves on' : `stands at ${positionS}`;
      },
      { timeout: 20_000, interval: 100 },
    )
    .toBe('moves on');
}

/** Waits until some of the sound at `path` was played since it was loaded: a short one may be over before it is looked at. */
export async function hasHeard(page: Page, path: string): Promise<void> {
  const heard = async () => {
    const { url, lastsS } = await page.locator('audio[data-testid="player"]').evaluate((audio: HTMLAudioElement) => {
      const { played, dataset } = audio;
      const url = new URL(dataset.link ?? '', document.baseURI).href;
      return { url, lastsS: played.length === 0 ? 0 : played.end(played.length - 1) - played.start(0) };
    });
    return `${storyOf(url)}${lastsS > 0.2 ? ' was played' : ''}`;
  };
  await expect.poll(heard, { timeout: 20_000 }).toBe(`${path} was played`);
}

/**
 * The map screen, without a drawn map, on the phone of somebody with a parcours of their own, to which their drops go.
 *
 * @param origin where the app is opened; the server's own unless something stands in front of it
 */
export async function openAuthor(
  browser: Browser,
  server: TestServer,
  position: readonly [number, number],
  origin: string = server.origin,
): Promise<Page> {
  const ana = await signUpByCall(server.origin, 'Ana');
  const id = await makeParcours(server.origin, ana, 'Les quais');
  const storageState = loggedInStorage(origin, ana, droppingTo(id));
  const page = await (await openPhoneWithoutMap(browser, origin, position, { storageState })).newPage();
  await page.goto('/home');
  await mapScreenReady(page);
  return page;
}

/** Names of the files with audio that the app keeps on the device. */
export function listAudioOnDevice(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const names: string[] = [];
    for await (const [folder, entry] of root.entries()) {
      if (entry.kind !== 'directory') continue;
      for await (const name of (entry as FileSystemDirectoryHandle).keys()) names.push(`${folder}/${name}`);
    }
    return names;
  });
}

/** Waits until the page is at this path. */
export function isAt(page: Page, path: string): Promise<void> {
  return expect.poll(() => new URL(page.url()).pathname, { timeout: 20_000 }).toBe(path);
}

/** Shows another screen as the app's own links do, without loading the page anew. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

/**
 * One finger that comes down at `from` and leaves at `to`. The browser gets all of it at once: a finger that rests for half a
 * second, as between two messages on a busy machine, is a long press.
 */
export async function swipe(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints });
  const at = (share: number) => ({ x: from[0] + (to[0] - from[0]) * share, y: from[1] + (to[1] - from[1]) * share });
  await Promise.all([
    touch('touchStart', at(0)),
    ...[0.3, 0.6, 1].map((share) => touch('touchMove', at(share))),
    touch('touchEnd'),
  ]);
  await session.detach();
}
