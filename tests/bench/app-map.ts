import type { Browser, BrowserContext, Page } from 'playwright';
import { strings } from '../../app/ui/common-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { mapReady } from '../e2e/steps.ts';
import { AS_PEOPLE_HAVE_IT, openPhone } from '../support/phone/browser.ts';
import { loggedInStorage } from '../support/phone/use-phones.ts';
import { call } from '../support/server/api.ts';
import { makeParcours, type Person, signUp } from '../support/server/people.ts';
import type { TestServer } from '../support/server/server.ts';
import { makePlaces } from './quarter.ts';
import { TRACE_CATEGORIES, type TracedTask, tasksOf } from './trace-tasks.ts';

const SEED = 20_261;
const PLACES = 1000;
/** On the other side of the earth, so that the map stays where the places are. */
const FAR_AWAY: [number, number] = [-170, -40];
const DRAGS = 6;
const DRAG_STEPS = 12;
const DRAG_PX = 150;
/** What still goes on at rest is counted for so long. */
const REST_MS = 3000;

/** What panning did to the page's thread. */
export interface PanRun {
  readonly zoom: string;
  readonly tasks: readonly TracedTask[];
}

/** What the built app's map went through with 1,000 places. */
export interface MapRun {
  /** From the answer that brought the places to the map having drawn all of them. */
  readonly firstPaintMs: number;
  /** Far out, where they are groups, and close, where they are circles, zones and names. */
  readonly pans: readonly PanRun[];
  /** From each tap on a place to the end of the first frame that shows it as the selected one. */
  readonly selectMs: readonly number[];
  /** The same taps to the app having decided it, which the player shows. */
  readonly decideMs: readonly number[];
  readonly rest: RestRun;
}

/** What goes on for a second while nothing changes, the walker's dot on the map. */
export interface RestRun {
  /** Frames that the map drew. */
  readonly framesPerS: number;
  /** What the page's thread was busy for. */
  readonly busyMsPerS: number;
}

/** What the page itself notes. */
declare global {
  interface Window {
    /** When the map had first come to rest with so many places, or a place as selected, by the text of its attribute. */
    drawnAtMs: Record<string, number>;
    /** Of the last tap; NaN before. */
    tappedAtMs: number;
    decidedAtMs: number;
    shownAtMs: number;
    /** Frames that the map drew up to now, and when the last one ended. */
    framesDrawn: number;
    frameAtMs: number;
  }
}

/** Somebody with a parcours. */
export interface Owner {
  readonly person: Person;
  readonly parcoursId: ParcoursId;
}

/** Makes somebody with a parcours of 1,000 places, half of them zones. */
export async function makeQuarter(server: TestServer): Promise<Owner> {
  const person = await signUp(server.origin, 'Ana');
  const parcoursId = await makeParcours(server.origin, person, 'Les quais');
  for (const { id, geometry } of makePlaces(SEED, PLACES)) {
    const properties = { appelation: `Lieu ${id}`, type: 'la' as const, mapId: parcoursId };
    await call(server.origin, 'createPlace', { body: { type: 'Feature', geometry, properties } }, person.token);
  }
  return { person, parcoursId };
}

/** Opens the app's map in a phone's window, and has it drawn, panned and tapped on. */
export async function watchMap(server: TestServer, browser: Browser, { person, parcoursId }: Owner): Promise<MapRun> {
  const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([parcoursId]) });
  const phone = await openPhone(browser, server.origin, FAR_AWAY, {
    ...AS_PEOPLE_HAVE_IT,
    storageState,
    permissions: [],
  });
  try {
    const page = await phone.newPage();
    await page.addInitScript(noteDrawing);
    const answer = holdPlaces(page);
    await page.goto('/home');
    await mapReady(page);
    await closeOverlay(page);
    answer.release();
    await drawn(page, `${PLACES},`);
    const firstPaintMs = await page.evaluate((key) => {
      const [entry] = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/by-map-ids?'));
      const { responseEnd } = entry as PerformanceResourceTiming;
      return (window.drawnAtMs[key] ?? Number.NaN) - responseEnd;
    }, `${PLACES},`);

    const pans = [await pan(server, browser, page)];
    await zoomIn(page);
    pans.push(await pan(server, browser, page));
    const taps = await select(page);
    return { firstPaintMs, pans, ...taps, rest: await restAt(phone, page) };
  } finally {
    await phone.close();
  }
}

/** Lets the places wait until the map is there: else it would be the map's own start that is measured. */
function holdPlaces(page: Page): { release(): void } {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  void page.route('**/by-map-ids?*', async (route) => {
    await held;
    await route.continue();
  });
  return { release };
}

async function closeOverlay(page: Page): Promise<void> {
  const overlay = page.getByRole('dialog');
  await overlay.waitFor();
  await overlay.getByRole('button', { name: strings.app.close }).click();
  await overlay.waitFor({ state: 'detached' });
}

const frame = (page: Page) => page.locator('[data-drawn]');

async function drawn(page: Page, key: string): Promise<void> {
  await page.locator(`[data-drawn="${key}"]`).waitFor({ timeout: 60_000 });
}

async function zoomIn(page: Page): Promise<void> {
  await page.locator('.maplibregl-canvas').focus();
  await page.locator('[data-view]').waitFor();
  for (;;) {
    const zoom = Number((await frame(page).getAttribute('data-view'))?.split(',')[2]);
    if (zoom >= 16) return;
    await page.keyboard.press('Equal');
    await page.waitForFunction(
      (before) => Number(document.querySelector<HTMLElement>('[data-view]')?.dataset.view?.split(',')[2]) > before,
      zoom,
    );
  }
}

