import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium as playwright } from 'playwright';
import { buildStale } from '../build/build.mjs';
import { ROOT, run as runCommand } from '../run.mjs';
import { findChromium } from './chromium.mjs';

/**
 * `npm run lighthouse [-- RUNS]`: measures the login screen, a fresh invitation and the
 * page of an open map with Lighthouse's phone profile
 * (simulated slow 4G, a processor four times slower) in the built app, three runs each by default, and prints each run
 * and the medians. It also prints the machine's load: where page, browser, server and Lighthouse share two cores, all
 * figures except `busy ms` and `by processor`, the performance with `busy ms` as its blocking time, are worse.
 */
const RUNS_DEFAULT = 3;

const ATTEMPTS_MAX = 3;

const CATEGORIES = /** @type {const} */ (['performance', 'accessibility', 'best-practices', 'seo']);

const FIGURES = /** @type {const} */ ({
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
  'speed-index': 'SI ms',
});

/**
 * How many times slower the processor of Lighthouse's phone is, and the duration beyond which a task blocks the page.
 */
const SLOWDOWN = 4;
const TASK_MS = 50;

/** Where Lighthouse's score of the blocking time is 0.9 and 0.5 on a phone, and the score's part of the performance. */
const BLOCKING_SCORE = { p10: 200, median: 600 };
const BLOCKING_WEIGHT = 0.3;

/** An audit without weight whose figure is printed too. */
const WASTED_SCRIPT = 'unused-javascript';

const runs = Number(process.argv[2] ?? RUNS_DEFAULT);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`Expected a number of runs from 1, got ${process.argv[2]}`);

/** Its packages are a sixth of all that the project had to install, and only this command needs them. */
const PACKAGES = `${ROOT}scripts/test/lighthouse/`;

/**
 * What is used of Lighthouse's result. Its own types are there only once it is installed.
 * @typedef {{ score: number | null, title: string, numericValue?: number,
 *   details?: { type: string, overallSavingsBytes?: number } }} AuditResult
 * @typedef {{
 *   categories: Record<string, { score: number | null, auditRefs: { id: string, weight: number }[] }>,
 *   audits: Record<string, AuditResult>,
 *   environment: { benchmarkIndex: number },
 *   runtimeError?: { message: string },
 * }} Result
 * @typedef {{ lhr: Result, artifacts: { Trace: { traceEvents: TraceEvent[] } } }} RunnerResult
 */

await buildStale();
const { launch, lighthouse, Audit } = await installLighthouse();
const dataDir = mkdtempSync(join(tmpdir(), 'drop-ici-lighthouse-'));
const server = await startDemo(dataDir);
try {
  for (const [name, url] of [
    ['/login', `${server.origin}/login`],
    ['/invite', server.invitation],
    ['/p', await openMap(server)],
  ]) {
    const results = [];
    for (let run = 0; run < runs; run++) results.push(await measure(String(url)));
    print(String(name), results);
  }
} finally {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/**
 * Installs Lighthouse, in the versions of its own lock file, and loads it.
 *
 * @returns {Promise<{
 *   launch: (options: object) => Promise<{ port: number, kill: () => void }>,
 *   lighthouse: (url: string, flags: object) => Promise<RunnerResult | undefined>,
 *   Audit: { computeLogNormalScore: (control: { p10: number, median: number }, value: number) => number },
 * }>}
 */
async function installLighthouse() {
  const code = await runCommand('npm', ['ci', '--prefix', PACKAGES, '--ignore-scripts', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Error(`Lighthouse could not be installed in ${PACKAGES} (exit code ${code})`);
  const { resolve } = createRequire(PACKAGES);
  /** @param {string} name */
  const load = (name) => import(pathToFileURL(resolve(name)).href);
  const [{ launch }, { default: lighthouse }, { Audit }] = await Promise.all(
    ['chrome-launcher', 'lighthouse', 'lighthouse/core/audits/audit.js'].map(load),
  );
  return { launch, lighthouse, Audit };
}

/**
 * Starts the built server with the demo on a free port.
 *
 * @param {string} dataDir
 * @returns {Promise<{ origin: string, invitation: string, admin: { email: string, password: string }, stop: () =>
 * Promise<void> }>}
 */
async function startDemo(dataDir) {
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/server/main.js')], {
    env: { PATH: process.env.PATH, PORT: '0', DEMO: '1', RENDITIONS: '0', PASSWORD_COST: 'fast', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let output = '';
  const invitation = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
      const [link] = /http:\S+\/invite\?\S+/.exec(output) ?? [];
      if (link !== undefined) resolve(link);
    });
    ended.then((code) => reject(new Error(`Expected the server to listen, but it ended with ${code}`)));
  });
  const stop = async () => {
    child.kill();
    await ended;
  };
  const [, email = '', password = ''] = /^ +admin +(\S+) +(\S+)$/m.exec(output) ?? [];
  return { origin: new URL(invitation).origin, invitation, admin: { email, password }, stop };
}

/**
 * Opens the demo's map to everybody. Returns the address of its page.
 *
 * @param {{ origin: string, admin: { email: string, password: string } }} server
 */
