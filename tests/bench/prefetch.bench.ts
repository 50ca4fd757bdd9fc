import type { Browser } from 'playwright';
import { AUTOPLAY_DELAY_MS } from '../../app/walk/listening-steps.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { mapReady, moveTo } from '../e2e/steps.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { AS_PEOPLE_HAVE_IT, openBrowser, openPhone } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, type Person, pointPlace, signUp, upload } from '../support/server/people.ts';
import { DETAILED_MAP, startServer, type TestServer } from '../support/server/server.ts';
import { percentile, printTable } from './measure.ts';
import { slowDown } from './slow-line.ts';

const RUNS = 10;
const RATE_HZ = 44_100;
const LENGTH_S = 20;
/** What the spec's audience hears as at once. */
const BOUND_MS = 300;
const START: [number, number] = [2.3425, 48.8565];
/** 55 m to the north. */
const BRIDGE: [number, number] = [2.3425, 48.857];

/** When the page's story was asked for, was ready to play, and first sounded. */
declare global {
  interface Window {
    askedAtMs: number;
    readyAtMs: number;
    soundAtMs: number;
  }
}

/**
 * A walk on a line of 400 kbit/s: from the end of the autoplay delay to the first sound, with the story fetched ahead
 * and, as the peer, without: for who saves data nothing is.
 */
async function hearStory(
  browser: Browser,
  server: TestServer,
  person: Person,
  parcoursId: ParcoursId,
  isAhead: boolean,
): Promise<{ readonly soundMs: number; readonly fromAskedMs: number }> {
  const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([parcoursId]) });
  const phone = await openPhone(browser, server.origin, START, { ...AS_PEOPLE_HAVE_IT, storageState });
  try {
    if (!isAhead) {
      await phone.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
    }
    const page = await phone.newPage();
    await page.addInitScript(noteSound);
    await page.goto('/home');
    await mapReady(page);
    await page.locator('[data-testid="map"][data-place-count="1"]').waitFor();
    await moveTo(page, START);
    await slowDown(page);
    const fetched = isAhead
      ? page.waitForEvent('requestfinished', {
          predicate: (request) => /\.(wav|m4a)\?/.test(request.url()),
          timeout: 60_000,
        })
      : null;
    await page.getByRole('button', { name: walkStrings.start }).click();
    await fetched;
    await moveTo(page, BRIDGE);
    await page.waitForFunction(() => Number.isFinite(window.soundAtMs), undefined, { timeout: 60_000 });
    const { askedAtMs, readyAtMs, soundAtMs } = await page.evaluate(() => ({
      askedAtMs: window.askedAtMs,
      readyAtMs: window.readyAtMs,
      soundAtMs: window.soundAtMs,
    }));
    return {
      soundMs: soundAtMs - readyAtMs - AUTOPLAY_DELAY_MS,
      fromAskedMs: soundAtMs - askedAtMs - AUTOPLAY_DELAY_MS,
    };
  } finally {
    await phone.close();
  }
}

/**
 * In the page: a story that plays and whose time has moved on sounds. No function in it has a name, for tsx would call a
 * helper of its own to keep it, which pages don't have.
 */
function noteSound(): void {
  window.readyAtMs = Number.NaN;
  window.soundAtMs = Number.NaN;
  document.addEventListener(
    'loadstart',
    ({ target }) => {
      if ((target as HTMLAudioElement).dataset.link !== undefined) window.askedAtMs = performance.now();
    },
    { capture: true },
  );
  document.addEventListener(
    'loadedmetadata',
    ({ target }) => {
      if ((target as HTMLAudioElement).dataset.link !== undefined) window.readyAtMs = performance.now();
    },
    { capture: true },
  );
  document.addEventListener(
    'playing',
    ({ target }) => {
      const audio = target as HTMLAudioElement;
      if (audio.dataset.link === undefined || Number.isFinite(window.soundAtMs)) return;
      const fromS = audio.currentTime;
      const timer = setInterval(() => {
        if (audio.currentTime === fromS) return;
        clearInterval(timer);
        window.soundAtMs = performance.now();
      }, 4);
    },
    { capture: true },
  );
}

const server = await startServer(DETAILED_MAP);
const browser = await openBrowser();
try {
  const person = await signUp(server.origin, 'Dina');
  const parcoursId = await makeParcours(server.origin, person, 'Les quais');
  const body = pointPlace(parcoursId, 'Le pont', BRIDGE);
  const { newPlace } = await call(server.origin, 'createPlace', { body }, person.token);
  const samples = Int16Array.from(
    { length: LENGTH_S * RATE_HZ },
    (_, at) => 9000 * Math.sin((2 * Math.PI * 330 * at) / RATE_HZ),
  );
  await upload(server.origin, person, newPlace.place_id, new Blob([wavOf(samples)]), { length: LENGTH_S });

  const rows: string[][] = [];
  for (const isAhead of [true, false]) {
    const heard = [];
    for (let run = 0; run < RUNS; run++) heard.push(await hearStory(browser, server, person, parcoursId, isAhead));
    const soundMs = heard.map((one) => one.soundMs);
    const fromAskedMs = heard.map((one) => one.fromAskedMs);
    rows.push([
      isAhead ? 'fetched ahead' : 'not fetched ahead',
      String(RUNS),
      ...[percentile(soundMs, 0.5), percentile(soundMs, 0.95)].map((ms) => ms.toFixed(0)),
      `${soundMs.filter((ms) => ms <= BOUND_MS).length} of ${RUNS}`,
      ...[percentile(fromAskedMs, 0.5), percentile(fromAskedMs, 0.95)].map((ms) => ms.toFixed(0)),
    ]);
  }
  printTable(
    'A story on a line of 400 kbit/s: from the end of the autoplay delay, and from its loading, to its sound',
    [
      [
        'story',
        'runs',
        'sound p50 ms',
        'sound p95 ms',
        `within ${BOUND_MS} ms`,
        'from loading p50 ms',
        'from loading p95 ms',
      ],
      ...rows,
    ],
  );
} finally {
  await browser.close();
  await server.stop();
}
