import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Locator, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { locationStrings } from '../../app/platform/strings/location.ts';
import { strings } from '../../app/platform/strings.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { faultsOn } from '../support/axe.ts';
import { openBrowser, openPhone } from '../support/browser.ts';
import { makeParcours, type Person, signUp } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage, mapReady } from './steps.ts';

const words = locationStrings;
const HERE = { longitude: 2.3425, latitude: 48.8565, accuracy: 5 };
/** A host that is not the machine itself, as far as a browser can tell, and so gets no position without HTTPS. */
const STRANGE_HOST = 'drop-ici.example';

const IPHONE: BrowserContextOptions = {
  userAgent:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  isMobile: true,
};
const ANDROID: BrowserContextOptions = {
  userAgent:
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
  isMobile: true,
};
const COMPUTER: BrowserContextOptions = { viewport: { width: 1280, height: 800 }, hasTouch: false };

/** What each heading of the overlay tells to do. */
const STEPS = {
  [words.iosTitle]: words.iosSteps,
  [words.androidTitle]: words.androidSteps,
  [words.installedTitle]: words.installedSteps,
};

/** A browser that draws no maps. */
function withoutGraphics(): void {
  const real = HTMLCanvasElement.prototype.getContext;
  const get = function (this: HTMLCanvasElement, kind: string, options?: unknown): unknown {
    return kind === 'webgl2' ? null : Reflect.apply(real, this, [kind, options]);
  };
  Object.assign(HTMLCanvasElement.prototype, { getContext: get });
}

/** How a visit differs from the usual one. */
interface Setting {
  /** Run in the page before anything of ours. */
  readonly prepare?: () => void;
  readonly host?: string;
  /** The map is drawn, which takes a busy machine without a graphics card long. */
  readonly isDrawn?: boolean;
  /** No satellite is heard, and the receiver does not say so. */
  readonly isDeaf?: boolean;
}

/** A page of somebody who is logged in, with what the test tells its browser about places and permissions. */
interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly cdp: CDPSession;
}

