import { openBrowser } from '../support/phone/browser.ts';
import { DETAILED_MAP, startServer } from '../support/server/server.ts';
import { makeQuarter, watchMap } from './app-map.ts';
import { checkSame, percentile, printTable } from './measure.ts';

/** The best run tells what the product does; the others, what else the machine did meanwhile. */
const RUNS = 3;
const LONG_TASK_MS = 50;

const server = await startServer(DETAILED_MAP);
try {
  const owner = await makeQuarter(server);
  const rows: string[][] = [];
  const panRows: string[][] = [];
  const restRows: string[][] = [];
  for (let run = 1; run <= RUNS; run++) {
    const browser = await openBrowser();
    const { firstPaintMs, pans, selectMs, decideMs, rest } = await watchMap(server, browser, owner).finally(() =>
      browser.close(),
    );
    checkSame(selectMs.length > 3, () => `only ${selectMs.length} taps hit a place`);
    const times = (values: readonly number[]): string[] => [
      percentile(values, 0.5).toFixed(0),
      Math.max(...values).toFixed(0),
    ];
    restRows.push([String(run), rest.framesPerS.toFixed(1), rest.busyMsPerS.toFixed(1)]);
    rows.push([String(run), firstPaintMs.toFixed(0), String(selectMs.length), ...times(decideMs), ...times(selectMs)]);
    for (const { zoom, tasks } of pans) {
      const ours = tasks.filter(({ source }) => !source.startsWith('browser: '));
      const [busiest] = [...ours].sort((a, b) => b.ownMs - a.ownMs);
      panRows.push([
        String(run),
        zoom,
        String(tasks.length),
        String(ours.filter(({ durationMs }) => durationMs >= LONG_TASK_MS).length),
        String(ours.filter(({ ownMs }) => ownMs >= LONG_TASK_MS).length),
        `${busiest?.ownMs.toFixed(1)} (${busiest?.source})`,
      ]);
    }
  }
  const head = ['run', 'places drawn ms', 'taps that selected', 'decided p50 ms', 'decided max ms'];
  printTable('The app with 1,000 places: from the answer to all drawn, and from a tap to the selection', [
    [...head, 'shown p50 ms', 'shown max ms'],
    ...rows,
  ]);
  printTable('Panning it', [
    [
      'run',
      'zoom',
      'tasks',
      `ours over ${LONG_TASK_MS} ms`,
      `that computed for ${LONG_TASK_MS} ms`,
      'most computed, ms',
    ],
    ...panRows,
  ]);
  printTable('Standing still, with the dot at rest', [
    ['run', 'frames of the map a second', 'ms a second busy'],
    ...restRows,
  ]);
} finally {
  await server.stop();
}
