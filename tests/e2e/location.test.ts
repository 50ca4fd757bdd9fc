import type { BrowserContextOptions, CDPSession, Locator, Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { mapStrings } from '../../app/map/map-words.ts';
import { locationStrings } from '../../app/position/location-words.ts';
import { strings } from '../../app/ui/common-words.ts';
import type { ParcoursId } from '../../contracts/vocabulary.ts';
import { IPHONE_AGENT } from '../support/page/other-browsers.ts';
import { STRANGE_HOST, sharedBrowser } from '../support/phone/browser.ts';
import { loggedInStorage, usePhones } from '../support/phone/use-phones.ts';
import { makeParcours, type Person, signUp } from '../support/server/people.ts';
import { useServer } from '../support/server/use-server.ts';
import { mapReady, moveTo } from './steps.ts';

const words = locationStrings;
const HERE = { longitude: 2.3425, latitude: 48.8565, accuracy: 5 };

const IPHONE: BrowserContextOptions = { userAgent: IPHONE_AGENT, isMobile: true };

/** How a visit differs from the usual one. */
interface Setting {
  /** Run in the page before anything of ours. */
  readonly prepare?: () => void;
  readonly host?: string;
  readonly hasMaps?: boolean;
}

/** A page of somebody who is logged in, with what the test tells its browser about places and permissions. */
interface Visit {
  readonly page: Page;
  readonly cdp: CDPSession;
}

describe('the location service', () => {
  const server = useServer();
  const open = usePhones(server);
  /** What it grants lasts as long as it does. */
  let permissions: CDPSession;
  let person: Person;
  let parcoursId: ParcoursId;

  beforeAll(async () => {
    permissions = await (await sharedBrowser()).newBrowserCDPSession();
    person = await signUp(server.origin, 'Ines Vidal');
    parcoursId = await makeParcours(server.origin, person);
  });

  /** Opens the map screen of somebody who is logged in. */
  async function visit(
    browser: BrowserContextOptions = {},
    { prepare, host, hasMaps = false }: Setting = {},
  ): Promise<Visit> {
    const origin = host === undefined ? server.origin : `http://${host}:${new URL(server.origin).port}`;
    const storageState = loggedInStorage(origin, person, { selectedParcours: JSON.stringify([parcoursId]) });
    const position = [HERE.longitude, HERE.latitude] as const;
    const page = await open('about:blank', { position, hasMaps, browser: { storageState, ...browser } });
    if (prepare !== undefined) await page.addInitScript(prepare);
    const cdp = await page.context().newCDPSession(page);
    await page.goto(`${origin}/home`);
    return { page, cdp };
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
    return sheet;
  }

  it('starts by itself, flies to it once, asks iOS for the compass, holds the position, and follows the right to it', async () => {
    const phone = await visit(IPHONE, {
      // iOS as it is: nothing turns before somebody tapped and said yes.
      prepare: () => Object.assign(DeviceOrientationEvent, { requestPermission: async () => 'granted' }),
      hasMaps: true,
    });
    const { page } = phone;
    const view = page.locator(`[data-view="${HERE.longitude.toFixed(5)},${HERE.latitude.toFixed(5)},18.0"]`);
    const walker = (latitude: number) => page.locator(`[data-walker="${HERE.longitude},${latitude}"]`);
    await indicator(page, words.active).waitFor();
    await mapReady(page);
    await view.waitFor();
    // A few steps each: a longer way at once is a jump, which is doubted for up to 15 s.
    await moveTo(page, [HERE.longitude, 48.85655]);
    await view.waitFor();

    /** The phone is turned, and Safari tells. */
    const turnTo = (headingDeg: number): Promise<void> =>
      page.evaluate((told) => {
        const event = new DeviceOrientationEvent('deviceorientation', { alpha: 0, beta: 40, gamma: 0 });
        window.dispatchEvent(Object.assign(event, { webkitCompassHeading: told }));
      }, headingDeg);
    const dot = page.getByLabel(mapStrings.yourPosition);
    await turnTo(120);
    const offer = page.getByRole('region', { name: words.compass });
    await offer.getByText(words.compassPrompt).waitFor();
    expect(await dot.getAttribute('data-heading')).toBeNull();
    await offer.getByRole('button', { name: words.compass }).click();
    await offer.waitFor({ state: 'detached' });
    await turnTo(120);
    await expect.poll(() => dot.getAttribute('data-heading')).toBe('120');
    // To spare the battery it rests.
    await indicator(page, words.active).click();
    const sheet = await expectOverlay(page, words.title, words.compassOn);
    await sheet.getByRole('button', { name: words.save }).click();
    await expect.poll(() => dot.getAttribute('data-heading')).toBeNull();
    await sheet.getByRole('button', { name: words.compass }).waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'detached' });

    await loseSignal(phone);
    await indicator(page, words.requesting).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await walker(48.85655).waitFor({ state: 'attached' });
    await indicator(page, words.requesting).click();
    await expectOverlay(page, words.title, words.held);
    await moveTo(page, [HERE.longitude, 48.8566]);
    await page.getByText(words.accuracy(5)).waitFor();
    await page.keyboard.press('Escape');

    // Denied, looked for again, to be asked for, asked for, and given.
    await permit(phone, 'denied');
    const denied = await expectOverlay(page, words.denied, words.deniedText, words.permissionDenied);
    await page.locator('[data-walker]').waitFor({ state: 'detached' });
    await denied.getByRole('button', { name: words.later }).click();
    await denied.waitFor({ state: 'detached' });
    await indicator(page, words.denied).click();
    await denied.getByRole('button', { name: strings.app.retry }).click();
    await expectOverlay(page, words.denied);

    // The ban is lifted.
    await permit(phone, 'prompt');
    const idle = await expectOverlay(page, words.idle, words.idleText, words.withoutPosition);
    await idle.getByRole('button', { name: words.later }).click();
    await indicator(page, words.idle).click();
    await idle.getByRole('button', { name: words.activate }).click();
    // The person is asked by the browser itself, and says no, then yes.
    await permit(phone, 'denied');
    await denied.waitFor();
    await permit(phone, 'granted');
    await indicator(page, words.active).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('says so where the page did not come over HTTPS', async () => {
    const { page } = await visit({ permissions: [] }, { host: STRANGE_HOST });
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await expectOverlay(page, words.error, words.needsHttps);
  });
});
