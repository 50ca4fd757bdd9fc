import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
} from 'playwright';
import { CHROMIUM_FLAGS, findQuickChromium } from '../../../scripts/test/chromium.mjs';
import { drawNothing } from '../page/draw-nothing.ts';

/** A phone's window, the size the product is designed for first. */
export const PHONE = { width: 390, height: 844 };

/** Longest wait for one step of a person: a cold start of the converter on a busy machine takes a few seconds. */
const STEP_TIMEOUT_MS = 20_000;

/** A host that a browser takes for another machine, and so gives no position without HTTPS; it leads to this one. */
export const STRANGE_HOST = 'drop-ici.example';

/** What makes a phone of {@link openPhone} like one of people: animated, with the service worker of the app. */
export const AS_PEOPLE_HAVE_IT: BrowserContextOptions = { reducedMotion: 'no-preference', serviceWorkers: 'allow' };

/** No page of a test lives long enough to earn what V8 puts into compiling its scripts better, or into a small heap. */
const SHORT_LIVED = '--js-flags=--no-opt,--no-maglev,--min-semi-space-size=16';

/**
 * Chromium keeps a spare process for a phone's next page otherwise, and most phones of tests open one page. Not in a folder of
 * their own, where an empty page comes first, which would share the process of one that a test crashes.
 */
const ONE_PROCESS_EACH = '--renderer-process-limit=1';

let shared: Promise<Browser> | undefined;

/**
 * The one Chromium of this process: end-to-end files that run in it one after the other share it. It ends with the process;
 * a file closes what it opened with {@link closePhones}.
 */
export async function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser(`--host-resolver-rules=MAP ${STRANGE_HOST} localhost`, SHORT_LIVED);
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = undefined;
  return sharedBrowser();
}

/** Closes all phones in the {@link sharedBrowser}. */
export async function closePhones(): Promise<void> {
  for (const phone of (await shared)?.contexts() ?? []) await phone.close();
}

/** Starts the Chromium that the tests drive, with more flags if given; the caller closes it. */
export function openBrowser(...flags: readonly string[]): Promise<Browser> {
  const { args, ...options } = launchOptions();
  return chromium.launch({ ...options, args: [...(args ?? []), ONE_PROCESS_EACH, ...flags] });
}

/**
 * The same with a microphone that hears this WAV once and silence then, from when a page opens it; null for a browser
 * whose microphone everybody is refused.
 */
export function openBrowserWithMicrophone(wavPath: string | null): Promise<Browser> {
  const { args, ...options } = launchOptionsWithMicrophone(wavPath);
  return chromium.launch({ ...options, args: [...(args ?? []), ONE_PROCESS_EACH] });
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
  const executablePath = findQuickChromium();
  return { args: [...CHROMIUM_FLAGS], ...(executablePath === undefined ? {} : { executablePath }) };
}

/**
 * A phone as of {@link openPhoneWithoutMap}, with a microphone as of {@link openBrowserWithMicrophone}, that keeps its files in
 * this folder: in the private windows of the others they are in memory, where none goes stale under who reads it.
 */
export async function openPhoneOnDiskWithoutMap(
  folder: string,
  wavPath: string | null,
  baseURL: string,
  position: readonly [number, number],
  { storageState, ...options }: BrowserContextOptions & { readonly storageState: StoredState },
): Promise<BrowserContext> {
  const phone = await openFolder(folder, {
    ...launchOptionsWithMicrophone(wavPath),
    ...phoneOptions(baseURL, position),
    ...options,
  });
  await phone.addInitScript(refuseWebgl);
  await putState(phone, storageState);
  return phone;
}

/**
 * A phone as people have it, with the app's service worker, that keeps all it stores in this folder: opened again on the same
 * folder, it has it still.
 *
 * @param storageState what its browser holds besides; null to leave that as it is
 */
export async function openPhoneOnDisk(
  folder: string,
  baseURL: string,
  position: readonly [number, number],
  storageState: StoredState | null,
): Promise<BrowserContext> {
  const options = { ...launchOptions(), ...phoneOptions(baseURL, position), serviceWorkers: 'allow' as const };
  const phone = await openFolder(folder, options);
  if (storageState !== null) await putState(phone, storageState);
  return phone;
}

async function openFolder(folder: string, options: LaunchOptions & BrowserContextOptions): Promise<BrowserContext> {
  const phone = await chromium.launchPersistentContext(folder, options);
  phone.setDefaultTimeout(STEP_TIMEOUT_MS);
  return phone;
}

/** Puts this state into a profile, which takes none, from a page of the origin that runs nothing. */
async function putState(phone: BrowserContext, storageState: StoredState): Promise<void> {
  const page = await phone.newPage();
  for (const { origin, localStorage: items } of storageState.origins) {
    await page.goto(`${origin}/icons/icon-192.png`);
    await page.evaluate((kept) => {
      for (const { name, value } of kept) localStorage.setItem(name, value);
    }, items);
  }
  await page.close();
}

/** What a browser holds of each origin. */
type StoredState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/**
 * A person with a phone of their own: separate storage, a position that the test moves, French. Unless `options` say
 * otherwise nothing is animated, and no service worker stores the app.
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

/** Makes an {@link openPhone} for phones whose pages run these scripts before their own. */
export function openPhoneRunning(...scripts: readonly (() => void)[]): typeof openPhone {
  return async (...parts) => {
    const phone = await openPhone(...parts);
    for (const script of scripts) await phone.addInitScript(script);
    return phone;
  };
}

/** A phone of {@link openPhone} whose browser draws no maps: for tests of other things, at half the work. */
export const openPhoneWithoutMap = openPhoneRunning(refuseWebgl);

/**
 * A phone of {@link openPhone} whose maps do all that maps do, and show nothing: for tests of what happens on a map. Software
 * would draw each pixel of each frame.
 */
export const openPhoneWithBlankMap = openPhoneRunning(drawNothing);

/** In the page: takes WebGL 2 away. */
export function refuseWebgl(): void {
  const real = HTMLCanvasElement.prototype.getContext;
  const get = function (this: HTMLCanvasElement, kind: string, options?: unknown): unknown {
    return kind === 'webgl2' ? null : Reflect.apply(real, this, [kind, options]);
  };
  Object.assign(HTMLCanvasElement.prototype, { getContext: get });
}

function phoneOptions(baseURL: string, position: readonly [number, number]): BrowserContextOptions {
  return {
    baseURL,
    viewport: PHONE,
    hasTouch: true,
    locale: 'fr-FR',
    // Software draws each frame of an animation, and each new phone would fetch the whole app for its service worker.
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    permissions: ['geolocation', 'clipboard-read', 'clipboard-write'],
    geolocation: { longitude: position[0], latitude: position[1], accuracy: 5 },
  };
}
