import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'playwright';
import { createRandom } from '../../app/rehearsal/seeded-random.ts';
import type { PlaceId } from '../../contracts/vocabulary.ts';
import { wavOf } from '../support/audio/wav-bytes.ts';
import { beginDownload, openPackPage, viewPackOn } from '../support/packs/pack-page.ts';
import { serveAppSources } from '../support/phone/app-sources.ts';
import { openBrowser } from '../support/phone/browser.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, makePlace, signUp, upload } from '../support/server/people.ts';
import { startServer } from '../support/server/server.ts';
import { printTable } from './measure.ts';
import { slowDown } from './slow-line.ts';

const SEED = 416;
const PLACES = 300;
const CHANGED = 5;
const LINE_KBIT_PER_S = 1600;
/** As long as a rendition of seven seconds in bytes: 57 KB. Longer stories come nearer to the line's limit. */
const SAMPLES = 28_500;
const RATE_HZ = 44_100;

/** What a download took. */
interface Taken {
  readonly seconds: number;
  /** Manifest and files, with their headers. */
  readonly bytes: number;
  readonly requests: number;
}

async function download(page: Page, isDone: (page: Page) => Promise<boolean>): Promise<Taken> {
  await page.evaluate(() => {
    performance.setResourceTimingBufferSize(5000);
    performance.clearResourceTimings();
  });
  const startMs = performance.now();
  await beginDownload(page, parcoursId);
  while (!(await isDone(page))) await page.waitForTimeout(100);
  const seconds = (performance.now() - startMs) / 1000;
  const taken = await page.evaluate(() => {
    const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const sizes = entries.filter(({ name }) => name.includes('/v1/')).map(({ transferSize }) => transferSize);
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), requests: sizes.length };
  });
  return { seconds, ...taken };
}

const server = await startServer();
const sources = await serveAppSources(server.origin);
const browser = await openBrowser();
const random = createRandom(SEED);
const person = await signUp(server.origin, 'Dina');
const parcoursId = await makeParcours(server.origin, person);

async function record(placeId: PlaceId): Promise<void> {
  const samples = Int16Array.from({ length: SAMPLES }, () => (random() - 0.5) * 20_000);
  await upload(server.origin, person, placeId, new Blob([wavOf(samples)]), { length: SAMPLES / RATE_HZ });
}

/** Waits until the server has taken the waveforms of all recordings, and lists them. */
async function waveformsListed(): Promise<void> {
  for (;;) {
    const { files } = await call(server.origin, 'readPack', { params: { mapId: parcoursId } }, person.token);
    if (files.filter(({ kind }) => kind === 'waveform').length === PLACES) return;
    await wait(500);
  }
}

try {
  const placeIds: PlaceId[] = [];
  for (let count = 0; count < PLACES; count++) {
    const placeId = await makePlace(server.origin, person, parcoursId);
    await record(placeId);
    placeIds.push(placeId);
  }
  await waveformsListed();

  const phone = await browser.newContext();
  const page = await openPackPage(phone, sources.origin, person);
  await slowDown(page, LINE_KBIT_PER_S);
  const full = await download(page, async () => (await viewPackOn(page, parcoursId))?.isWhole === true);

  for (const placeId of placeIds.slice(0, CHANGED)) {
    await call(server.origin, 'deletePlace', { params: { placeId } }, person.token);
    await record(await makePlace(server.origin, person, parcoursId));
  }
  await waveformsListed();
  const update = await download(page, async () => {
    const view = await viewPackOn(page, parcoursId);
    return view?.phase === 'none' && view.hasUpdate === false;
  });

  const lineBytesPerS = (LINE_KBIT_PER_S * 1000) / 8;
  const rowOf = (name: string, { seconds, bytes, requests }: Taken): string[] => [
    name,
    String(requests),
    (bytes / 1e6).toFixed(2),
    `${((100 * bytes) / full.bytes).toFixed(1)} %`,
    seconds.toFixed(1),
    (bytes / lineBytesPerS).toFixed(1),
    `${(seconds / (bytes / lineBytesPerS)).toFixed(2)} x`,
  ];
  printTable(`A pack of ${PLACES} places on a line of ${LINE_KBIT_PER_S / 1000} Mbit/s with 100 ms`, [
    ['download', 'requests', 'MB', 'of the full one', 's', "s at the line's limit", 'times the limit'],
    rowOf('full', full),
    rowOf(`update of ${CHANGED} places`, update),
  ]);
} finally {
  await browser.close();
  await sources.stop();
  await server.stop();
}