/** Drags the map about, to and fro. */
async function pan(server: TestServer, browser: Browser, page: Page): Promise<PanRun> {
  const zoom = (await frame(page).getAttribute('data-view'))?.split(',')[2] ?? '';
  await browser.startTracing(page, { categories: TRACE_CATEGORIES });
  for (let drag = 0; drag < DRAGS; drag++) {
    const [x, y] = [195, 300];
    const [toX, toY] = drag % 2 === 0 ? [x + DRAG_PX, y + DRAG_PX / 2] : [x - DRAG_PX, y - DRAG_PX / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(toX, toY, { steps: DRAG_STEPS });
    await page.mouse.up();
  }
  const tasks = tasksOf((await browser.stopTracing()).toString('utf8'), server.origin);
  return { zoom, tasks };
}

/** Taps about until places were selected, each another one. */
async function select(page: Page): Promise<Pick<MapRun, 'selectMs' | 'decideMs'>> {
  const selectMs: number[] = [];
  const decideMs: number[] = [];
  const selected = () => page.getByTestId('map').getAttribute('data-selected-place');
  for (let y = 160; y < 500 && selectMs.length < 12; y += 34) {
    for (let x = 40; x < 300 && selectMs.length < 12; x += 65) {
      const before = await selected();
      await page.mouse.click(x, y);
      // What a tap on nothing leaves as it was tells by nothing else that it was heard.
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
      const id = await selected();
      if (id === before) continue;
      // The next tap begins at rest, or its first frame might be one of this one's.
      await drawn(page, `${PLACES},${id ?? ''}`);
      if (id === null) continue;
      const [shownMs, decidedMs] = await page.evaluate(() => [
        window.shownAtMs - window.tappedAtMs,
        window.decidedAtMs - window.tappedAtMs,
      ]);
      selectMs.push(shownMs ?? Number.NaN);
      decideMs.push(decidedMs ?? Number.NaN);
    }
  }
  return { selectMs, decideMs };
}

/** Shows the walker on the map and, once it has come to rest, counts what still goes on. */
async function restAt(phone: BrowserContext, page: Page): Promise<RestRun> {
  const [lng = 0, lat = 0] = ((await frame(page).getAttribute('data-view')) ?? '').split(',').map(Number);
  await phone.setGeolocation({ longitude: lng, latitude: lat, accuracy: 5 });
  await phone.grantPermissions(['geolocation']);
  await page.locator('[data-testid="map"][data-walker]').waitFor({ timeout: 60_000 });
  await page.waitForFunction((quietMs) => performance.now() - window.frameAtMs > quietMs, REST_MS, { timeout: 60_000 });
  const cdp = await phone.newCDPSession(page);
  await cdp.send('Performance.enable');
  const count = async (): Promise<{ readonly frames: number; readonly busyS: number }> => {
    const { metrics } = await cdp.send('Performance.getMetrics');
    const busyS = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
    return { frames: await page.evaluate(() => window.framesDrawn), busyS };
  };
  const before = await count();
  const startMs = performance.now();
  await new Promise((passed) => setTimeout(passed, REST_MS));
  const after = await count();
  const passedS = (performance.now() - startMs) / 1000;
  return {
    framesPerS: (after.frames - before.frames) / passedS,
    busyMsPerS: (1000 * (after.busyS - before.busyS)) / passedS,
  };
}

/**
 * In the page: notes when which state was drawn, when a tap was decided and shown, and each frame of the map. A frame is
 * what is drawn in one task; the first one after the decision shows it, for a selection is a feature's state, which each
 * frame takes in before it draws.
 */
function noteDrawing(): void {
  Object.assign(window, { drawnAtMs: {}, framesDrawn: 0, frameAtMs: 0 });
  Object.assign(window, { tappedAtMs: Number.NaN, decidedAtMs: Number.NaN, shownAtMs: Number.NaN });
  new MutationObserver((changes) => {
    for (const { target, attributeName } of changes) {
      const { drawn: text, selectedPlace } = (target as HTMLElement).dataset;
      if (attributeName === 'data-drawn' && text !== undefined) window.drawnAtMs[text] ??= performance.now();
      if (attributeName === 'data-selected-place' && selectedPlace !== undefined) {
        window.decidedAtMs = performance.now();
      }
    }
  }).observe(document, { subtree: true, attributeFilter: ['data-drawn', 'data-selected-place'] });
  document.addEventListener(
    'click',
    ({ timeStamp }) => {
      Object.assign(window, { tappedAtMs: timeStamp, decidedAtMs: Number.NaN, shownAtMs: Number.NaN });
    },
    { capture: true },
  );
  let isInFrame = false;
  const draw = WebGL2RenderingContext.prototype.drawElements;
  WebGL2RenderingContext.prototype.drawElements = function (this: WebGL2RenderingContext, ...what) {
    draw.apply(this, what);
    if (isInFrame) return;
    isInFrame = true;
    queueMicrotask(() => {
      isInFrame = false;
      window.framesDrawn += 1;
      window.frameAtMs = performance.now();
      if (Number.isFinite(window.decidedAtMs) && Number.isNaN(window.shownAtMs)) window.shownAtMs = window.frameAtMs;
    });
  };
}
