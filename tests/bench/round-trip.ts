import { fileURLToPath } from 'node:url';
import { createServer, mergeConfig } from 'vite';
import viteConfig from '../../vite.config.ts';
import type { SeedPlace } from '../../workers/nearest/nearest.api.ts';
import type { Fix } from '../support/geometry/locator.ts';
import { openBrowser } from '../support/phone/browser.ts';
import { percentile, printTable } from './measure.ts';
import { makePlaces, makeWalk } from './quarter.ts';
import type { PageTimes } from './round-trip.page.ts';

const FIXES = 2000;

/** The page's global: see round-trip.page.ts. */
declare global {
  interface Window {
    measureRoundTrip(places: readonly SeedPlace[], walk: readonly Fix[]): Promise<PageTimes>;
  }
}

/** Measures in Chromium what a fix and a seed cost with the worker between, and prints both tables. */
export async function measureRoundTrips(seed: number, counts: readonly number[]): Promise<void> {
  const server = await createServer(
    mergeConfig(viteConfig, {
      configFile: false,
      root: fileURLToPath(new URL('../..', import.meta.url)),
      logLevel: 'error',
      // Isolated from other origins, the page's clock shows 5 microseconds instead of 100.
      server: {
        host: '127.0.0.1',
        port: 0,
        hmr: false,
        headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
      },
    }),
  );
  const browser = await openBrowser();
  try {
    await server.listen();
    const address = server.resolvedUrls?.local[0];
    if (address === undefined) throw new Error('Expected the page server to listen, got no address');
    const page = await browser.newPage();
    await page.goto(new URL('tests/bench/round-trip.html', address).href);
    await page.waitForFunction(() => 'measureRoundTrip' in window);
    const fixRows = [['places', 'way', 'fixes', 'p50 µs', 'p99 µs']];
    const seedRows = [['places', 'what', 'median ms', 'best ms']];
    for (const count of counts) {
      const times = await page.evaluate(({ places, walk }) => window.measureRoundTrip(places, walk), {
        places: makePlaces(seed, count),
        walk: makeWalk(seed + 1, count, FIXES),
      });
      const of = count.toLocaleString('en');
      const ways = [
        ['to the nearest worker and back', times.locateUs],
        ['an echo through a lane, nothing computed', times.echoUs],
      ] as const;
      for (const [way, timesUs] of ways) {
        const figures = [0.5, 0.99].map((part) => percentile(timesUs, part).toFixed(0));
        fixRows.push([of, way, FIXES.toLocaleString('en'), ...figures]);
      }
      fixRows.push([
        of,
        "on the page's own thread",
        FIXES.toLocaleString('en'),
        `${times.onPageUs.toFixed(1)} (mean)`,
        '-',
      ]);
      for (const [what, timesMs] of [
        ['seed, until the worker has it', times.seedMs],
        ["of that on the page's thread: packing", times.packMs],
        ['instead of packing: structuredClone', times.cloneMs],
        ["seed of an index on the page's thread", times.buildMs],
      ] as const) {
        seedRows.push([of, what, percentile(timesMs, 0.5).toFixed(2), Math.min(...timesMs).toFixed(2)]);
      }
    }
    printTable(`A fix in Chromium ${browser.version()}`, fixRows);
    printTable(`A seed in Chromium ${browser.version()}`, seedRows);
  } finally {
    await browser.close();
    await server.close();
  }
}
