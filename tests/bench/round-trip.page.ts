import { createLane } from '../../workers/client/lane.ts';
import { createNearestClient } from '../../workers/client/nearest-client.ts';
import { fetchGeometryCore } from '../../workers/load-kernels.ts';
import type { SeedPlace } from '../../workers/nearest/nearest.api.ts';
import { createNearestIndex } from '../../workers/nearest/nearest-index.ts';
import { packPlaces } from '../../workers/nearest/pack-places.ts';
import { type Fix, reachOf } from '../support/geometry/locator.ts';
import type { LaneTestApi } from '../support/page/lane.worker.ts';

/** What a page measures of one walk: milliseconds and microseconds, as the names say. */
export interface PageTimes {
  /** A fix to the worker and its answer back. */
  readonly locateUs: readonly number[];
  /** A short text to a worker that does nothing, and back, through the same lane. */
  readonly echoUs: readonly number[];
  /** One fix on the page's own thread, the mean: its clock is too coarse for a single one. */
  readonly onPageUs: number;
  /** A build of the index on the page's own thread, from GeoJSON. */
  readonly buildMs: readonly number[];
  /** The part of a seed that the page's thread does. */
  readonly packMs: readonly number[];
  /** What it would do otherwise: cloning the places as they are, half of which it would do itself. */
  readonly cloneMs: readonly number[];
  /** A whole seed, until the worker says so. */
  readonly seedMs: readonly number[];
}

const BUILDS = 10;

async function timeAll(count: number, work: (index: number) => unknown): Promise<number[]> {
  const timesMs: number[] = [];
  for (let index = 0; index < count; index++) {
    const startMs = performance.now();
    await work(index);
    timesMs.push(performance.now() - startMs);
  }
  return timesMs;
}

/**
 * Measures in a page, and holds the worker's answers against those of an index on the page.
 *
 * @throws Error where they differ
 */
async function measure(places: readonly SeedPlace[], walk: readonly Fix[]): Promise<PageTimes> {
  const client = createNearestClient();
  const echo = createLane<LaneTestApi>({
    name: 'echo',
    spawn: () => new Worker(new URL('../support/page/lane.worker.ts', import.meta.url), { type: 'module' }),
    idleMs: null,
  });
  try {
    const index = createNearestIndex(await fetchGeometryCore());
    const buildMs = await timeAll(BUILDS, () => index.seed(places));
    const expected = walk.map((fix) => index.around(reachOf(fix)));
    const startMs = performance.now();
    for (const fix of walk) index.around(reachOf(fix));
    const onPageUs = (1000 * (performance.now() - startMs)) / walk.length;

    const packMs = await timeAll(BUILDS, () => packPlaces(places));
    const cloneMs = await timeAll(BUILDS, () => structuredClone(places));
    await client.seed([]);
    const seedMs = await timeAll(BUILDS, () => client.seed(places));
    const answers: unknown[] = [];
    const locateMs = await timeAll(walk.length, async (step) => {
      const fix = walk[step];
      if (fix !== undefined) answers.push(...(await client.around([reachOf(fix)])));
    });
    answers.forEach((answer, step) => {
      const [worker, page] = [JSON.stringify(answer), JSON.stringify(expected[step])];
      if (worker !== page) throw new Error(`At fix ${step} the worker says ${worker}, the page's own index ${page}`);
    });
    const echoMs = await timeAll(walk.length, () => echo.run((remote) => remote.echo('here')));
    const toUs = (timesMs: number[]) => timesMs.map((ms) => ms * 1000);
    return { locateUs: toUs(locateMs), echoUs: toUs(echoMs), onPageUs, buildMs, packMs, cloneMs, seedMs };
  } finally {
    client.dispose();
    echo.dispose();
  }
}

Object.assign(window, { measureRoundTrip: measure });