async function openMap({ origin, admin }) {
  /** @type {(method: string, path: string, body: object, token?: string) => Promise<{ token: string }>} */
  const send = async (method, path, body, token) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const response = await fetch(origin + path, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path} failed: ${await response.text()}`);
    return /** @type {Promise<{ token: string }>} */ (response.json());
  };
  const { token } = await send('POST', '/v1/user/login', admin);
  await send('PUT', '/v1/map/map/1/opening', { visibility: 'catalogue', slug: 'demo' }, token);
  return `${origin}/p/demo`;
}

/**
 * @typedef {{ result: Result, busyMs: number }} Measured
 * @typedef {{ name: string, ph: string, pid: number, tid: number, ts: number, tdur?: number, args: {
 *   name?: string, data?: { documentLoaderURL?: string } } }} TraceEvent
 */

/**
 * Computes the total blocking time from the processor time of the page's thread, in milliseconds. Other programs on the
 * machine, including Lighthouse itself, don't lengthen it.
 *
 * @param {readonly TraceEvent[]} events
 */
function busyMsOf(events) {
  const start = events.find(
    ({ name, args }) => name === 'navigationStart' && args.data?.documentLoaderURL?.startsWith('http'),
  );
  const paint = events.find(({ name, pid }) => name === 'firstContentfulPaint' && pid === start?.pid);
  const thread = events.find(
    ({ name, pid, args }) => name === 'thread_name' && pid === start?.pid && args.name === 'CrRendererMain',
  );
  if (paint === undefined || thread === undefined) return Number.NaN;
  return events
    .filter(
      ({ name, ph, pid, tid, ts }) =>
        ph === 'X' && name === 'RunTask' && pid === thread.pid && tid === thread.tid && ts >= paint.ts,
    )
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWDOWN * tdur) / 1000 - TASK_MS), 0);
}

/**
 * Measures a page once. If Lighthouse fails to record a trace, as on a busy machine, it tries again.
 *
 * @param {string} url
 * @returns {Promise<Measured>}
 */
async function measure(url) {
  for (let attempt = 1; ; attempt++) {
    const measured = await record(url);
    const { runtimeError } = measured.result;
    if (runtimeError === undefined) return measured;
    if (attempt === ATTEMPTS_MAX) throw new Error(`Lighthouse failed: ${runtimeError.message}`);
  }
}

/**
 * Runs Lighthouse in its own browser.
 *
 * @param {string} url
 * @returns {Promise<Measured>}
 */
async function record(url) {
  const chrome = await launch({
    chromePath: findChromium() ?? playwright.executablePath(),
    chromeFlags: ['--headless=new', '--no-sandbox'],
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      formFactor: 'mobile',
      onlyCategories: [...CATEGORIES],
    });
    if (result === undefined) throw new Error(`Lighthouse gave no result for ${url}`);
    return { result: result.lhr, busyMs: busyMsOf(result.artifacts.Trace.traceEvents) };
  } finally {
    chrome.kill();
  }
}

/**
 * @param {string} name
 * @param {readonly Measured[]} results
 */
function print(name, results) {
  const rows = results.map((result, index) => ({ run: String(index + 1), ...figuresOf(result) }));
  const keys = Object.keys(figuresOf(results[0]));
  /** @type {Record<string, number>} */
  const medians = Object.fromEntries(
    keys.map((key) => [key, median(results.map((result) => figuresOf(result)[key] ?? Number.NaN))]),
  );
  const speed = Math.round(results[0]?.result.environment.benchmarkIndex ?? Number.NaN);
  console.log(`\n${name} (load ${loadavg()[0]?.toFixed(1)}, benchmark index ${speed})`);
  console.table([...rows, { run: 'median', ...medians }]);
  const faults = new Set(results.flatMap(({ result }) => faultsOf(result)));
  for (const fault of faults) console.log(`  - ${fault}`);
}

/**
 * @param {Measured | undefined} measured
 * @returns {Record<string, number>}
 */
function figuresOf(measured) {
  if (measured === undefined) throw new Error('Expected a result of Lighthouse');
  const { result, busyMs } = measured;
  const scores = CATEGORIES.map((id) => [id, Math.round((result.categories[id]?.score ?? 0) * 100)]);
  const figures = Object.entries(FIGURES).map(([id, title]) => {
    const value = result.audits[id]?.numericValue ?? Number.NaN;
    return [title, title === 'CLS' ? Math.round(value * 1000) / 1000 : Math.round(value)];
  });
  const wasted = result.audits[WASTED_SCRIPT]?.details;
  const wastedBytes = wasted?.type === 'opportunity' ? (wasted.overallSavingsBytes ?? 0) : 0;
  return Object.fromEntries([
    ...scores,
    ['by processor', Math.round(performanceByProcessor(result, busyMs) * 100)],
    ...figures,
    ['busy ms', Math.round(busyMs)],
    ['unused KiB', Math.round(wastedBytes / 1024)],
  ]);
}

/**
 * Computes the performance score anew, with the processor's blocking time in place of the clock's.
 *
 * @param {Result} result
 * @param {number} busyMs
 */
function performanceByProcessor(result, busyMs) {
  const byClock = result.audits['total-blocking-time']?.score ?? Number.NaN;
  const byProcessor = Audit.computeLogNormalScore(BLOCKING_SCORE, busyMs);
  const { performance: asMeasured } = result.categories;
  return (asMeasured?.score ?? Number.NaN) + BLOCKING_WEIGHT * (byProcessor - byClock);
}

/**
 * Returns the audits that lower a category.
 *
 * @param {Result} result
 * @returns {string[]}
 */
function faultsOf(result) {
  return CATEGORIES.flatMap((id) =>
    (result.categories[id]?.auditRefs ?? [])
      .filter(({ weight }) => weight > 0)
      .map((ref) => result.audits[ref.id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 0.9)
      .map((audit) => `${id}: ${audit?.title}`),
  );
}

/**
 * @param {readonly number[]} values
 * @returns {number}
 */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error('Expected a value');
  return middle;
}
