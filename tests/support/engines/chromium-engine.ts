import type { Page } from 'playwright';
import { AS_PEOPLE_HAVE_IT, openBrowser, openPhoneWithBlankMap } from '../phone/browser.ts';
import type { Engine, TabDriver } from './engine.ts';
import { makeTab } from './tab.ts';

/** Starts Chromium. */
export async function openChromium(): Promise<Engine> {
  const browser = await openBrowser();
  return {
    name: 'chromium',
    version: `Chromium ${browser.version()}`,
    pageScript: '',
    openPhone: async (origin, position) => {
      const context = await openPhoneWithBlankMap(browser, origin, position, {
        ...AS_PEOPLE_HAVE_IT,
        reducedMotion: 'reduce',
      });
      return {
        openTab: async () => makeTab(origin, drive(await context.newPage())),
        moveTo: ([longitude, latitude], accuracy = 5) => context.setGeolocation({ longitude, latitude, accuracy }),
        close: () => context.close(),
      };
    },
    close: () => browser.close(),
  };
}

function drive(page: Page): TabDriver {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.stack ?? String(error)));
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
    attach: (selector, files) => page.locator(selector).setInputFiles([...files]),
    errors: async () => [...errors],
    screenshot: (path) => page.screenshot({ path }),
    close: () => page.close({ runBeforeUnload: false }),
  };
}
