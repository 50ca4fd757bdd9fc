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
  return chromium.launch(launchOptionsWithMicrophone(wavPath));
}

function launchOptionsWithMicrophone(wavPath: string | null): LaunchOptions {
  const ui = '--use-fake-ui-for-media-stream';
  const heard = wavPath === null ? [`${ui}=deny`] : [ui, `--use-file-for-fake-audio-capture=${wavPath}%noloop`];
  const { args, ...options } = launchOptions();
  return { ...options, args: [...(args ?? []).filter((flag) => flag !== ui), ...heard] };
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
 * A phone as of {@link openPhone}, with a microphone as of {@link openBrowserWithMicrophone}, that keeps its files in this
 * folder: in the private windows of the others they are in memory, where none goes stale under who reads it.
 */
export async function openPhoneOnDisk(
  folder: string,
  wavPath: string | null,
  baseURL: string,
  position: readonly [number, number],
  { storageState, ...options }: BrowserContextOptions & { readonly storageState: StoredState },
): Promise<BrowserContext> {
  const phone = await chromium.launchPersistentContext(folder, {
    ...launchOptionsWithMicrophone(wavPath),
    ...phoneOptions(baseURL, position),
    ...options,
  });
  phone.setDefaultTimeout(STEP_TIMEOUT_MS);
  // A profile takes no state: it is put there from a page of the origin that runs nothing.
  const page = await phone.newPage();
  for (const { origin, localStorage: items } of storageState.origins) {
    await page.goto(`${origin}/icons/icon-192.png`);
    await page.evaluate((kept) => {
      for (const { name, value } of kept) localStorage.setItem(name, value);
    }, items);
  }
  await page.close();
  return phone;
}

/** What a browser holds of each origin. */
type StoredState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

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
  const phone = await browser.newContext({ ...phoneOptions(baseURL, position), ...options });
  phone.setDefaultTimeout(STEP_TIMEOUT_MS);
  return phone;
}

function phoneOptions(baseURL: string, position: readonly [number, number]): BrowserContextOptions {
  return {
    baseURL,
    viewport: PHONE,
    hasTouch: true,
    locale: 'fr-FR',
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    geolocation: { longitude: position[0], latitude: position[1], accuracy: 5 },
  };
}
