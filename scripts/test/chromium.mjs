import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium as playwright } from 'playwright';
import { run, runTool } from '../run.mjs';

/**
 * Flags that let headless Chromium draw WebGL in software, give it a microphone without asking, and keep it from
 * calling its maker's servers on a machine without a network. Audio still needs a tap first, as on a phone. Pages are put
 * together without the graphics driver that software stands in for: it takes three times the work.
 */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const SYSTEM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * The Chromium that the tests drive: `CHROMIUM_PATH`, else one on the system's PATH or in its usual place.
 *
 * @returns {string | undefined} an absolute path, or undefined when only Playwright's own download can serve.
 * @throws {Error} when `CHROMIUM_PATH` names a file that is not there: a wrong setting must not be papered over.
 */
export function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, and no file is there`);
    return configured;
  }
  return findOnPath(SYSTEM_NAMES) ?? SYSTEM_PATHS.find((path) => existsSync(path));
}

/**
 * The Chromium for tests that open many pages: the system's headless shell where it is installed, which draws no window
 * around a page and opens one in a third of the time, but knows no wake lock; else {@link findChromium}'s.
 *
 * @returns {string | undefined} as `findChromium`
 */
export function findQuickChromium() {
  return (process.env.CHROMIUM_PATH ? undefined : findOnPath(['chromium-headless-shell'])) ?? findChromium();
}

/** @param {readonly string[]} names of programs, the most wanted first in each folder */
function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/**
 * Makes sure that the tests have a Chromium: one that is there, else Playwright's own download, else (as root, on
 * Debian) the system's packages.
 *
 * @returns {Promise<void>}
 * @throws {Error} that says what to do, when none can be had
 */
export async function ensureChromium() {
  if (findChromium() !== undefined || existsSync(playwright.executablePath())) return;
  console.log('No Chromium found: installing the one of Playwright ...');
  if ((await runTool('playwright/cli.js', ['install', 'chromium'])) === 0) return;
  if (process.getuid?.() === 0) {
    console.log('Its download failed: installing the packages of the system ...');
    await run('apt-get', ['update']);
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'chromium-headless-shell']);
  }
  if (findChromium() === undefined) {
    throw new Error('The tests need Chromium. Install it, or set CHROMIUM_PATH to its executable.');
  }
}
