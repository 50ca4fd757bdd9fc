import type { Browser, CDPSession, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { walkStrings } from '../../app/words/listen/walk.ts';
import { pocketStrings } from '../../app/words/pocket.ts';
import { call } from '../support/api.ts';
import { faultsOn } from '../support/axe.ts';
import { closePhones, sharedBrowser } from '../support/browser.ts';
import { countMapFrames } from '../support/map-frames.ts';
import { fixture, makeParcours, pointPlace, signUp, upload } from '../support/people.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { loggedInStorage } from '../support/use-phones.ts';
import { openWalker } from '../support/walker.ts';
import { hasHeard, mapReady, moveTo, readMediaPath, swipe } from './steps.ts';

const START: [number, number] = [2.3425, 48.8555];
/** 110 m to the north. */
const BRIDGE: [number, number] = [2.3425, 48.8565];

describe('a phone in the pocket', () => {
  let server: TestServer;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await startServer();
    browser = await sharedBrowser();
    const person = await signUp(server.origin, 'Dina');
    const quays = await makeParcours(server.origin, person, 'Les quais');
    const { newPlace } = await call(
      server.origin,
      'createPlace',
      { body: pointPlace(quays, 'Le pont', BRIDGE) },
      person.token,
    );
    await upload(server.origin, person, newPlace.place_id, await fixture('conforming-mono.wav'));
    const storageState = loggedInStorage(server.origin, person, { selectedParcours: JSON.stringify([quays]) });
    const phone = await openWalker(browser, server.origin, START, { storageState });
    await phone.addInitScript(countMapFrames);
    page = await phone.newPage();
    await page.goto('/home');
    await mapReady(page);
    await page.getByRole('button', { name: walkStrings.start }).click();
    await moveTo(page, START);
    // The watch that takes the first request's place has seen this position: a move before that would be lost.
    await page
      .getByText(/^Ensuite à /)
      .first()
      .waitFor();
  });
  afterAll(async () => {
    await closePhones();
    await server?.stop();
  });

  const ring = () => page.getByRole('button', { name: pocketStrings.leaveHint });
  const frames = () => page.evaluate(() => window.mapFrames);

  it('guides on in the dark: nothing but a held ring has an effect, a story starts, and the map draws no frame', async () => {
    const path = await readMediaPath(page, 'Le pont');
    expect(await frames()).toBeGreaterThan(0);
    await page.getByRole('button', { name: pocketStrings.enter }).click();
    await ring().waitFor();
    expect(await faultsOn(page)).toEqual([]);
    // The frame in which the map fell asleep may still have been on its way.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    const before = await frames();

    await page.touchscreen.tap(200, 200);
    await page.touchscreen.tap(200, 200);
    await ring().tap();
    await swipe(page, [20, 400], [380, 400]);
    await swipe(page, [380, 400], [20, 400]);
    await swipe(page, [200, 100], [200, 700]);
    // A gesture of the system, which a fabric makes, too.
    await page.goBack();
    for (const key of ['Escape', 'Enter', ' ', 'Tab', 'ArrowLeft', 'F5', 'a']) await page.keyboard.press(key);
    await moveTo(page, BRIDGE);
    await hasHeard(page, path);
    expect(await frames()).toBe(before);
    await expect.poll(() => ring().evaluate((button) => button === document.activeElement)).toBe(true);

    const { x, y, width, height } = (await ring().boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const finger = await page.context().newCDPSession(page);
    await touch(finger, 'touchStart', [{ x: x + width / 2, y: y + height / 2 }]);
    await ring().waitFor({ state: 'detached' });
    await touch(finger, 'touchEnd', []);
    await expect.poll(frames).toBeGreaterThan(before);
    await page.getByRole('button', { name: walkStrings.stop }).waitFor();
    expect(await page.evaluate(() => document.fullscreenElement)).toBeNull();
  });
});

function touch(finger: CDPSession, type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) {
  return finger.send('Input.dispatchTouchEvent', { type, touchPoints });
}