describe('the location service', () => {
  let server: TestServer;
  let browser: Browser;
  /** What it grants lasts as long as it does. */
  let permissions: CDPSession;
  let person: Person;
  let mapId: ParcoursId;
  let open: BrowserContext[] = [];

  beforeAll(async () => {
    server = await startServer({ MAP_STYLE_URL: 'http://127.0.0.1:9/style.json' });
    browser = await openBrowser(`--host-resolver-rules=MAP ${STRANGE_HOST} ${new URL(server.origin).hostname}`);
    permissions = await browser.newBrowserCDPSession();
    person = await signUp(server.origin, 'Ines Vidal');
    mapId = await makeParcours(server.origin, person);
  });
  afterEach(async () => {
    for (const context of open) await context.close();
    open = [];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  /** Opens the map screen of somebody who is logged in. */
  async function visit(
    options: BrowserContextOptions = {},
    { prepare, host, isDrawn = false, isDeaf = false }: Setting = {},
  ): Promise<Visit> {
    const origin = host === undefined ? server.origin : `http://${host}:${new URL(server.origin).port}`;
    const context = await openPhone(browser, origin, [HERE.longitude, HERE.latitude], {
      storageState: loggedInStorage(origin, person, { selectedParcours: JSON.stringify([mapId]) }),
      reducedMotion: 'reduce',
      ...options,
    });
    if (isDeaf) await context.setGeolocation(null);
    open.push(context);
    if (!isDrawn) await context.addInitScript(withoutGraphics);
    if (prepare !== undefined) await context.addInitScript(prepare);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await page.goto('/home');
    return { context, page, cdp };
  }

  const overlay = (page: Page, title: string): Locator => page.getByRole('dialog', { name: title });
  const indicator = (page: Page, text: string): Locator => page.getByRole('button', { name: text, exact: true });

  /** Lets this page's person answer the question for the position, or take their answer back. */
  async function permit({ page, cdp }: Visit, setting: PermissionState): Promise<void> {
    const { targetInfo } = await cdp.send('Target.getTargetInfo');
    await permissions.send('Browser.setPermission', {
      permission: { name: 'geolocation' },
      setting,
      origin: new URL(page.url()).origin,
      ...(targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId }),
    });
  }

  /** Takes the signal away, as in a tunnel; the next position of the context brings it back. */
  async function loseSignal({ cdp }: Visit): Promise<void> {
    await cdp.send('Emulation.setGeolocationOverride', {});
  }

  async function expectOverlay(page: Page, title: string, ...texts: readonly string[]): Promise<Locator> {
    const sheet = overlay(page, title);
    await sheet.waitFor();
    for (const text of texts) await sheet.getByText(text, { exact: true }).waitFor();
    expect(await faultsOn(page), title).toEqual([]);
    return sheet;
  }

  describe('with a position', () => {
    it('starts by itself, flies to it once, and says that it is active', async () => {
      const { context, page } = await visit({}, { isDrawn: true });
      await indicator(page, words.active).waitFor();
      await mapReady(page);
      await page.locator(`[data-view="${HERE.longitude.toFixed(5)},${HERE.latitude.toFixed(5)},18.0"]`).waitFor();
      expect(await faultsOn(page)).toEqual([]);
      await context.setGeolocation({ ...HERE, latitude: 48.857 });
      await page.locator(`[data-walker="${HERE.longitude},48.857"]`).waitFor();
      await page.locator(`[data-view="${HERE.longitude.toFixed(5)},${HERE.latitude.toFixed(5)},18.0"]`).waitFor();
    });

    it('says that the accuracy is low, and takes both wishes about it', async () => {
      const { context, page } = await visit({ geolocation: { ...HERE, accuracy: 250 } });
      await indicator(page, words.lowAccuracy).click();
      const sheet = await expectOverlay(page, words.title, words.accuracy(250), words.improveHint, words.saveHint);
      const improve = sheet.getByRole('button', { name: words.improve });
      const save = sheet.getByRole('button', { name: words.save });
      await save.click();
      await expect.poll(() => save.getAttribute('aria-pressed')).toBe('true');
      await improve.click();
      await expect.poll(() => improve.getAttribute('aria-pressed')).toBe('true');
      await context.setGeolocation({ ...HERE, accuracy: 12 });
      await sheet.getByText(words.accuracy(12)).waitFor();
      await page.keyboard.press('Escape');
      await indicator(page, words.active).waitFor();
    });

    it('says an accuracy of kilometres in kilometres', async () => {
      const { page } = await visit({ geolocation: { ...HERE, accuracy: 2_340 } });
      await indicator(page, words.lowAccuracy).click();
      await expectOverlay(page, words.title, 'Position connue à 2,3 km près.');
    });

    it('says that there is none yet while it is looked for the first time', async () => {
      const { page } = await visit({}, { isDeaf: true });
      await indicator(page, words.requesting).click();
      await expectOverlay(page, words.title, words.noAccuracy);
    });

    it('asks the browser for what was wished', async () => {
      const { page } = await visit(
        {},
        {
          prepare: () => {
            const real = navigator.geolocation.watchPosition.bind(navigator.geolocation);
            navigator.geolocation.watchPosition = (onFix, onError, options) => {
              document.documentElement.dataset.asked = JSON.stringify(options);
              return real(onFix, onError, options);
            };
          },
        },
      );
      const asked = () => page.locator('html').getAttribute('data-asked');
      await indicator(page, words.active).click();
      const options = (enableHighAccuracy: boolean) =>
        JSON.stringify({ enableHighAccuracy, timeout: 10_000, maximumAge: 5000 });
      await expect.poll(asked).toBe(options(true));
      await page.getByRole('button', { name: words.save }).click();
      await expect.poll(asked).toBe(options(false));
      await page.getByRole('button', { name: words.improve }).click();
      await expect.poll(asked).toBe(options(true));
    });

    it('looks for it again when the signal is lost, and goes on when it is back, without a word in the way', async () => {
      const phone = await visit({}, { isDrawn: true });
      const { context, page } = phone;
      await indicator(page, words.active).waitFor();
      await mapReady(page);
      await loseSignal(phone);
      await indicator(page, words.requesting).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      await page.locator(`[data-walker="${HERE.longitude},${HERE.latitude}"]`).waitFor({ state: 'attached' });
      await indicator(page, words.requesting).click();
      await expectOverlay(page, words.title, words.held);
      await context.setGeolocation({ ...HERE, latitude: 48.8566 });
      await page.locator(`[data-walker="${HERE.longitude},48.8566"]`).waitFor({ state: 'attached' });
      await page.getByText(words.accuracy(5)).waitFor();
    });
  });

  describe('without the right to it', () => {
    it('says so on a computer, is closed and opened again, and goes on by itself once it is allowed', async () => {
      const computer = await visit({ ...COMPUTER, permissions: [] });
      const { page } = computer;
      await permit(computer, 'denied');
      const sheet = await expectOverlay(page, words.denied, words.deniedText, words.permissionDenied);
      const { desktopTitle, desktopSteps, iosTitle, iosSteps, androidTitle, androidSteps } = words;
      for (const text of [desktopTitle, desktopSteps, iosTitle, iosSteps, androidTitle, androidSteps]) {
        await sheet.getByText(text, { exact: true }).waitFor();
      }
      await sheet.getByRole('button', { name: words.later }).click();
      await sheet.waitFor({ state: 'detached' });
      await indicator(page, words.denied).click();
      await sheet.getByRole('button', { name: strings.app.retry }).click();
      await expectOverlay(page, words.denied);
      await permit(computer, 'granted');
      await indicator(page, words.active).waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('says so when the right is taken away on the walk, and takes the dot away', async () => {
      const phone = await visit({}, { isDrawn: true });
      await indicator(phone.page, words.active).waitFor();
      await phone.page.locator('[data-walker]').waitFor({ state: 'attached' });
      await permit(phone, 'denied');
      await expectOverlay(phone.page, words.denied);
      await phone.page.locator('[data-walker]').waitFor({ state: 'detached' });
    });

    it('asks to be switched on when the ban is lifted, and does so', async () => {
      const phone = await visit();
      await indicator(phone.page, words.active).waitFor();
      await permit(phone, 'denied');
      await overlay(phone.page, words.denied).waitFor();
      await permit(phone, 'prompt');
      const sheet = await expectOverlay(phone.page, words.idle, words.idleText, words.withoutPosition);
      await sheet.getByRole('button', { name: words.later }).click();
      await indicator(phone.page, words.idle).click();
      await sheet.waitFor();
      await permit(phone, 'granted');
      await indicator(phone.page, words.active).waitFor();
      await sheet.waitFor({ state: 'detached' });
    });

    it('is asked for by the button of the overlay', async () => {
      const phone = await visit();
      await indicator(phone.page, words.active).waitFor();
      await permit(phone, 'denied');
      await overlay(phone.page, words.denied).waitFor();
      await permit(phone, 'prompt');
      await overlay(phone.page, words.idle).getByRole('button', { name: words.activate }).click();
      // The person is asked by the browser itself, and says no.
      await permit(phone, 'denied');
      await overlay(phone.page, words.denied).waitFor();
    });

    const hints: [string, BrowserContextOptions, (() => void) | undefined, readonly (keyof typeof STEPS)[]][] = [
      ['an iPhone', IPHONE, undefined, [words.iosTitle, words.androidTitle]],
      ['an Android phone', ANDROID, undefined, [words.androidTitle, words.iosTitle]],
      [
        'the installed app on an iPhone',
        IPHONE,
        () => Object.defineProperty(navigator, 'standalone', { value: true }),
        [words.installedTitle, words.iosTitle, words.androidTitle],
      ],
    ];
    it.each(hints)('says how it is allowed on %s first', async (_, options, prepare, titles) => {
      const phone = await visit({ ...options, permissions: [] }, prepare === undefined ? {} : { prepare });
      await permit(phone, 'denied');
      const sheet = await expectOverlay(phone.page, words.denied);
      expect(await sheet.locator('dt').allTextContents()).toEqual(titles);
      for (const title of titles) await sheet.getByText(STEPS[title], { exact: true }).waitFor();
    });

    it('works in a browser that cannot be asked about permissions', async () => {
      const phone = await visit(
        { permissions: [] },
        { prepare: () => Object.defineProperty(Navigator.prototype, 'permissions', { value: undefined }) },
      );
      await permit(phone, 'denied');
      const sheet = await expectOverlay(phone.page, words.denied);
      await permit(phone, 'granted');
      await sheet.getByRole('button', { name: strings.app.retry }).click();
      await indicator(phone.page, words.active).waitFor();
    });
  });

  describe('where it cannot be had', () => {
    it('says so where the browser knows no positions', async () => {
      const { page } = await visit({}, { prepare: () => Reflect.deleteProperty(Navigator.prototype, 'geolocation') });
      const sheet = await expectOverlay(page, words.unavailable, words.unavailableText, words.unsupported);
      expect(await sheet.getByRole('button', { name: strings.app.retry }).count()).toBe(0);
      await page.keyboard.press('Escape');
      await indicator(page, words.unavailable).waitFor();
    });

    it('says so where the page did not come over HTTPS', async () => {
      const { page } = await visit({ permissions: [] }, { host: STRANGE_HOST });
      expect(await page.evaluate(() => isSecureContext)).toBe(false);
      await expectOverlay(page, words.error, words.needsHttps);
    });

    it.each([
      ['a phone', ANDROID, words.gpsUnavailable],
      ['a computer', COMPUTER, words.positionUnavailable],
    ])('says that there is none on %s, and goes on by itself when there is', async (_, options, text) => {
      const phone = await visit({ ...options, permissions: [] });
      await loseSignal(phone);
      await permit(phone, 'granted');
      await expectOverlay(phone.page, words.error, text, words.withoutPosition);
      await phone.page.keyboard.press('Escape');
      await indicator(phone.page, words.error).click();
      await expectOverlay(phone.page, words.error, text);
      await phone.context.setGeolocation(HERE);
      await indicator(phone.page, words.active).waitFor();
      expect(await phone.page.getByRole('dialog').count()).toBe(0);
    });

    /** Nothing answers where no position is given; only the wait is made short. */
    const impatient = (): void => {
      const real = navigator.geolocation.getCurrentPosition.bind(navigator.geolocation);
      navigator.geolocation.getCurrentPosition = (onFix, onError, options) =>
        real(onFix, onError, { ...options, timeout: 50, maximumAge: 0 });
    };
    it.each([
      ['a phone', ANDROID, words.timeoutMobile],
      ['a computer', COMPUTER, words.timeout],
    ])('says that it took too long on %s, and tries again when told to', async (_, options, text) => {
      const { context, page } = await visit(options, { prepare: impatient, isDeaf: true });
      const sheet = await expectOverlay(page, words.error, text);
      await sheet.getByRole('button', { name: strings.app.retry }).click();
      await expectOverlay(page, words.error, text);
      await context.setGeolocation(HERE);
      await indicator(page, words.active).waitFor();
    });

    it.each([
      [
        'a failure that no standard knows',
        () => {
          navigator.geolocation.getCurrentPosition = (_, onError) =>
            onError?.({ code: 42 } as unknown as GeolocationPositionError);
        },
        words.unknown,
      ],
      [
        'a browser that refuses to be asked, with its reason',
        // Behind what is no Geolocation itself, as some extensions put there: Chromium's own throw, in its own words.
        () => Object.defineProperty(navigator, 'geolocation', { value: Object.create(navigator.geolocation) }),
        words.serviceError('Illegal invocation'),
      ],
      [
        'a browser that refuses to be asked, without one',
        () => {
          navigator.geolocation.getCurrentPosition = () => {
            throw new Error();
          };
        },
        words.errorText,
      ],
    ])('tells of %s', async (_, prepare, text) => {
      const { page } = await visit({}, { prepare });
      await expectOverlay(page, words.error, text);
    });
  });

  describe('the compass', () => {
    /** iOS as it is: nothing turns before somebody tapped and said yes. */
    const iosCompass = (answer: 'granted' | 'denied') =>
      ({
        granted: () => {
          Object.assign(DeviceOrientationEvent, { requestPermission: async () => 'granted' });
        },
        denied: () => {
          Object.assign(DeviceOrientationEvent, { requestPermission: async () => 'denied' });
        },
      })[answer];

    /** The phone is turned, and Safari tells. */
    async function turnTo(page: Page, headingDeg: number): Promise<void> {
      await page.evaluate((told) => {
        const event = new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 40, gamma: 0 });
        window.dispatchEvent(Object.assign(event, { webkitCompassHeading: told }));
      }, headingDeg);
    }
    const dot = (page: Page): Locator => page.getByLabel(strings.map.yourPosition);

    it('is offered on iOS, asks there, and turns the dot', async () => {
      const { page } = await visit(IPHONE, { prepare: iosCompass('granted'), isDrawn: true });
      await dot(page).waitFor();
      await turnTo(page, 120);
      const offer = page.getByRole('region', { name: words.compass });
      await offer.getByText(words.compassPrompt).waitFor();
      expect(await faultsOn(page)).toEqual([]);
      expect(await dot(page).getAttribute('data-heading')).toBeNull();
      await offer.getByRole('button', { name: words.compass }).click();
      await offer.waitFor({ state: 'detached' });
      await turnTo(page, 120);
      await expect.poll(() => dot(page).getAttribute('data-heading')).toBe('120');
      await indicator(page, words.active).click();
      const sheet = await expectOverlay(page, words.title, words.compassOn);
      await sheet.getByRole('button', { name: words.save }).click();
      await expect.poll(() => dot(page).getAttribute('data-heading')).toBeNull();
      await sheet.getByRole('button', { name: words.compass }).waitFor();
    });

    it('says that it was refused, and how it comes back', async () => {
      const { page } = await visit(IPHONE, { prepare: iosCompass('denied') });
      const offer = page.getByRole('region', { name: words.compass });
      await offer.getByRole('button', { name: words.compass }).click();
      await offer.waitFor({ state: 'detached' });
      await indicator(page, words.active).click();
      await expectOverlay(page, words.title, words.compassRefused);
    });

    it('can be left alone', async () => {
      const { page } = await visit(IPHONE, { prepare: iosCompass('granted') });
      const offer = page.getByRole('region', { name: words.compass });
      await offer.getByRole('button', { name: strings.app.dismiss }).click();
      await offer.waitFor({ state: 'detached' });
      await indicator(page, words.active).click();
      const sheet = await expectOverlay(page, words.title, words.compassHint);
      await sheet.getByRole('button', { name: words.compass }).waitFor();
    });

    it('turns the dot at once where nobody has to be asked, and only by what counts from north', async () => {
      const { page, cdp } = await visit(
        { ...ANDROID, permissions: ['geolocation', 'accelerometer', 'gyroscope', 'magnetometer'] },
        {
          isDrawn: true,
          prepare: () =>
            window.addEventListener('deviceorientation', ({ alpha }) => {
              document.documentElement.dataset.alpha = String(alpha);
            }),
        },
      );
      // The sensor that Chromium lets us turn counts from where the page was opened; it turns at the next opening.
      await cdp.send('DeviceOrientation.setDeviceOrientationOverride', { alpha: 45, beta: 40, gamma: 0 });
      await page.reload();
      await page.locator('html[data-alpha="45"]').waitFor({ state: 'attached' });
      await dot(page).waitFor();
      expect(await dot(page).getAttribute('data-heading')).toBeNull();
      await page.evaluate(() => {
        const towards = { alpha: 90, beta: 40, gamma: 0, absolute: true };
        window.dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', towards));
      });
      await expect.poll(() => dot(page).getAttribute('data-heading')).toBe('270');
      expect(await page.getByRole('region', { name: words.compass }).count()).toBe(0);
    });
  });
});
