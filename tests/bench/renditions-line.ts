import type { Browser } from 'playwright';
import { mapStrings } from '../../app/map/map-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { AS_PEOPLE_HAVE_IT, openBrowser, openPhone } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { renditionMade } from '../support/renditions/made.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, type Person, pointPlace, signUp, upload } from '../support/server/people.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { aimCell, printTable } from './measure.ts';
import { slowDown } from './slow-line.ts';
import { makeSpeech } from './speech.ts';

const LENGTH_S = 300;
/** What of the WAV is listened to: all of it would take a quarter of an hour. */
const WAV_HEARD_S = 20;
const START_AIM_MS = 2000;
const BRIDGE: [number, number] = [2.3425, 48.857];

declare global {
  interface Window {
    /** When the story was asked for, when it sounded, and for how long it stood still since. */
    line: { askedAtMs: number; soundAtMs: number; stalls: number; stalledMs: number };
  }
}

interface Heard {
  readonly startMs: number;
  readonly stalls: number;
  readonly stalledMs: number;
}

/**
 * A story of five minutes that is chosen from the list, on a line of 400 kbit/s with 100 ms: from its loading to its
 * sound, and how often it stands still; the rendition, and the WAV for who can't play that.
 */
export async function measureLine(): Promise<void> {
  const server = await startServer({ RENDITIONS: '1' });
  const browser = await openBrowser();
  try {
    const person = await signUp(server.origin, 'Dina');
    const parcoursId = await makeParcours(server.origin, person, 'Les quais');
    const { newPlace } = await call(
      server.origin,
      'createPlace',
      { body: pointPlace(parcoursId, 'Le pont', BRIDGE) },
      person.token,
    );
    const wav = new Blob([wavOf(makeSpeech(3, LENGTH_S).samples, { channels: 2 })]);
    await upload(server.origin, person, newPlace.place_id, wav, { length: LENGTH_S });
    await renditionMade(server.origin, person, newPlace.place_id);
    const rendition = await listen(browser, server, person, parcoursId, LENGTH_S);
    const master = await listen(browser, server, person, parcoursId, WAV_HEARD_S);
    printTable(
      'A story of five minutes on a line of 400 kbit/s with 100 ms, not fetched ahead: from its loading to its sound',
      [
        ['', 'starts after ms', 'aim', 'heard s', 'stands still', 'for ms'],
        ...[
          { name: 'rendition', heardS: LENGTH_S, ...rendition },
          { name: 'WAV', heardS: WAV_HEARD_S, ...master },
        ].map(({ name, heardS, startMs, stalls, stalledMs }) => [
          name,
          startMs.toFixed(0),
          aimCell(startMs, START_AIM_MS),
          String(heardS),
          String(stalls),
          stalledMs.toFixed(0),
        ]),
      ],
    );
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** Listens to so much of the story; to its rendition only if that is all of it. */
async function listen(
  browser: Browser,
  server: TestServer,
  person: Person,
  parcoursId: ParcoursId,
  heardS: number,
): Promise<Heard> {
  const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([parcoursId]) });
  const phone = await openPhone(browser, server.origin, BRIDGE, { ...AS_PEOPLE_HAVE_IT, storageState });
  try {
    await phone.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    if (heardS < LENGTH_S) {
      await phone.addInitScript(() => {
        HTMLMediaElement.prototype.canPlayType = () => '';
      });
    }
    const page = await phone.newPage();
    await page.addInitScript(noteSound);
    await page.goto('/home');
    await page.locator('[data-testid="map"][data-place-count="1"]').waitFor();
    await slowDown(page);
    await page.getByRole('button', { name: mapStrings.placeList }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Le pont' }).click();
    const reached = (toS: number): boolean => {
      const audio = document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
      return audio !== null && Number.isFinite(window.line.soundAtMs) && (audio.ended || audio.currentTime >= toS);
    };
    await page.waitForFunction(reached, heardS - 0.5, { timeout: 20 * 60_000 });
    const { askedAtMs, soundAtMs, stalls, stalledMs } = await page.evaluate(() => window.line);
    return { startMs: soundAtMs - askedAtMs, stalls, stalledMs };
  } finally {
    await phone.close();
  }
}

/** In the page. No function in it has a name, for tsx would call a helper of its own to keep it, which pages don't have. */
function noteSound(): void {
  window.line = { askedAtMs: Number.NaN, soundAtMs: Number.NaN, stalls: 0, stalledMs: 0 };
  let stillSinceMs = Number.NaN;
  document.addEventListener(
    'loadstart',
    ({ target }) => {
      if ((target as HTMLAudioElement).dataset.link !== undefined) window.line.askedAtMs = performance.now();
    },
    { capture: true },
  );
  document.addEventListener(
    'waiting',
    ({ target }) => {
      if ((target as HTMLAudioElement).dataset.link === undefined || !Number.isFinite(window.line.soundAtMs)) return;
      window.line.stalls += 1;
      stillSinceMs = performance.now();
    },
    { capture: true },
  );
  document.addEventListener(
    'playing',
    () => {
      if (Number.isFinite(stillSinceMs)) window.line.stalledMs += performance.now() - stillSinceMs;
      stillSinceMs = Number.NaN;
    },
    { capture: true },
  );
  // 'playing' comes before the first sound of a story.
  const watching = setInterval(() => {
    const audio = document.querySelector<HTMLAudioElement>('audio[data-testid="player"]');
    if (!audio?.src.includes('/v1/media/') || audio.currentTime === 0) return;
    window.line.soundAtMs = performance.now();
    clearInterval(watching);
  }, 5);
}
