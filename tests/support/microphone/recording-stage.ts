import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { dropStrings } from '../../../app/drops/drop-words.ts';
import { recordStrings } from '../../../app/drops/record/record-words.ts';
import type { Place } from '../../../contracts/place.ts';
import type { ParcoursId } from '../../../contracts/vocabulary.ts';
import { listPlaces, mapScreenReady, recordedS } from '../../e2e/steps.ts';
import { openBrowserWithMicrophone, openPhoneWithoutMap } from '../phone/browser.ts';
import { droppingTo, loggedInStorage } from '../phone/use-phones.ts';
import { makeParcours, type Person, signUp } from '../server/people.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { noiseBetweenSilences, type Sound, soundAsWav } from './sound.ts';

/** Where the phones are. */
export const QUAY: [number, number] = [2.3411, 48.8571];
/** A stretch of the sound that is looked for in a recording, in samples. */
export const PROBE = 8192;
/** Before the noise and after it. */
const SILENCE_S = 1.5;

/** A server with a parcours, and a browser whose microphone hears a known sound. */
export interface RecordingStage {
  readonly server: TestServer;
  readonly origin: string;
  /** Who records. */
  readonly ana: Person;
  readonly parcoursId: ParcoursId;
  /** What the microphone hears from when a page opens it: silence, noise, silence. */
  readonly sound: Sound;
  /** When its noise is over. */
  readonly noiseEndsS: number;
  /** A phone of somebody who sees the parcours; it is closed after the test. */
  openPhoneOf(person: Person, inBrowser?: Browser): Promise<BrowserContext>;
  /** The audio that the server has of a place. */
  fetchAudio(place: Place | undefined): Promise<Uint8Array>;
}

/**
 * Sets the stage before the tests of this suite, and removes it after them.
 *
 * @param noiseS how long the noise is that the microphone hears
 */
export function stageRecordings(noiseS: number): RecordingStage {
  const sound = noiseBetweenSilences(SILENCE_S, noiseS);
  let folder: string;
  let server: TestServer;
  let browser: Browser;
  let ana: Person;
  let parcoursId: ParcoursId;
  const phones: BrowserContext[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'drop-ici-mic-'));
    await writeFile(join(folder, 'heard.wav'), soundAsWav(sound));
    server = await startServer();
    ana = await signUp(server.origin, 'Ana');
    parcoursId = await makeParcours(server.origin, ana);
    browser = await openBrowserWithMicrophone(join(folder, 'heard.wav'));
  });
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    get server() {
      return server;
    },
    get origin() {
      return server.origin;
    },
    get ana() {
      return ana;
    },
    get parcoursId() {
      return parcoursId;
    },
    sound,
    noiseEndsS: SILENCE_S + noiseS,
    openPhoneOf: async (person, inBrowser = browser) => {
      const storageState = loggedInStorage(server.origin, person, droppingTo(parcoursId));
      const phone = await openPhoneWithoutMap(inBrowser, server.origin, QUAY, { storageState });
      phones.push(phone);
      return phone;
    },
    fetchAudio: async (place) => {
      const link = place?.media?.data.link;
      if (link === undefined) throw new Error('The place has no audio');
      return new Uint8Array(await (await fetch(server.origin + link)).arrayBuffer());
    },
  };
}

/** A new page with the map screen, without a drawn map. */
export async function openMap(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage();
  await page.goto('/home');
  await mapScreenReady(page);
  return page;
}

/** Records until the timer shows `seconds`. */
export async function recordFor(page: Page, seconds: number): Promise<void> {
  await page.getByRole('button', { name: dropStrings.open }).click();
  await page.getByRole('button', { name: recordStrings.start }).click();
  await expect.poll(() => recordedS(page), { timeout: 60_000 }).toBeGreaterThanOrEqual(seconds);
}

/** Stops the recording; returns the popup that asks for its name. */
export async function stop(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: recordStrings.stop }).click();
  const popup = page.getByRole('dialog', { name: recordStrings.title });
  await popup.waitFor();
  return popup;
}

/** The button of a popup that saves. */
export function saveButton(popup: Locator): Locator {
  return popup.getByRole('button', { name: dropStrings.save, exact: true });
}

/** The places that are called so. */
export async function placesNamed(page: Page, name: string): Promise<Place[]> {
  return (await listPlaces(page)).filter(({ appelation }) => appelation === name);
}
