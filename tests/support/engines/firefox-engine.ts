import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { findOnPath } from '../../../scripts/test/chromium.mjs';
import { PHONE } from '../phone/browser.ts';
import { openDesk } from './desk.ts';
import type { Engine, Position, TabDriver } from './engine.ts';
import { makeTab } from './tab.ts';

/** Firefox on the system's PATH. */
export function findFirefox(): string | undefined {
  return findOnPath(['firefox-esr', 'firefox']);
}

/** A microphone that hums and asks nobody. Sound needs a tap first, as it does for people. */
const PREFERENCES = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'intl.accept_languages': 'fr-FR, fr',
  'ui.prefersReducedMotion': 1,
  'geo.prompt.testing': true,
  'geo.prompt.testing.allow': true,
};

/** Starts Firefox with a window, on a screen in memory: without a window it draws no WebGL. */
export async function openFirefox({ isPrivate = false } = {}): Promise<Engine> {
  const executablePath = findFirefox();
  if (executablePath === undefined) throw new Error('Expected Firefox on the PATH');
  const desk = await openDesk();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: false,
    env: desk.env,
    extraPrefsFirefox: { ...PREFERENCES, 'browser.privatebrowsing.autostart': isPrivate },
  });
  const version = (await browser.version()).replace('firefox/', 'Firefox ');
  return {
    name: 'firefox',
    version,
    pageScript: '',
    openPhone: (origin, position) => openPhone(browser, origin, position),
    close: async () => {
      await browser.close();
      await desk.close();
    },
  };
}

async function openPhone(browser: Browser, origin: string, start: Position): ReturnType<Engine['openPhone']> {
  const context = await browser.createBrowserContext();
  await context.overridePermissions(origin, ['geolocation']);
  let geolocation = { longitude: start[0], latitude: start[1], accuracy: 5 };
  return {
    openTab: async () => {
      const page = await context.newPage();
      await page.setViewport(PHONE);
      await page.setGeolocation(geolocation);
      return makeTab(origin, drive(page));
    },
    moveTo: async ([longitude, latitude], accuracy = 5) => {
      geolocation = { longitude, latitude, accuracy };
      for (const page of await context.pages()) await page.setGeolocation(geolocation);
    },
    close: () => context.close(),
  };
}

/** What Firefox alone calls an error: the page was left while the service worker fetched something for it. */
const BROKEN_OFF = /Failed to load ‘.*A ServiceWorker intercepted the request/;

function drive(page: Page): TabDriver {
  const errors: string[] = [];
  page.on('pageerror', (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    if (!BROKEN_OFF.test(text)) errors.push(text);
  });
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  return {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    back: () => page.goBack(),
    run: (source, args) => page.evaluate(`(${source})(...${JSON.stringify(args)})`),
    stroke: async ([first, ...others]) => {
      if (first === undefined) return;
      await page.mouse.move(...first);
      await page.mouse.down();
      for (const point of others) await page.mouse.move(...point);
      await page.mouse.up();
    },
    typeText: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    attach: async (selector, files) => {
      const input = await page.$(`${selector}`);
      if (input === null) throw new Error(`Expected a file input at ${selector}`);
      await (input as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(...files);
    },
    errors: async () => [...errors],
    screenshot: (path) => page.screenshot({ path: path as `${string}.png` }),
    close: () => page.close(),
  };
}
