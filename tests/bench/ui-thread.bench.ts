import { watchApp } from './app-thread.ts';
import { openBenchPage } from './chromium.ts';
import { checkSame, percentile, printTable } from './measure.ts';

/** The best run tells what the product does; the others, what else the machine did meanwhile. */
const RUNS = 3;
/** What the browser calls a long task. */
const LONG_TASK_MS = 50;
/** Fewer positions would not show that the map follows them. */
const FIXES_MIN = 10;

const page = await openBenchPage();
try {
  const rows: string[][] = [];
  for (let run = 1; run <= RUNS; run++) {
    const { result } = await page.run('watchUiThread', page.tenMinutesPath);
    checkSame(Math.abs(result.durationS - 600) < 1, () => `the audio lasts ${result.durationS} s`);
    checkSame(
      result.entered > 0 && result.progressSteps > 10,
      () =>
        `${result.entered} zones were entered by ${result.locateMs.length} fixes, and progress was told ${result.progressSteps} times`,
    );
    checkSame(
      result.controlMs > LONG_TASK_MS,
      () => 'the browser did not report the task that was too long on purpose',
    );
    rows.push([
      String(run),
      result.transcodeMs.toFixed(0),
      result.peaksMs.toFixed(0),
      result.drawMs.toFixed(0),
      String(result.progressSteps),
      String(result.locateMs.length),
      percentile(result.locateMs, 0.5).toFixed(1),
      Math.max(...result.locateMs).toFixed(1),
      result.longestDelayMs.toFixed(0),
      result.longTasksMs.length === 0 ? 'none' : result.longTasksMs.map((ms) => ms.toFixed(0)).join(', '),
    ]);
  }
  const head = ['run', 'transcode ms', 'peaks ms', 'draw ms', 'progress steps', 'fixes'];
  printTable('The UI thread in Chromium while ten minutes of m4a are made ready and 10 fixes a second come in', [
    [...head, 'fix p50 ms', 'fix max ms', 'longest delay ms', `tasks over ${LONG_TASK_MS} ms`],
    ...rows,
  ]);

  const appRows: string[][] = [];
  for (let run = 1; run <= RUNS; run++) {
    const { readyMs, fixesDelivered, fixesShown, longTasksMs, tasks, controlMs } = await watchApp(page.tenMinutesFile);
    checkSame(controlMs > LONG_TASK_MS, () => `a task that computed on purpose has ${controlMs} ms in the trace`);
    checkSame(
      fixesDelivered >= FIXES_MIN && fixesShown > fixesDelivered / 2,
      () => `${fixesShown} of ${fixesDelivered} positions were shown`,
    );
    const [busiest] = [...tasks].sort((a, b) => b.ownMs - a.ownMs);
    appRows.push([
      String(run),
      readyMs.toFixed(0),
      `${fixesShown} of ${fixesDelivered}`,
      String(tasks.length),
      longTasksMs.length === 0 ? 'none' : longTasksMs.map((ms) => ms.toFixed(0)).join(', '),
      String(tasks.filter(({ ownMs }) => ownMs >= LONG_TASK_MS).length),
      `${busiest?.ownMs.toFixed(1)} (${busiest?.source})`,
    ]);
  }
  printTable(
    'The same in the whole app: signed in, the map open with 1,000 places, the file chosen in the drop sheet',
    [
      [
        ...['run', 'ready ms', 'positions shown', 'tasks', `over ${LONG_TASK_MS} ms`],
        ...[`that computed for ${LONG_TASK_MS} ms`, 'most computed in one, ms'],
      ],
      ...appRows,
    ],
  );
} finally {
  await page.close();
}
