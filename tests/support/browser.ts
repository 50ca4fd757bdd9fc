import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

/** A phone's window, the size the product is designed for first. */
export const PHONE = { width: 390, height: 844 };

/** Longest wait for one step of a person: a cold start of the converter on a busy machine takes a few seconds. */
const STEP_TIMEOUT_MS = 20_000;

/** Starts the Chromium that the tests drive, with more flags if need be; whoever started it closes it. */
export function openBrowser(...flags: readonly string[]): Promise<Browser> {
  const { args, ...options } = launchOptions();
  return chromium.launch({ ...options, args: [...(args ?? []), ...flags] });
}

/**
 * The same with a microphone that hears this WAV once and silence then, from when a page opens it; null for a browser
 * whose microphone everybody is refused.
 */
export function openBrowserWithMicrophone(wavPath: string | null): Promise<Browser> {
  const ui = '--use-fake-ui-for-media-stream';
  const heard = wavPath === null ? [`${ui}=deny`] : [ui, `--use-file-for-fake-audio-capture=${wavPath}%noloop`];
  const { args, ...options } = launchOptions();
  return chromium.launch({ ...options, args: [...(args ?? []).filter((flag) => flag !== ui), ...heard] });
}

/** The same with a profile in this folder, as people have one; in a private window some storage is in memory only. */
export function openProfile(folder: string): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, launchOptions());
}

function launchOptions(): LaunchOptions {
  const executablePath = findChromium();
  return { args: CHROMIUM_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) };
}

/**
 * A person with a phone of their own: separate storage, a position that the test moves, French.
 *
 * @param position where they stand, `[lng, lat]`
 */
export async function openPhone(
  browser: Browser,
  baseURL: string,
  position: readonly [number, number],
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const phone = await browser.newContext({
    baseURL,
    viewport: PHONE,
    hasTouch: true,
    locale: 'fr-FR',
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    geolocation: { longitude: position[0], latitude: position[1], accuracy: 5 },
    ...options,
  });
  phone.setDefaultTimeout(STEP_TIMEOUT_MS);
  return phone;
}
