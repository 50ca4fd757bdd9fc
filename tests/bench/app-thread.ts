import type { Browser, Page } from 'playwright';
import { dropStrings } from '../../app/drops/drop-words.ts';
import { paneStrings } from '../../app/parcours/panes-words.ts';
import { parcoursStrings } from '../../app/parcours/parcours-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import { mapReady, openPane } from '../e2e/steps.ts';
import { AS_PEOPLE_HAVE_IT, openBrowser, openPhone } from '../support/phone/browser.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, signUp } from '../support/server/people.ts';
import { DETAILED_MAP, startServer, type TestServer } from '../support/server/server.ts';
import { makePlaces, makeWalk } from './quarter.ts';
import { TRACE_CATEGORIES, type TracedTask, tasksOf } from './trace-tasks.ts';

const SEED = 20_261;
const PLACES = 1000;
const FIX_INTERVAL_MS = 100;
/** Long enough to hold 50 ms of computing where other processes take turns with it. */
const CONTROL_MS = 1000;
const CONTROL_TRIES = 5;

/** What the app's own page went through. */
export interface AppRun {
  /** From choosing the file to its waveform being drawn. */
  readonly readyMs: number;
  /** Positions that the browser delivered to the page, of ten given a second, and those of them that the map showed. */
  readonly fixesDelivered: number;
  readonly fixesShown: number;
  /** Tasks of 50 ms and more, as the page's own observer was told of them. */
  readonly longTasksMs: readonly number[];
  /** All tasks by the browser's trace, the longest first. */
  readonly tasks: readonly TracedTask[];
  /** What the trace says a task computed that blocked the thread on purpose, before all else: the instrument works. */
  readonly controlMs: number;
}

/** What the observer in the page collects. */
declare global {
  interface Window {
    longTasksMs: number[];
    fixesDelivered: number;
    fixesShown: number;
  }
}

/**
 * The built app on a phone's window, served by the real server: somebody signed in with the map open on a parcours of
 * 1,000 places, half of them zones, is given ten positions a second, and chooses an m4a of ten minutes in the drop sheet.
 */
export async function watchApp(file: string): Promise<AppRun> {
  const server = await startServer(DETAILED_MAP);
  const browser = await openBrowser();
  try {
    const page = await openMap(server, browser);
    await page.getByRole('button', { name: dropStrings.open }).click();
    await page.getByRole('button', { name: dropStrings.openFile }).click();
    const sheet = page.getByRole('dialog', { name: dropStrings.title });
    await sheet.getByRole('radio', { name: dropStrings.here }).check();

    const trace = async (): Promise<TracedTask[]> =>
      tasksOf((await browser.stopTracing()).toString('utf8'), server.origin);
    let controlMs = 0;
    // A trace that begins while the browser still makes ready another one's threads has been seen to miss the task.
    for (let tries = 0; tries < CONTROL_TRIES && controlMs < CONTROL_MS / 2; tries++) {
      await browser.startTracing(page, { categories: TRACE_CATEGORIES });
      await page.evaluate(block, CONTROL_MS);
      controlMs = Math.max(0, ...(await trace()).map(({ ownMs }) => ownMs));
    }
    await page.evaluate(() => {
      window.longTasksMs = [];
      window.fixesDelivered = 0;
      window.fixesShown = 0;
    });
    await browser.startTracing(page, { categories: TRACE_CATEGORIES });
    const endWalk = giveFixes(page);
    const startMs = performance.now();
    await sheet.getByLabel(dropStrings.chooseFile).setInputFiles(file);
    await sheet
      .getByRole('img', { name: dropStrings.waveform })
      .locator('canvas')
      .first()
      .waitFor({ timeout: 120_000 });
    const readyMs = performance.now() - startMs;
    await endWalk();
    // Long tasks are reported when the thread is idle.
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    const told = await page.evaluate(() => ({
      longTasksMs: window.longTasksMs,
      fixesDelivered: window.fixesDelivered,
      fixesShown: window.fixesShown,
    }));
    return { readyMs, ...told, tasks: await trace(), controlMs };
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** In the page: computes for so long, in a task of its own. */
function block(forMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      const startMs = performance.now();
      while (performance.now() - startMs < forMs);
      resolve();
    });
  });
}

async function openMap(server: TestServer, browser: Browser): Promise<Page> {
  const { origin } = server;
  const person = await signUp(origin, 'Ana');
  const parcoursId = await makeParcours(origin, person, 'Les quais');
  for (const { id, geometry } of makePlaces(SEED, PLACES)) {
    const properties = { appelation: `Lieu ${id}`, type: 'la' as const, mapId: parcoursId };
    await call(origin, 'createPlace', { body: { type: 'Feature', geometry, properties } }, person.token);
  }
  const start = makeWalk(SEED, PLACES, 1)[0]?.position ?? [0, 0];
  const page = await (await openPhone(browser, origin, start, AS_PEOPLE_HAVE_IT)).newPage();
  await page.addInitScript(() => {
    window.longTasksMs = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longTasksMs.push(duration);
    }).observe({ type: 'longtask' });
  });
  await page.goto('/login');
  await page.getByLabel(strings.login.email).fill(person.email);
  await page.getByLabel(strings.login.password, { exact: true }).fill(person.password);
  await page.getByRole('button', { name: strings.login.submit }).click();
  await page.getByRole('heading', { name: parcoursStrings.title }).waitFor();
  await page.getByText('Les quais').first().waitFor();
  await page.goto('/home');
  await mapReady(page);
  await page.locator(`[data-testid="map"][data-place-count="${PLACES}"]`).waitFor();
  await openPane(page, paneStrings.settings);
  await page.getByRole('switch', { name: paneStrings.dropMode }).check();
  await openPane(page, paneStrings.map);
  await page.evaluate(() => {
    const map = document.querySelector('[data-testid="map"]');
    if (map === null) throw new Error('Expected the map, found none');
    // A busy browser drops positions that are replaced before it delivers them.
    navigator.geolocation.watchPosition(() => {
      window.fixesDelivered += 1;
    });
    new MutationObserver((changes) => {
      window.fixesShown += changes.length;
    }).observe(map, { attributeFilter: ['data-walker'] });
  });
  return page;
}

/** Gives a position every 100 ms until the returned function is called. */
function giveFixes(page: Page): () => Promise<void> {
  const walk = makeWalk(SEED, PLACES, 6000);
  let given = 0;
  let last = Promise.resolve();
  const timer = setInterval(() => {
    const fix = walk[given];
    if (fix === undefined) return;
    given += 1;
    const [longitude, latitude] = fix.position;
    last = last.then(() => page.context().setGeolocation({ longitude, latitude, accuracy: fix.accuracyM }));
  }, FIX_INTERVAL_MS);
  return async () => {
    clearInterval(timer);
    await last;
  };
}
