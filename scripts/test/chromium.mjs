import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium as playwright } from 'playwright';
import { run, runTool } from '../run.mjs';

/**
 * Flags that let headless Chromium draw WebGL in software, allow a fake microphone, and stop requests to Google. Audio
 * still needs a tap first, as on a phone. GPU compositing is off, because on the emulated GPU it would triple the work.
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
  // The interface's default, in which the tests read it.
  '--accept-lang=fr-FR,fr',
  // Requests don't go through a process of their own. The other two are Playwright's, since the browser takes this flag once.
  '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies',
];

const SYSTEM_NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

const SYSTEM_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Finds the Chromium that the tests drive: `CHROMIUM_PATH`, else one on the system's PATH or in its usual place.
 *
 * @returns {string | undefined} an absolute path, or undefined if only Playwright's own download remains
 * @throws {Error} when `CHROMIUM_PATH` names a file that does not exist
 */
export function findChromium() {
  const configured = process.env.CHROMIUM_PATH;
  if (configured) {
    if (!existsSync(configured)) throw new Error(`CHROMIUM_PATH names ${configured}, which does not exist`);
    return configured;
  }
  return findOnPath(SYSTEM_NAMES) ?? SYSTEM_PATHS.find((path) => existsSync(path));
}

/**
 * Finds the Chromium for tests that open many pages: the system's headless shell if installed, which opens a page in a
 * third of the time but has no screen to keep awake; else {@link findChromium}'s.
 *
 * @returns {string | undefined} as `findChromium`
 */
export function findQuickChromium() {
  return (process.env.CHROMIUM_PATH ? undefined : findOnPath(['chromium-headless-shell'])) ?? findChromium();
}

/**
 * @param {readonly string[]} names of programs, in order of preference within each folder
 * @returns {string | undefined} the path of the first one on the system's PATH
 */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/**
 * Ensures that the tests have a Chromium: an installed one, else Playwright's own download, else (as root, on Debian)
 * the system's packages.
 *
 * @returns {Promise<void>}
 * @throws {Error} that says what to do, when none can be installed
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
