import { availableParallelism, loadavg } from 'node:os';

/** One way of doing the work that a benchmark compares. */
export interface Contender<Result> {
  readonly name: string;
  /** Timed runs, 1 or more; fewer where one takes seconds. */
  readonly repetitions: number;
  readonly run: () => Result;
}

/** What the timed runs of a contender gave. */
export interface Timing<Result> {
  readonly name: string;
  readonly repetitions: number;
  /** The run before the timed ones, when the engine has optimised nothing yet: what a worker's first job takes. */
  readonly firstMs: number;
  readonly medianMs: number;
  /** The fastest run: what other work on the machine disturbed least. */
  readonly bestMs: number;
  /** What the last run answered. */
  readonly result: Result;
}

/**
 * Times contenders in the same minutes: a first run each, then round after round, so that whatever else the machine
 * does falls on all of them.
 */
export function compareTimes<Result>(contenders: readonly Contender<Result>[]): Timing<Result>[] {
  const lanes = contenders.map((contender) => ({ contender, ...timeMs(contender.run), timesMs: [] as number[] }));
  const rounds = Math.max(...contenders.map(({ repetitions }) => repetitions));
  for (let round = 0; round < rounds; round++) {
    for (const lane of lanes.filter(({ contender }) => round < contender.repetitions)) {
      const { result, tookMs } = timeMs(lane.contender.run);
      lane.result = result;
      lane.timesMs.push(tookMs);
    }
  }
  return lanes.map(({ contender: { name, repetitions }, tookMs, timesMs, result }) => ({
    name,
    repetitions,
    firstMs: tookMs,
    medianMs: percentile(timesMs, 0.5),
    bestMs: Math.min(...timesMs),
    result,
  }));
}

/** Runs the work once and says how long it took. */
export function timeMs<Result>(work: () => Result): { readonly result: Result; readonly tookMs: number } {
  const startMs = performance.now();
  const result = work();
  return { result, tookMs: performance.now() - startMs };
}

/** Microseconds of each call, one number an item; reading the clock (some 0.05 microseconds) is in them. */
export function timeEachUs<Item>(items: readonly Item[], work: (item: Item) => void): number[] {
  // Filled before, so that the list does not grow while it is timed.
  const timesUs = new Array<number>(items.length).fill(0);
  items.forEach((item, index) => {
    const startMs = performance.now();
    work(item);
    timesUs[index] = (performance.now() - startMs) * 1000;
  });
  return timesUs;
}

/**
 * The smallest value that at least this part of all values does not exceed (nearest rank); 0.5 gives the median.
 *
 * @throws RangeError without values
 */
export function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
  if (value === undefined) throw new RangeError('Expected values to take a percentile of, got none');
  return value;
}

/** Ends the benchmark when its sides did not compute the same: a ratio would be one of different work. */
export function checkSame(same: boolean, what: () => string): void {
  if (!same) throw new Error(`The sides differ: ${what()}`);
}

/**
 * An aim as a cell of a table. What missed it is marked, and the benchmark goes on: noise of the machine can do that too.
 *
 * @param most the largest value that meets the aim
 */
export function aimCell(got: number, most: number): string {
  return `${most} (${got <= most ? 'met' : 'MISSED'})`;
}

/** Prints what was measured and on what, then the rows as a Markdown table, the first row being its head. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const load = (loadavg()[0] ?? 0).toFixed(1);
  console.log(`\n${title}\nNode ${process.versions.node}, ${availableParallelism()} cores, load ${load}\n`);
  console.log([line(head), rule, ...body.map(line)].join('\n'));
}
