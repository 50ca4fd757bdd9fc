import type { Browser, BrowserContext, CDPSession, Page } from 'playwright';
import { pocketStrings } from '../../app/walk/pocket/pocket-words.ts';
import { walkStrings } from '../../app/walk/walk-words.ts';
import { mapReady } from '../e2e/steps.ts';
import { AS_PEOPLE_HAVE_IT, openBrowser, openPhone } from '../support/phone/browser.ts';
import { countMapFrames } from '../support/phone/map-frames.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { DETAILED_MAP, startServer } from '../support/server/server.ts';
import { makeQuarter } from './app-map.ts';
import { checkSame, percentile, printTable } from './measure.ts';
import { makeWalk } from './quarter.ts';

/** Each way of walking is measured for so long, in turns. */
const RUN_MS = 20_000;
const ROUNDS = 3;
const SEED = 20_261;
const PLACES = 1000;
const FIX_INTERVAL_MS = 1000;

/** What walking took, as seconds a minute. */
interface Spent {
  /** Of the page's own thread: scripts, layout, painting. */
  readonly mainThreadS: number;
  /** Of the process that puts the picture together; it computes WebGL as well where there is no graphics card. */
  readonly gpuS: number;
  /** Of all processes of the browser. */
  readonly allS: number;
  /** Frames of the map. */
  readonly frames: number;
}

const PARTS = ['mainThreadS', 'gpuS', 'allS', 'frames'] as const;

const fixes = makeWalk(SEED, PLACES, 100 + (2 * ROUNDS * (RUN_MS + 10_000)) / FIX_INTERVAL_MS);
let nextFix = 0;

/** Walks on by a step. */
async function step(phone: BrowserContext): Promise<void> {
  const fix = fixes[nextFix++ % fixes.length];
  if (fix === undefined) throw new Error('Got a walk without a fix');
  const [longitude, latitude] = fix.position;
  await phone.setGeolocation({ longitude, latitude, accuracy: 5 });
}

/** Walks on, a fix a second, for so long. */
async function walk(phone: BrowserContext, durationMs: number): Promise<void> {
  const endMs = performance.now() + durationMs;
  while (performance.now() < endMs) {
    await step(phone);
    await new Promise((passed) => setTimeout(passed, FIX_INTERVAL_MS));
  }
}

async function measure(phone: BrowserContext, page: Page, thread: CDPSession, processes: CDPSession): Promise<Spent> {
  const read = async () => {
    const { processInfo } = await processes.send('SystemInfo.getProcessInfo');
    const { metrics } = await thread.send('Performance.getMetrics');
    const sum = (types: readonly string[] | null): number =>
      processInfo.reduce((s, { type, cpuTime }) => s + (types === null || types.includes(type) ? cpuTime : 0), 0);
    return {
      atMs: performance.now(),
      mainThreadS: metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN,
      gpuS: sum(['GPU']),
      allS: sum(null),
      frames: await page.evaluate(() => window.mapFrames),
    };
  };
  const before = await read();
  await walk(phone, RUN_MS);
  const after = await read();
  const perMinute = 60_000 / (after.atMs - before.atMs);
  const [mainThreadS, gpuS, allS, frames] = PARTS.map((part) => (after[part] - before[part]) * perMinute);
  return { mainThreadS: mainThreadS ?? 0, gpuS: gpuS ?? 0, allS: allS ?? 0, frames: frames ?? 0 };
}

/** Holds the ring until the black screen goes. */
async function leavePocket(page: Page): Promise<void> {
  const ring = page.getByRole('button', { name: pocketStrings.leaveHint });
  await ring.hover();
  await page.mouse.down();
  await ring.waitFor({ state: 'detached' });
  await page.mouse.up();
}

async function compare(browser: Browser, origin: string, owner: Awaited<ReturnType<typeof makeQuarter>>) {
  const [start] = fixes;
  if (start === undefined) throw new Error('Got a walk without a fix');
  const [lng = 0, lat = 0] = start.position;
  const storageState = loggedInStorage(origin, owner.person, { selectedParcours: JSON.stringify([owner.parcoursId]) });
  const phone = await openPhone(browser, origin, [lng, lat], { ...AS_PEOPLE_HAVE_IT, storageState });
  await phone.addInitScript(countMapFrames);
  const page = await phone.newPage();
  const [thread, processes] = [await phone.newCDPSession(page), await browser.newBrowserCDPSession()];
  // What the thread computed: it often waits for a core on a small machine.
  await thread.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.goto('/home');
  await mapReady(page);
  await page.getByRole('button', { name: walkStrings.start }).click();
  await walk(phone, 10_000);
  const map: Spent[] = [];
  const pocket: Spent[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    map.push(await measure(phone, page, thread, processes));
    await page.getByRole('button', { name: pocketStrings.enter }).click();
    // Until the words on how to leave are gone.
    await walk(phone, 12_000);
    pocket.push(await measure(phone, page, thread, processes));
    await leavePocket(page);
    await walk(phone, 5000);
  }
  return { map, pocket };
}

const server = await startServer(DETAILED_MAP);
const browser = await openBrowser();
try {
  const owner = await makeQuarter(server);
  const { map, pocket } = await compare(browser, server.origin, owner);
  checkSame(
    map.every(({ frames }) => frames > 0),
    () => 'the map in view drew no frame',
  );
  const median = (runs: readonly Spent[], part: keyof Spent): number =>
    percentile(
      runs.map((run) => run[part]),
      0.5,
    );
  const row = (name: string, part: keyof Spent, unit: string): string[] => {
    const [inView, inPocket] = [median(map, part), median(pocket, part)];
    const ratio = inPocket === 0 ? 'none' : (inView / inPocket).toFixed(1);
    return [name, `${inView.toFixed(2)} ${unit}`, `${inPocket.toFixed(2)} ${unit}`, ratio];
  };
  printTable(`A minute of walking, a fix a second: medians of ${ROUNDS} runs of ${RUN_MS / 1000} s each, in turns`, [
    ['', 'map in view', 'pocket mode', 'times less'],
    row('main thread of the page', 'mainThreadS', 's'),
    row('GPU process', 'gpuS', 's'),
    row('all processes', 'allS', 's'),
    row('frames of the map', 'frames', ''),
  ]);
} finally {
  await browser.close();
  await server.stop();
}
